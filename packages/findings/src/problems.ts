import { isObject, jsonShown } from '@hostspec/host-kit';
import { didYouMean } from '@hostspec/spec';

/** The path to a value in a file: keys of mappings and indexes of lists. */
export type KeyPath = readonly (string | number)[];

/** A problem with a value of a file. */
export interface FindingProblem {
  readonly keys: KeyPath;
  /** True if the key is wrong, not its value. */
  readonly ofKey: boolean;
  readonly message: string;
}

const most = 50;

/** Collects problems, at most 50 of a file. */
export class Problems {
  readonly all: FindingProblem[] = [];

  /** Adds the problem of a value. */
  add(keys: KeyPath, message: string): undefined {
    if (this.all.length < most) this.all.push({ keys, ofKey: false, message });
    return undefined;
  }

  /** Adds the problem of a key. */
  addKey(keys: KeyPath, message: string): undefined {
    if (this.all.length < most) this.all.push({ keys, ofKey: true, message });
    return undefined;
  }

  /** Adds the problem of an unknown name, with similar known ones. */
  unknown(keys: KeyPath, what: string, name: string, known: Iterable<string>, ofKey = false): undefined {
    const list = what === 'spec' ? 'hostspec catalog' : undefined;
    const message = `unknown ${what} ${jsonShown(name, 100)}; ${didYouMean(name, known, list)}`;
    return ofKey ? this.addKey(keys, message) : this.add(keys, message);
  }

  /** Adds a value that is not allowed. */
  wrong(keys: KeyPath, value: unknown, allowed: string): undefined {
    const key = keys.filter((each) => typeof each === 'string').at(-1) ?? 'the file';
    // An empty value of YAML is null.
    const shown = value === null ? 'empty' : jsonShown(value, 100);
    return this.add(keys, `${key} is ${shown}; allowed: ${allowed}`);
  }

  /** The mapping at a path. Anything else, or a key that is not allowed, is a problem, and returns undefined. */
  mapping(
    keys: KeyPath,
    value: unknown,
    allowed: readonly string[],
  ): Readonly<Record<string, unknown>> | undefined {
    if (!isObject(value)) return this.wrong(keys, value, `a mapping with ${allowed.join(', ')}`);
    for (const key of Object.keys(value))
      if (!allowed.includes(key)) this.unknown([...keys, key], 'key', key, allowed, true);
    return value;
  }

  /** The text at a path; undefined if there is none. Another value, or a longer text, is a problem. */
  text(keys: KeyPath, value: unknown, longest: number): string | undefined {
    if (value === undefined) return undefined;
    if (typeof value === 'string' && value !== '' && value.length <= longest) return value;
    return this.wrong(keys, value, `text of at most ${longest} characters`);
  }

  /** The texts at a path: a list, or a single one. */
  texts(keys: KeyPath, value: unknown, longest: number): readonly string[] {
    return this.list(keys, value).flatMap(([at, each]) => this.text(at, each, longest) ?? []);
  }

  /** The values at a path, each with its own path: a list, or a single one. More than `most` are a problem. */
  list(keys: KeyPath, value: unknown, most = mostOfList): readonly (readonly [KeyPath, unknown])[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) return [[keys, value]];
    if (value.length > most) this.wrong(keys, value.length, `a list of at most ${most}`);
    return value.slice(0, most).map((each: unknown, at) => [[...keys, at], each]);
  }
}

const mostOfList = 100;
