import { basename } from 'node:path';
import type { Profile } from '@hostspec/engine';
import { defined, isObject } from '@hostspec/host-kit';
import { type KeyPath, type OptionFile, optionFile } from '@hostspec/policy/yaml';
import { available, isHostspecError, textForms } from '@hostspec/spec';
import { parseValue } from '../options.js';
import { limitOptions } from '../shared-options.js';

/** The options whose values a profile can set. */
export type LimitName = keyof typeof limitOptions;

/** A profile, and the file that it is in. */
export interface ProfileFile {
  readonly profile: Profile;
  /** The error for a value that is not allowed, with its place. */
  refuse(keys: KeyPath, message: string): Error;
}

const keys = ['name', 'doc', 'domains', 'pick', 'skip', 'window', 'limits'] as const;
const mostNames = 10_000;
const longest = { name: 64, text: 256 };

/** Reads a profile from the text of a file. @throws UsageError with file, line and column if it is not one. */
export function readProfile(path: string, content: string): ProfileFile {
  const file = optionFile(path, content, '--profile');
  const { value } = file;
  if (!isObject(value)) throw file.refuse([], `is not a profile; allowed: a mapping with ${keys.join(', ')}`);
  for (const key of Object.keys(value))
    if (!(keys as readonly string[]).includes(key))
      throw file.refuseKey([key], `unknown key ${JSON.stringify(key)}; allowed: ${available(keys, key)}`);
  const { name = basename(path).replace(/\.[^.]*$/, ''), doc, window } = value;
  const domains = names(file, 'domains');
  const pick = names(file, 'pick');
  const skip = names(file, 'skip');
  const limits = limitsIn(file);
  if (typeof name !== 'string' || name.length > longest.name || !/^[A-Za-z0-9][\w.-]*$/.test(name))
    throw wrong(file, ['name'], name, `at most ${longest.name} letters, digits, _, - and .`);
  if (doc !== undefined && (typeof doc !== 'string' || doc.length > longest.text || /[\p{Cc}]/u.test(doc)))
    throw wrong(file, ['doc'], doc, `one line of at most ${longest.text} characters`);
  if (window !== undefined && !textForms.window.accepts(window))
    throw wrong(file, ['window'], window, textForms.window.words);
  return {
    profile: defined({ name, doc, domains, pick, skip, window, limits }),
    refuse: file.refuse,
  };
}

function names(file: OptionFile, key: 'domains' | 'pick' | 'skip'): readonly string[] | undefined {
  const list = (file.value as Readonly<Record<string, unknown>>)[key];
  if (list === undefined) return undefined;
  if (!Array.isArray(list) || list.length > mostNames)
    throw wrong(file, [key], list, `a list of at most ${mostNames} names`);
  list.forEach((item: unknown, index) => {
    if (typeof item !== 'string' || item === '' || item.length > longest.text)
      throw wrong(file, [key, index], item, `names of at most ${longest.text} characters`);
  });
  return list as readonly string[];
}

function limitsIn(file: OptionFile): Readonly<Record<string, string>> | undefined {
  const { limits } = file.value as Readonly<Record<string, unknown>>;
  if (limits === undefined) return undefined;
  const known = Object.keys(limitOptions);
  if (!isObject(limits)) throw wrong(file, ['limits'], limits, `a mapping with ${known.join(', ')}`);
  return Object.fromEntries(
    Object.entries(limits).map(([name, value]) => {
      if (!Object.hasOwn(limitOptions, name))
        throw file.refuseKey(
          ['limits', name],
          `unknown limit ${JSON.stringify(name)}; allowed: ${available(known, name)}`,
        );
      const text = String(value);
      try {
        parseValue(name, limitOptions[name as LimitName], text);
      } catch (error) {
        throw isHostspecError(error) ? file.refuse(['limits', name], error.message) : error;
      }
      return [name, text];
    }),
  );
}

function wrong(file: OptionFile, at: KeyPath, value: unknown, allowed: string): Error {
  const key = at.filter((each) => typeof each === 'string').join('.');
  return file.refuse(at, `${key} is ${JSON.stringify(value)}; allowed: ${allowed}`);
}
