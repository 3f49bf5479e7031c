import { closeSync, readdirSync, realpathSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { errorWords, openRegular } from '@hostspec/files';
import { didYouMean, HostspecError, isHostspecError } from '@hostspec/spec';
import { type ArchiveFile, type ArchiveIndex, type SkippedMember, shownPath } from '../archive-index.js';
import {
  type ArchiveLimits,
  invalidArchive,
  jsonReaderOf,
  overLimit,
  withDefaults,
} from '../archive-limits.js';
import { fleetStateName, linesName } from '../archive-name.js';
import { fileFormats } from '../file-formats.js';
import type { FileFormatName } from '../formats.js';
import { type Manifest, manifestName } from '../manifest.js';
import type { Archive, ArchiveItem, ArchiveOutcome } from './archive.js';
import {
  type ArchiveLayout,
  type ArchiveTree,
  allMarks,
  isMark,
  layoutOf,
  treeOf,
} from './archive-layout.js';
import { firstBytes, type OpenFile } from './decompress.js';
import { indexDirectory } from './directory-index.js';
import { insightsOutcomes } from './insights-outcomes.js';
import { startBytes } from './member.js';
import { readManifest } from './read-manifest.js';
import { indexTar } from './tar-members.js';

/** Options of `openArchive`. */
export interface OpenArchiveOptions {
  /** Default: `defaultLimits`. */
  readonly limits?: Partial<ArchiveLimits>;
  /** Directory for the nameless file with the content of an open tar or NDJSON. Default: the system's temporary directory. */
  readonly temporaryDirectory?: string;
  /** Called with the number of bytes of each piece that is read of the archive's file. */
  readonly read?: (bytes: number) => void;
}

/**
 * Opens an archive of hostspec or insights-core, a sos report or a host's tree: a directory, a tar (gzip; xz, bzip2 and zstd with their
 * programs), or NDJSON. Writes only one nameless file. Follows and runs nothing in the archive.
 *
 * @throws HostspecError `INVALID_ARCHIVE` if the file is not an archive, is truncated or exceeds a limit; `NO_SPACE`.
 */
export async function openArchive(path: string, options: OpenArchiveOptions = {}): Promise<Archive> {
  const limits = withDefaults(options.limits);
  const index = await indexOf(path, limits, options);
  try {
    return await archiveOf(path, index, limits);
  } catch (error) {
    await index.close();
    throw error;
  }
}

async function indexOf(
  path: string,
  limits: ArchiveLimits,
  { temporaryDirectory = tmpdir(), read }: OpenArchiveOptions,
): Promise<ArchiveIndex> {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
      checkDirectory(path);
      return await indexDirectory(path, limits);
    }
    const file = { ...openFile(path), read };
    try {
      return await indexFile(file, limits, temporaryDirectory);
    } finally {
      closeSync(file.fd);
    }
  } catch (error) {
    throw notRead(path, error);
  }
}

/** Opens a regular file. @throws HostspecError `INVALID_ARCHIVE` if it is something else; the system's error. */
export function openFile(path: string): OpenFile {
  const opened = openRegular(path, 'follow');
  if (!opened) throw invalidArchive(path, 'it is not a regular file or a directory');
  return { path, fd: opened.fd, bytes: opened.stat.size };
}

/** The error for a path that cannot be opened or read. */
export function notRead(path: string, error: unknown): unknown {
  if (isHostspecError(error) || !(error instanceof Error && 'syscall' in error)) return error;
  return invalidArchive(path, errorWords(error), error);
}

/** The format of a file that starts with these bytes, unless it is a tar. */
export function formatOfStart(start: Buffer): FileFormatName | undefined {
  const names = Object.keys(fileFormats) as FileFormatName[];
  return names.find((name) => fileFormats[name].reader?.reads(start));
}

/** Indexes a tar, or a file in another format of hostspec. */
export async function indexFile(
  file: OpenFile,
  limits: ArchiveLimits,
  directory: string,
): Promise<ArchiveIndex> {
  const start = firstBytes(file, startBytes);
  if (/^PK(?:\x03\x04|\x05\x06)/.test(start.toString('latin1')))
    throw invalidArchive(file.path, 'it is a zip file; unpack it, and give the directory');
  const format = formatOfStart(start);
  const reader = format && fileFormats[format].reader;
  return await (reader?.index ?? indexTar)(file, limits, directory);
}

/** The command that lists the outcomes of an archive, for messages. */
export const outcomesCommand = 'hostspec read ARCHIVE';

/** Makes an archive of its index. */
export async function archiveOf(path: string, index: ArchiveIndex, limits: ArchiveLimits): Promise<Archive> {
  if (index.files.size + index.links.size + index.skipped.length === 0)
    throw invalidArchive(path, 'it is empty');
  const layout = layoutOf(index);
  const { kind, top, tree } = layout;
  const hostTree = treeOf(index, layout);
  const { files, links, find } = hostTree;
  const manifestFile = index.files.get(top + manifestName);
  const manifest = manifestFile && (await manifestOf(path, manifestFile, limits, index.skipped));
  const outcomes = await outcomesOf(path, index, layout, hostTree, manifest, limits);
  const own = [...index.files].flatMap(([name, file]) =>
    name.startsWith(tree) ? [] : [[name.slice(top.length), file] as const],
  );

  const items = (spec: string): ArchiveItem[] => {
    const outcome = outcomes.get(spec);
    if (!outcome)
      throw new HostspecError(
        'UNKNOWN_SPEC',
        `${path} contains no spec named ${JSON.stringify(spec)}; ${didYouMean(spec, outcomes.keys(), outcomesCommand)}`,
        { subject: spec, value: spec },
      );
    return outcome.items.map((record) => {
      const file = files.get(record.path) ?? find(record.path);
      if (!file) throw invalidArchive(path, `${tree}${shownPath(record.path)} of spec ${spec} is missing`);
      return { ...file, record };
    });
  };

  return {
    path: resolve(path),
    kind,
    manifest,
    skipped: index.skipped,
    outcomes,
    own: new Map(tree === top ? [] : own),
    files,
    links,
    find,
    items,
    close: () => index.close(),
  };
}

async function manifestOf(
  path: string,
  file: ArchiveFile,
  limits: ArchiveLimits,
  skipped: SkippedMember[],
): Promise<Manifest> {
  if (file.bytes > limits.jsonBytes) throw overLimit(path, limits, 'jsonBytes');
  return await readManifest(path, file, jsonReaderOf(limits), skipped);
}

async function outcomesOf(
  path: string,
  index: ArchiveIndex,
  layout: ArchiveLayout,
  hostTree: ArchiveTree,
  manifest: Manifest | undefined,
  limits: ArchiveLimits,
): Promise<ReadonlyMap<string, ArchiveOutcome>> {
  if (manifest) return new Map(manifest.outcomes.map((outcome) => [outcome.name, outcome]));
  const { metadata } = layout;
  return metadata === undefined ? new Map() : await insightsOutcomes(path, index, metadata, hostTree, limits);
}

/** Refuses a directory that is not an archive by the names at its top, because walking a whole file system could take for ever. */
function checkDirectory(path: string): void {
  if (isRunning(path))
    throw invalidArchive(path, 'it is the root of a running host, not an archive; collect the host first');
  const entries = readdirSync(path, { withFileTypes: true });
  const [only, ...others] = entries;
  const inFolder = only?.isDirectory() && others.length === 0 ? readdirSync(join(path, only.name)) : [];
  if (entries.length === 0 || entries.some(({ name }) => isMark(name)) || inFolder.some(isMark)) return;
  if (entries.some(({ name }) => name === linesName))
    throw invalidArchive(path, 'it has the archives of a run over several hosts; name one of them');
  if (entries.some(({ name }) => name === fleetStateName))
    throw invalidArchive(
      path,
      'it is a fleet, not an archive; use hostspec fleet check, report, changes, hosts, query or verify',
    );
  const inside = entries.find(({ name }) => /\.(?:tar(?:\.[a-z0-9]+)?|tgz|ndjson)$/.test(name));
  if (inside)
    throw invalidArchive(path, `it is not an archive, but has some; name one, such as ${inside.name}`);
  throw invalidArchive(
    path,
    `it is not an archive: it has none of ${allMarks.join(', ')}; name the directory that has one of them`,
  );
}

const procMagic = 0x9f_a0;

/** A tree with a mounted /proc changes while it is read, and has no end. */
function isRunning(path: string): boolean {
  if (realpathSync(path) === '/') return true;
  try {
    return statfsSync(join(path, 'proc')).type === procMagic;
  } catch {
    return false;
  }
}
