import { readNamedText, type Writers } from '@hostspec/files/trust';
import { usageError } from '@hostspec/host-kit';
import { messageOf, type Problem } from '@hostspec/spec';
import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, type Node } from 'yaml';
import { type Position, problemLines } from './problem-lines.js';
import { parseYaml } from './yaml-document.js';

/** The path to a value in a file: keys of mappings and indexes of list items. */
export type KeyPath = readonly (string | number)[];

/** A YAML or JSON file with the position of each value. */
export interface YamlFile {
  readonly path: string;
  readonly value: unknown;
  /** The position of a value. If it is missing, the position where it would be. */
  at(keys: KeyPath): Position;
  /** Like `at`, for the key. */
  atKey(keys: KeyPath): Position;
}

/** Creates an error from one or more problems of a file. */
type Refuse = (problems: readonly Problem[]) => Error;

/** Options of `readYamlFile`. */
export interface ReadOptions {
  /** The option or operand that names the file. */
  readonly subject: string;
  readonly writers: Writers;
  readonly refuse: Refuse;
}

/** Reads a YAML or JSON file. @throws the error of `refuse` if it is neither; UsageError if it cannot be read or trusted. */
export function readYamlFile(path: string, { subject, writers, refuse }: ReadOptions): YamlFile {
  return yamlFile(path, readNamedText(path, subject, writers), refuse);
}

/** Parses the text of a YAML or JSON file. @throws the error of `refuse` if it is neither. */
function yamlFile(path: string, text: string, refuse: Refuse): YamlFile {
  const lines = new LineCounter();
  const positionOf = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const document = parseYaml(text, lines, (offset, problem, more = []) =>
    refuse(
      [{ offset, problem }, ...more].map((each) => ({
        position: positionOf(each.offset),
        message: each.problem,
      })),
    ),
  );
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: -1 });
  } catch (cause) {
    throw refuse([{ position: positionOf(0), message: messageOf(cause) }]);
  }
  const offsetOf = (keys: KeyPath, ofKey: boolean): number => {
    let node: unknown = document.contents;
    let offset = startOf(node) ?? 0;
    keys.forEach((key, index) => {
      const step = child(node, key);
      offset =
        startOf(ofKey && index === keys.length - 1 ? step?.key : step?.value) ?? startOf(step?.key) ?? offset;
      node = step?.value;
    });
    return offset;
  };
  return {
    path,
    value,
    at: (keys) => positionOf(offsetOf(keys, false)),
    atKey: (keys) => positionOf(offsetOf(keys, true)),
  };
}

/** A file that an option names, and that no other user can change. */
export interface OptionFile extends YamlFile {
  /** The error for a value that is not allowed, with its place. */
  refuse(keys: KeyPath, message: string): Error;
  refuseKey(keys: KeyPath, message: string): Error;
}

/** Reads the file of an option. @throws UsageError if it is not YAML or JSON, or cannot be read or trusted. */
export function readOptionFile(path: string, option: string): OptionFile {
  return optionFile(path, readNamedText(path, option, 'root'), option);
}

/** Parses the text of an option's file. @throws UsageError if it is not YAML or JSON. */
export function optionFile(path: string, text: string, option: string): OptionFile {
  const refuse: Refuse = (problems) =>
    Object.assign(usageError(problemLines(path, problems), option, path), { hasLines: true });
  const file = yamlFile(path, text, refuse);
  return {
    ...file,
    refuse: (keys, message) => refuse([{ position: file.at(keys), message }]),
    refuseKey: (keys, message) => refuse([{ position: file.atKey(keys), message }]),
  };
}

function child(
  node: unknown,
  key: string | number,
): { readonly key?: Node | undefined; readonly value?: Node | undefined } | undefined {
  if (isSeq(node)) return { value: asNode(node.items[Number(key)]) };
  if (!isMap(node)) return undefined;
  const pair = node.items.find(
    (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(key),
  );
  return pair && { key: asNode(pair.key), value: asNode(pair.value) };
}

function asNode(value: unknown): Node | undefined {
  return isNode(value) ? value : undefined;
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
