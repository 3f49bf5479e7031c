import { lstatSync } from 'node:fs';
import type { Denials } from '@hostspec/engine';
import { absolutePath, mangleCommand, pathMatcher } from '@hostspec/host-kit';
import { type Catalog, hasWildcard, nameMatcher, nearest } from '@hostspec/spec';
import { type PolicyOptions, subjectOf } from '../options.js';
import type { DenialFile, DenialKey } from './denial-file.js';
import type { LineExpression } from './line-expressions.js';

/** What must not be collected on this host. */
export interface Denied {
  readonly denials: Denials;
  /** Why a path below the tree of a host, in an archive of insights-core or sos, is left out of a copy. */
  member(path: string): string | undefined;
  /** Lines of content that are left out. */
  readonly texts: readonly string[];
  readonly expressions: readonly LineExpression[];
  /** Words that are masked. */
  readonly keywords: readonly string[];
}

/** What the files of this machine say must not be collected. */
export interface DeniedHere extends Denied {
  readonly files: readonly Pick<DenialFile, 'path' | 'specs'>[];
}

/** The file of denials that is read if no other is named. */
export const defaultDenialPath = '/etc/hostspec/deny.yaml';

const ownKeys: readonly DenialKey[] = ['specs', 'files', 'commands', 'patterns', 'keywords'];

/** The files of insights-client, which are read as they are. */
const insightsFiles: readonly (readonly [string, readonly DenialKey[]])[] = [
  ['/etc/insights-client/file-redaction.yaml', ['commands', 'files', 'components']],
  ['/etc/insights-client/file-content-redaction.yaml', ['patterns', 'keywords']],
];

/** The files on a host that say what must not be collected there, each with the keys that it may have. */
export const hostDenialFiles = [[defaultDenialPath, ownKeys] as const, ...insightsFiles];

/**
 * Reads what must not be collected: from the file that was chosen, or /etc/hostspec/deny.yaml, and from the files of insights-client; undefined if there
 * are no such files.
 *
 * @throws UsageError if one of them cannot be read or understood, so that nothing is collected against the owner's will.
 */
export async function readDenials(
  options: Pick<PolicyOptions, 'deny' | 'subject'> = {},
): Promise<DeniedHere | undefined> {
  const { deny } = options;
  const own = deny ?? defaultDenialPath;
  const named = [[own, ownKeys] as const, ...insightsFiles].filter(
    ([path]) => (path === own && deny !== undefined) || isThere(path),
  );
  if (named.length === 0) return undefined;
  const { readDenialFile } = await import('./denial-file.js');
  const files = await Promise.all(
    named.map(([path, keys]) => readDenialFile(path, subjectOf(options, 'deny'), keys)),
  );
  return { ...deniedBy(files), files };
}

/** What some files deny together. */
export function deniedBy(files: readonly DenialFile[]): Denied {
  return {
    ...denialsOf(files),
    texts: files.flatMap(({ texts }) => texts),
    expressions: files.flatMap(({ expressions }) => expressions),
    keywords: files.flatMap(({ keywords }) => keywords),
  };
}

/** Whether a file exists, even if it cannot be read: then it is an error later. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}

type Test = (given: string) => boolean;

function denialsOf(files: readonly DenialFile[]): Pick<Denied, 'denials' | 'member'> {
  const asked = (testsOf: (file: DenialFile) => readonly Test[]) => {
    const tests = files.map((file) => [file.path, testsOf(file)] as const);
    return (given: string): string | undefined => {
      const path = tests.find(([, each]) => each.some((test) => test(given)))?.[0];
      return path === undefined ? undefined : `left out by ${path}`;
    };
  };
  const file = asked(({ files: paths }) => paths.map(fileTest));
  const output = asked(({ commands }) => commands.map(outputTest));
  const denials: Denials = {
    spec: asked(({ specs, files: paths, commands }) =>
      [...specs.map(specName), ...[...paths, ...commands].filter((each) => /^\w+$/.test(each))].map(
        nameMatcher,
      ),
    ),
    file,
    command: asked(({ commands }) => commands.map(startTest)),
  };
  return {
    denials,
    member(given) {
      const path = given.replace(/^insights_containers\/[^/]+\//, '');
      const [, name] = /^(?:insights_commands|sos_commands\/[^/]+)\/(.+)$/.exec(path) ?? [];
      return name === undefined ? file(`/${path}`) : output(name);
    },
  };
}

/** The name or glob of specs, without the name of a module that insights-client has before it. */
const specName = (written: string): string => written.slice(written.lastIndexOf('.') + 1);

const fileTest = (pattern: string): Test => {
  const path = absolutePath(pattern);
  const isPath = startTest(path);
  if (!hasWildcard(path)) return isPath;
  const matches = pathMatcher(path);
  // A wildcard can also be a character of a name.
  return (given) => isPath(given) || matches(given);
};

/** Whether an output has the name of a command that is the pattern, or starts with it. */
const outputTest = (pattern: string): Test => {
  const name = mangleCommand(pattern);
  return (given) => given === name || given.startsWith(`${name}_`);
};

/** Whether something is the pattern, or starts with it and a blank. */
const startTest =
  (pattern: string): Test =>
  (given) =>
    given === pattern || given.startsWith(`${pattern} `);

/** A message for each name of specs, or glob, in files of denials that no spec of a catalog matches. */
export function unknownDenials(
  { files }: Pick<DeniedHere, 'files'>,
  { specs }: Pick<Catalog, 'specs'>,
): string[] {
  const names = Object.keys(specs);
  return files.flatMap(({ path, specs: written }) =>
    written.flatMap((each) => {
      const wanted = specName(each);
      if (names.some(nameMatcher(wanted))) return [];
      const meant = nearest(wanted, names);
      const hint =
        meant.length > 0 ? `did you mean ${meant.join(' or ')}?` : 'hostspec catalog lists all names';
      return `${path}: no spec of this catalog matches ${JSON.stringify(each)}, so it leaves out nothing; ${hint}`;
    }),
  );
}
