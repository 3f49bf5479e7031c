import {
  checkLimits,
  defined,
  type GlobTree,
  giveBytes,
  globOver,
  ledTo,
  normalize,
  onceFor,
  runWords,
  storedHostname,
} from '@hostspec/host-kit';
import {
  type ArchivedRun,
  type CollectingHost,
  type CommandEnd,
  type CommandResult,
  type Cut,
  defaultMaxItemBytes,
  type FileFacts,
  type HostError,
  type HostProblem,
  hostError,
  isHostError,
  maxReadBytes,
  type TakePiece,
  textLines,
} from '@hostspec/spec';
import { type Output, outputOf } from './equivalents.js';
import { type ArchivedFile, giveArchived, type OpenedArchive, readArchived } from './opened-archive.js';
import type { ArchiveView } from './view.js';
import { viewOf } from './views.js';

/** Options of `createArchiveHost`. */
export interface ArchiveHostOptions {
  /** Most bytes of one file or output. Default: 200 MiB. */
  readonly maxItemBytes?: number;
}

/** Most bytes that providers and conditions read in all. Collected content is not held in memory. */
const maxProviderBytes = 256 * 1024 * 1024;

/**
 * Presents an open archive as its host: files come from the archive, commands return stored output, and nothing is executed.
 *
 * @throws HostspecError `INVALID_ARCHIVE` if the files do not come from a host; UsageError for an invalid limit.
 */
export async function createArchiveHost(
  archive: OpenedArchive,
  { maxItemBytes = defaultMaxItemBytes }: ArchiveHostOptions = {},
): Promise<CollectingHost> {
  checkLimits({ maxItemBytes });
  const view = await viewOf(archive);
  const read = providerReader();
  let stopped: string | undefined;

  const run = onceFor(JSON.stringify, async (argv: readonly string[]): Promise<CommandResult> => {
    const { file, convert, ...outcome } = await outputOf(view, argv);
    const bytes = file ? await read(file).catch(problemOf) : Buffer.alloc(0);
    if ('problem' in bytes) return { rc: undefined, output: Buffer.alloc(0), ...bytes };
    const output = convert ? Buffer.from(convert(bytes.toString())) : bytes;
    return { ...endOf(outcome), rc: outcome.rc, output };
  });

  /** Throws after a stop: the archive could still be read, but the run is over. */
  const ready = (): void => {
    if (stopped !== undefined) throw hostError('failed', stopped);
  };

  return {
    executes: false,
    root: archive.path,
    archived: archivedRun(archive),
    async hostname() {
      if (archive.manifest) return archive.manifest.hostname;
      const printed = textLines(new TextDecoder().decode((await run(['/bin/hostname'])).output))[0]?.trim();
      return await storedHostname({ readFile: (path) => read(fileAt(view, path)) }, printed || undefined);
    },
    async readFile(path, { maxBytes } = {}) {
      ready();
      return await read(fileAt(view, path), maxBytes);
    },
    async readInto(path, take, { raw, part, maxBytes = maxItemBytes } = {}) {
      ready();
      const most = Math.min(maxBytes, maxItemBytes);
      const cut = await giveArchived(fileAt(view, path), take, { maxBytes: most, raw, part, keep: 'end' });
      return view.cut?.(normalize(path)) ?? cut;
    },
    async stat(path) {
      ready();
      return statAt(view, path);
    },
    async look(path) {
      ready();
      const facts = factsAt(view, path);
      if (facts) return facts;
      if (view.listing?.(normalize(path))) return { kind: 'directory', size: 0, modified: 0 };
      throw absent(view, path);
    },
    async list(path) {
      ready();
      const listing = view.listing?.(normalize(path));
      return listing ? textLines((await read(listing)).toString()).sort() : namesIn(view, path);
    },
    async glob(patterns, options) {
      ready();
      return await globOver(patterns, globTree(view), options);
    },
    run: runWords(async (argv) =>
      stopped === undefined
        ? await run(argv)
        : { rc: undefined, output: new Uint8Array(), problem: 'failed', reason: stopped },
    ),
    async runInto(argv, take, { maxBytes = maxItemBytes } = {}) {
      if (stopped !== undefined) return { problem: 'failed', reason: stopped };
      const output = await outputOf(view, argv);
      const given = await giveOutput(output, take, Math.min(maxBytes, maxItemBytes));
      const cut = output.cut ?? given;
      return { ...endOf(output), ...defined({ cut }) };
    },
    async which(program) {
      if (statAt(view, program)?.kind === 'file') return program;
      if (program.includes('/')) return view.hadProgram(program) ? program : undefined;
      return view.hadProgram(program) ? `/usr/bin/${program}` : undefined;
    },
    async stop(reason) {
      stopped ??= reason;
      return 0;
    },
    stopped: () => stopped,
    notEntered: () => [],
  };
}

function archivedRun({ kind, manifest }: OpenedArchive): ArchivedRun {
  const { target, machineId, bootId, collectedFrom, interrupted } = manifest ?? {};
  return {
    kind: collectedFrom ?? kind,
    ...(target !== undefined && { target }),
    ...(machineId !== undefined && { machineId }),
    ...(bootId !== undefined && { bootId }),
    ...(interrupted !== undefined && { interrupted }),
  };
}

/** Creates the reader of files for providers and conditions, up to their limit. */
function providerReader(): (file: ArchivedFile, maxBytes?: number) => Promise<Buffer> {
  let provided = 0;
  return async (file, maxBytes = maxReadBytes) => {
    const most = Math.min(maxBytes, maxReadBytes);
    provided += Math.min(file.bytes, most);
    if (provided > maxProviderBytes)
      throw hostError(
        'refused',
        `providers asked for more than ${maxProviderBytes} bytes of this archive, which is their limit`,
      );
    return await readArchived(file, most);
  };
}

function fileAt(view: ArchiveView, path: string): ArchivedFile {
  const entry = view.tree.find(path);
  if (entry?.kind === 'directory') throw hostError('refused', `${path}: is a directory, not a regular file`);
  if (entry === undefined) throw absent(view, path);
  return entry.file;
}

function factsAt({ tree }: ArchiveView, path: string): FileFacts | undefined {
  const entry = tree.find(path);
  if (entry === undefined) return undefined;
  const { kind, place } = entry;
  return { kind, size: kind === 'file' ? entry.file.bytes : 0, modified: 0, ...ledTo(place, path) };
}

function statAt(view: ArchiveView, path: string): FileFacts | undefined {
  try {
    return factsAt(view, path);
  } catch (error) {
    if (isHostError(error)) return undefined;
    throw error;
  }
}

/** Searches what the archive has the content of; a listing may name more. */
function globTree(view: ArchiveView): GlobTree {
  return { list: (path) => namesIn(view, path), stat: (path) => statAt(view, path) };
}

/** Sorted names in a directory, as far as the archive has their content. */
function namesIn(view: ArchiveView, path: string): string[] {
  const entry = view.tree.find(path);
  if (entry?.kind === 'directory') return [...entry.names].sort();
  throw entry ? hostError('refused', `${path}: is not a directory`) : absent(view, path);
}

async function giveOutput(
  { file, convert }: Output,
  take: TakePiece,
  maxBytes: number,
): Promise<Cut | undefined> {
  if (!file) return undefined;
  if (!convert) return giveArchived(file, take, { maxBytes, keep: 'start' });
  const output = Buffer.from(convert((await readArchived(file, maxReadBytes)).toString()));
  return giveBytes(output, take, maxBytes);
}

function endOf({ rc, problem, reason }: Output): CommandEnd {
  return defined({ rc, problem, reason: reason ?? problem });
}

/** Converts a HostError to the problem of a command. */
function problemOf(error: unknown): { readonly problem: HostProblem; readonly reason: string } {
  if (!isHostError(error)) throw error;
  return { problem: error.problem, reason: error.message };
}

/** The error for a path that an archive does not have, with the reason if the archive tells it. */
export function absent(view: ArchiveView, path: string): HostError {
  const missing = view.missing?.(normalize(path));
  return missing
    ? hostError(missing.problem, missing.reason)
    : hostError('absent', `${path}: not in the archive`);
}
