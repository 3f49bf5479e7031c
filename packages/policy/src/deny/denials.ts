import { lstatSync } from 'node:fs';
import type { Denials } from '@hostspec/engine';
import { absolutePath, mangleCommand, pathMatcher } from '@hostspec/host-kit';
import { type Catalog, hasWildcard, nameMatcher, nearest } from '@hostspec/spec';
import { type PolicyOptions, subjectOf } from '../options.js';
import type { ContentDenials, DenialFile, DenialKey } from './denial-file.js';

/** The denials for a host. */
export interface Denied extends ContentDenials {
  readonly denials: Denials;
  /** The reason why a path in the tree of a host, in an archive of insights-core or sos, is left out of a copy. */
  member(path: string): string | undefined;
}

/** The denials in the files of this machine. */
export interface DeniedHere extends Denied {
  readonly files: readonly Pick<DenialFile, 'path' | 'specs'>[];
}

/** The file of denials that is read by default. */
export const defaultDenialPath = '/etc/hostspec/deny.yaml';

const ownKeys: readonly DenialKey[] = ['specs', 'files', 'commands', 'patterns', 'keywords'];

/** The files of insights-client, which are read unchanged. */
const insightsFiles: readonly (readonly [string, readonly DenialKey[]])[] = [
  ['/etc/insights-client/file-redaction.yaml', ['commands', 'files', 'components']],
  ['/etc/insights-client/file-content-redaction.yaml', ['patterns', 'keywords']],
];

/** The files on a host with denials for it, each with the keys that it may have. */
export const hostDenialFiles = [[defaultDenialPath, ownKeys] as const, ...insightsFiles];

/**
 * Reads the denials: from the chosen file, or /etc/hostspec/deny.yaml, and from the files of insights-client. Undefined if there are no
 * such files.
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

/** Combines the denials of several files. */
export function deniedBy(files: readonly DenialFile[]): Denied {
  return {
    ...denialsOf(files),
    texts: files.flatMap(({ texts }) => texts),
    expressions: files.flatMap(({ expressions }) => expressions),
    keywords: files.flatMap(({ keywords }) => keywords),
  };
}

/** True if a file exists, even if it cannot be read, which is an error later. */
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

/** A name or glob of specs, without the module that insights-client writes before it. */
const specName = (written: string): string => written.slice(written.lastIndexOf('.') + 1);

const fileTest = (pattern: string): Test => {
  const path = absolutePath(pattern);
  const isPath = startTest(path);
  if (!hasWildcard(path)) return isPath;
  const matches = pathMatcher(path);
  // A wildcard can also be a character of a name.
  return (given) => isPath(given) || matches(given);
};

/** True if an output has the name of a command that is the pattern, or starts with it. */
const outputTest = (pattern: string): Test => {
  const name = mangleCommand(pattern);
  return (given) => given === name || given.startsWith(`${name}_`);
};

/** True if a text is the pattern, or starts with it and a blank. */
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
