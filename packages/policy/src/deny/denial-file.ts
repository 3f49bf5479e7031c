import { isObject } from '@hostspec/host-kit';
import { type KeyPath, type OptionFile, optionFile, readOptionFile } from '../yaml/yaml-file.js';
import type { LineExpression } from './line-expressions.js';

/** What is left out of content, or masked in it. */
export interface ContentDenials {
  /** Lines that contain one of these texts are left out. */
  readonly texts: readonly string[];
  /** Lines that one of these matches are left out. */
  readonly expressions: readonly LineExpression[];
  /** Words that are masked. */
  readonly keywords: readonly string[];
}

/** The denials of one file. */
export interface DenialFile extends ContentDenials {
  readonly path: string;
  /** Names or globs of specs. insights-client also writes the name of a module before them. */
  readonly specs: readonly string[];
  /** Absolute paths or globs; also names of specs. */
  readonly files: readonly string[];
  /** Command lines, or their first words; also names of specs. */
  readonly commands: readonly string[];
}

/** The keys that a file may have. */
export type DenialKey = 'specs' | 'components' | 'files' | 'commands' | 'patterns' | 'keywords';

/** A text without control characters or halves of characters, of 3 to 1000 bytes. */
const isKeyword = (text: string): boolean => {
  const bytes = Buffer.byteLength(text);
  return bytes >= 3 && bytes <= 1000 && !/[\p{Cc}\p{Cs}]/u.test(text);
};

/** Reads a file that says what must not be collected. @throws UsageError as `denialsIn`, or if it cannot be read or trusted. */
export async function readDenialFile(
  path: string,
  option: string,
  keys: readonly DenialKey[],
): Promise<DenialFile> {
  return denialsIn(readOptionFile(path, option), keys);
}

/** Parses the text of such a file. @throws UsageError as `denialsIn`, or if it is not YAML or JSON. */
export async function denialFileOf(
  path: string,
  text: string,
  option: string,
  keys: readonly DenialKey[],
): Promise<DenialFile> {
  return denialsIn(optionFile(path, text, option), keys);
}

/**
 * The denials in a file.
 *
 * @throws UsageError with the place if a key or value is not allowed: what is not understood must not be collected by mistake.
 */
async function denialsIn(file: OptionFile, keys: readonly DenialKey[]): Promise<DenialFile> {
  const { path, refuse } = file;
  const value = file.value ?? {};
  if (!isObject(value)) throw refuse([], `is not a mapping; allowed: one with ${keys.join(', ')}`);
  for (const key of Object.keys(value))
    if (!(keys as readonly string[]).includes(key))
      throw file.refuseKey([key], `${JSON.stringify(key)} is not known; allowed: ${keys.join(', ')}`);
  const texts = (at: KeyPath, given: unknown): readonly string[] => {
    if (given === undefined || given === null) return [];
    if (!Array.isArray(given)) throw refuse(at, 'is not a list of texts');
    for (const [index, each] of given.entries())
      if (typeof each !== 'string' || each === '')
        throw refuse([...at, index], `is ${shownValue(each)}; allowed: a text in quotes`);
    return given;
  };
  const { patterns } = value;
  const isExpressions = isObject(patterns);
  if (isExpressions && Object.keys(patterns).join() !== 'regex')
    throw refuse(['patterns'], 'allowed: a list of texts, or regex with a list of regular expressions');
  const expressions = isExpressions ? texts(['patterns', 'regex'], patterns.regex) : [];
  const keywords = texts(['keywords'], value.keywords);
  for (const [index, keyword] of keywords.entries())
    if (!isKeyword(keyword))
      throw refuse(
        ['keywords', index],
        `is ${JSON.stringify(keyword)}; allowed: 3 to 1000 bytes of UTF-8 without control characters`,
      );
  return {
    path,
    specs: [...texts(['specs'], value.specs), ...texts(['components'], value.components)],
    files: texts(['files'], value.files),
    commands: texts(['commands'], value.commands),
    texts: isExpressions ? [] : texts(['patterns'], patterns),
    expressions: await expressionsIn(file, expressions),
    keywords,
  };
}

/** Describes a value that is not a text. Lists and mappings are not shown: with aliases, their content can be very large. */
function shownValue(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'a mapping';
  return JSON.stringify(value);
}

/** Reads the regular expressions of a file. Their engine is loaded only if there are some. */
async function expressionsIn(
  { refuse }: OptionFile,
  written: readonly string[],
): Promise<readonly LineExpression[]> {
  if (written.length === 0) return [];
  const { lineExpression, tooManySteps } = await import('./line-expressions.js');
  const at = ['patterns', 'regex'];
  const expressions = written.map((each, index) => {
    const expression = lineExpression(each);
    if (typeof expression === 'string') throw refuse([...at, index], `${JSON.stringify(each)} ${expression}`);
    return expression;
  });
  const problem = tooManySteps(expressions);
  if (problem !== undefined) throw refuse(at, problem);
  return expressions;
}
