import { splitWords } from '../text/command-line.js';
import { CatalogError, invalid, type KeyPath } from '../text/errors.js';
import { isObject } from '../text/is-object.js';
import { available } from '../text/nearest.js';
import { type ArgumentKind, collectionTypeFacts, collectionTypes } from './collection-types.js';
import { parseFor } from './distribution.js';
import { checkEndpoint } from './endpoint.js';
import { textForms } from './text-forms.js';
import type { CollectionSpec, ProviderArgument, Spec, SpecOptions } from './types.js';
import { maxSeconds } from './window.js';

const addedOptions = /^(-r|--reverse|-S|-U|--since(=.*)?|--until(=.*)?)$/;

type OptionKind = readonly [accepts: (value: unknown) => boolean, allowed: string];

const flag: OptionKind = [(value) => typeof value === 'boolean', 'true or false'];
const text: OptionKind = [isText, 'a non-empty string'];

const optionKinds: { readonly [K in keyof Required<SpecOptions>]: OptionKind } = {
  doc: text,
  keepRc: flag,
  emptyRc: [(value) => isListOf(value, isFailure), 'a list of exit statuses from 1 to 255'],
  absentWhen: [
    (value) => isListOf(value, (each) => isFailure(each) || isText(each)),
    'a list of exit statuses from 1 to 255 and of texts in the output',
  ],
  saveAs: text,
  signal: [(value) => value === 'SIGTERM' || value === 'SIGKILL', 'SIGTERM or SIGKILL'],
  env: [
    (value) => isObject(value) && Object.values(value).every((v) => typeof v === 'string'),
    'an object of variable names and strings',
  ],
  inheritEnv: [isTexts, 'a list of variable names'],
  timeout: [
    (value) => typeof value === 'number' && value > 0 && value <= maxSeconds,
    `seconds, more than 0 and at most ${maxSeconds}`,
  ],
  raw: flag,
  container: [(value) => value === 'file' || value === 'command', 'file or command'],
  nestedCommandLine: flag,
  secret: [(value) => value === 'curl-config', 'curl-config'],
  endpoint: [
    (value) =>
      isObject(value) && isText(value.setting) && isText(value.url) && checkEndpoint(value.url) === undefined,
    'an object with the name of a setting and a url without a path',
  ],
  origin: text,
  licence: [textForms.licence.accepts, textForms.licence.words],
  for: [(value) => isTexts(value) && value.length > 0, `a list of ${textForms.for.words}`],
  log: [
    (value) => isPart(value, ['newest', 'newestEach']),
    `an object with newest (bytes), and if wanted newestEach (bytes) and window (${textForms.window.words})`,
  ],
  journal: [
    (value) => isPart(value, ['newest'], ['first']),
    `an object with newest (bytes), and if wanted window (${textForms.window.words}) and first (true)`,
  ],
  onRequest: [(value) => value === true, 'true'],
  when: [isCondition, 'a condition by name, or all, any or not of conditions'],
  effects: [
    isEffects,
    'network, loadsModules and needsRoot (true or false), and changesState with what it changes',
  ],
};

const whole = Object.keys(optionKinds);

const wholeOnly: readonly string[] = [
  'doc',
  'licence',
  'for',
  'log',
  'journal',
  'onRequest',
] satisfies readonly (keyof SpecOptions)[];

/** The names of the options that a whole spec can have beside its type and arguments, and of those that one inside another can have. */
export const optionNames: Readonly<Record<'whole' | 'nested', readonly string[]>> = {
  whole,
  nested: whole.filter((name) => !wholeOnly.includes(name)),
};

/** Checks one spec's name and data. @throws CatalogError `INVALID_NAME`, `INVALID_SPEC` or `INVALID_COMMAND_LINE`. */
export function checkSpec(name: string, spec: unknown): asserts spec is Spec {
  for (const problem of specProblems(name, spec)) throw problem;
}

/** Every problem of one spec's name and data, in the order of the data; each is an error that `checkSpec` would throw. */
export function* specProblems(name: string, spec: unknown): Generator<CatalogError, void> {
  if (!textForms.name.accepts(name))
    yield new CatalogError(
      'INVALID_NAME',
      `spec name ${JSON.stringify(String(name).slice(0, 80))} is not allowed; allowed: ${textForms.name.words}`,
      {
        subject: name,
        value: name,
      },
    );
  yield* argumentsProblems(name, spec, []);
}

type Problems = Generator<CatalogError, void>;

function* argumentsProblems(name: string, spec: unknown, at: KeyPath): Problems {
  if (!isObject(spec)) return yield invalid(name, at, spec, 'an object with a type and its arguments');
  const top = at.length === 0;
  const { type } = spec;
  if (!isCollectionType(type))
    return yield invalid(name, [...at, 'type'], type, `one of ${collectionTypes.join(', ')}`);
  const known = optionNames[top ? 'whole' : 'nested'];
  const kinds: Readonly<Record<string, ArgumentKind>> = collectionTypeFacts[type].arguments;
  for (const [key, kind] of Object.entries(kinds))
    yield* argumentProblems(name, [...at, key], kind, spec[key]);
  for (const [key, value] of Object.entries(spec)) {
    if (key === 'type' || Object.hasOwn(kinds, key) || value === undefined) continue;
    const option = known.includes(key) ? optionKinds[key as keyof SpecOptions] : undefined;
    if (!option) yield unknownKey(name, [...at, key], [...Object.keys(kinds), ...known], { type, value });
    else if (!option[0](value)) yield invalid(name, [...at, key], value, option[1]);
  }
  if (!top) return;
  if (spec.doc === undefined)
    yield invalid(name, ['doc'], spec.doc, 'one line that says what it shows and why');
  yield* linuxOptionProblems(name, spec);
}

function* argumentProblems(name: string, at: KeyPath, kind: ArgumentKind, value: unknown): Problems {
  if (kind === 'text or null' && value === null) return;
  if (kind === 'text' || kind === 'text or null') {
    if (!isText(value)) yield invalid(name, at, value, 'a non-empty string');
    else if (at.at(-1) === 'command') yield* commandLineProblems(name, at, value);
  } else if (kind === 'texts') {
    if (!isTexts(value) || value.length === 0) yield invalid(name, at, value, 'a non-empty list of strings');
  } else if (kind === 'spec') {
    yield* argumentsProblems(name, value, at);
  } else if (kind === 'specs') {
    if (!Array.isArray(value) || value.length === 0)
      yield invalid(name, at, value, 'a non-empty list of specs');
    else for (const [index, each] of value.entries()) yield* argumentsProblems(name, each, [...at, index]);
  } else yield* providerProblems(name, at, value);
}

function* providerProblems(name: string, at: KeyPath, value: unknown): Problems {
  const allowed = 'a provider by name, a listdir or a simple_command';
  if (!isObject(value)) yield invalid(name, at, value, allowed);
  else if ('provider' in value) {
    if (!isText(value.provider))
      yield invalid(name, [...at, 'provider'], value.provider, 'the name of a provider');
  } else {
    yield* argumentsProblems(name, value, at);
    if (isCollectionType(value.type) && value.type !== 'listdir' && value.type !== 'simple_command')
      yield invalid(name, [...at, 'type'], value.type, allowed);
  }
}

function* commandLineProblems(name: string, at: KeyPath, line: string): Problems {
  const problem = (message: string, cause?: unknown): CatalogError =>
    new CatalogError('INVALID_COMMAND_LINE', `spec ${name}: ${message}`, {
      subject: name,
      value: line,
      at,
      ...(cause === undefined ? {} : { cause }),
    });
  try {
    const [program = ''] = splitWords(line);
    if (program === '') yield problem(`command line ${JSON.stringify(line)} names no program`);
  } catch (error) {
    yield problem((error as Error).message, error);
  }
}

/** Whether an element source is a provider by name, rather than an inline listdir or command. */
export function isReference(source: ProviderArgument): source is { readonly provider: string } {
  return 'provider' in source;
}

function unknownKey(
  name: string,
  at: KeyPath,
  known: readonly string[],
  { type, value }: { readonly type: CollectionSpec['type']; readonly value: unknown },
): CatalogError {
  return new CatalogError(
    'INVALID_SPEC',
    `spec ${name}: no such key: ${at.join('.')}; ${type} takes ${available(known, String(at.at(-1)))}`,
    { subject: name, value, at },
  );
}

function isCollectionType(value: unknown): value is CollectionSpec['type'] {
  return (collectionTypes as readonly unknown[]).includes(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('\0');
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isItem);
}

function isFailure(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 255;
}

function isStateChange(value: unknown): boolean {
  return isObject(value) && isText(value.what) && (value.arguments === undefined || isTexts(value.arguments));
}

function isEffects(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.entries(value).every(([key, effect]) =>
      key === 'changesState'
        ? isStateChange(effect)
        : ['network', 'loadsModules', 'needsRoot'].includes(key) && typeof effect === 'boolean',
    )
  );
}

function isCondition(value: unknown): boolean {
  if (!isObject(value) || Object.keys(value).length !== 1) return false;
  if ('condition' in value) return isText(value.condition);
  if ('not' in value) return isCondition(value.not);
  const list = value.all ?? value.any;
  return Array.isArray(list) && list.length > 0 && list.every(isCondition);
}

/** Whether a value says which part of text logs or the journal is kept, with limits of these names and these that can be true. */
function isPart(value: unknown, limits: readonly string[], flags: readonly string[] = []): boolean {
  if (typeof value !== 'object' || value === null || !('newest' in value)) return false;
  return Object.entries(value).every(([key, each]) =>
    key === 'window'
      ? textForms.window.accepts(each)
      : (flags.includes(key) && each === true) ||
        (limits.includes(key) && Number.isSafeInteger(each) && Number(each) > 0),
  );
}

/** What is wrong with the options `for`, `log` and `journal` of a spec, each of which is of the right kind by itself. */
function* linuxOptionProblems(
  name: string,
  spec: Readonly<Record<string, unknown>>,
): Generator<CatalogError, void> {
  if (Array.isArray(spec.for))
    for (const [index, text] of spec.for.entries()) {
      const found = typeof text === 'string' ? parseFor(text) : undefined;
      if (found && 'allowed' in found) yield invalid(name, ['for', index], text, found.allowed);
    }
  if (spec.log !== undefined && (spec.type === 'listdir' || 'command' in spec))
    yield invalid(name, ['log'], spec.log, `no log for a ${spec.type}; only for types that read files`);
  if (spec.journal === undefined) return;
  const [program, ...words] = typeof spec.command === 'string' ? wordsOf(spec.command) : [];
  if (program === undefined || !program.endsWith('/journalctl'))
    yield invalid(name, ['journal'], spec.journal, 'no journal, unless the command is journalctl');
  for (const word of words)
    if (addedOptions.test(word))
      yield invalid(
        name,
        ['command'],
        spec.command,
        `with journal, a command without ${word}, which is added`,
      );
}

/** The words of a command line, none if it has none: then that is the problem to report. */
function wordsOf(line: string): readonly string[] {
  try {
    return splitWords(line);
  } catch {
    return [];
  }
}
