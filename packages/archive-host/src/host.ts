import {
  type ArchiveKind,
  type CollectingHost,
  type CommandEnd,
  type CommandResult,
  type Cut,
  checkLimits,
  defaultMaxItemBytes,
  type FileFacts,
  type GlobTree,
  giveBytes,
  globOver,
  type HostError,
  type HostProblem,
  hostError,
  isHostError,
  joinWords,
  maxReadBytes,
  normalize,
  onceFor,
  runWords,
  splitWords,
  storedHostname,
  type TakePiece,
  textLines,
} from '@hostspec/spec';
import { equivalentsOf } from './equivalents.js';
import { giveArchived } from './give-archived.js';
import { hostspecLayout } from './hostspec-layout.js';
import { insightsLayout } from './insights-layout.js';
import { type Layout, type MakeLayout, treeLayout } from './layout.js';
import { sosLayout } from './sos-layout.js';
import { type ArchivedFile, type ArchiveSource, readArchived } from './source.js';
import type { StoredOutput } from './stored-output.js';

/** Options for using an archive as a host. */
export interface ArchiveHostOptions {
  /** Limit in bytes for one file or output. Default 200 MiB. */
  readonly maxItemBytes?: number;
}

const layouts: Readonly<Record<ArchiveKind, MakeLayout>> = {
  hostspec: hostspecLayout,
  insights: insightsLayout,
  'insights-host': insightsLayout,
  sos: sosLayout,
  tree: treeLayout,
};
/** Limit for everything that providers and conditions read; collected content is not held in memory. */
const maxProviderBytes = 256 * 1024 * 1024;

/**
 * Presents an open archive as the host that it came from: files come from the archive, commands return the stored output,
 * and nothing is executed.
 *
 * @throws HostspecError `INVALID_ARCHIVE` if the files do not come from a host; UsageError for an invalid limit.
 */
export async function createArchiveHost(
  source: ArchiveSource,
  { maxItemBytes = defaultMaxItemBytes }: ArchiveHostOptions = {},
): Promise<CollectingHost> {
  checkLimits({ maxItemBytes });
  const layout = await layouts[source.kind](source);
  const read = providerReader();
  let stopped: string | undefined;

  const run = onceFor(JSON.stringify, async (argv: readonly string[]): Promise<CommandResult> => {
    const { file, convert, ...outcome } = await outputOf(layout, argv);
    const bytes = file ? await read(file).catch(problemOf) : Buffer.alloc(0);
    if ('problem' in bytes) return { rc: undefined, output: Buffer.alloc(0), ...bytes };
    const output = convert ? Buffer.from(convert(bytes.toString())) : bytes;
    return { ...endOf(outcome), rc: outcome.rc, output };
  });

  /** Called before each access: an archive could still be read, but the run has ended. */
  const ready = (): void => {
    if (stopped !== undefined) throw hostError('failed', stopped);
  };

  return {
    executes: false,
    root: source.path,
    async hostname() {
      if (source.manifest) return source.manifest.hostname;
      const printed = textLines(new TextDecoder().decode((await run(['/bin/hostname'])).output))[0]?.trim();
      return await storedHostname({ readFile: (path) => read(fileAt(layout, path)) }, printed || undefined);
    },
    async readFile(path) {
      ready();
      return await read(fileAt(layout, path));
    },
    async readInto(path, take, { raw, maxBytes = maxItemBytes } = {}) {
      ready();
      const most = Math.min(maxBytes, maxItemBytes);
      const cut = await giveArchived(fileAt(layout, path), take, { maxBytes: most, raw, keep: 'end' });
      return layout.cut?.(normalize(path)) ?? cut;
    },
    async stat(path) {
      ready();
      return statAt(layout, path);
    },
    async look(path) {
      ready();
      const facts = factsAt(layout, path);
      if (facts) return facts;
      if (layout.listing?.(normalize(path))) return { kind: 'directory', size: 0, modified: 0 };
      throw absent(layout, path);
    },
    async list(path) {
      ready();
      const listing = layout.listing?.(normalize(path));
      return listing ? textLines((await read(listing)).toString()).sort() : namesIn(layout, path);
    },
    async glob(patterns, options) {
      ready();
      return await globOver(patterns, globTree(layout), options);
    },
    run: runWords(async (argv) =>
      stopped === undefined
        ? await run(argv)
        : { rc: undefined, output: new Uint8Array(), problem: 'failed', reason: stopped },
    ),
    async runInto(argv, take, { maxBytes = maxItemBytes } = {}) {
      if (stopped !== undefined) return { problem: 'failed', reason: stopped };
      const output = await outputOf(layout, argv);
      const given = await giveOutput(output, take, Math.min(maxBytes, maxItemBytes));
      const cut = output.cut ?? given;
      return { ...endOf(output), ...(cut === undefined ? {} : { cut }) };
    },
    async which(program) {
      if (statAt(layout, program)?.kind === 'file') return program;
      if (program.includes('/')) return layout.hadProgram(program) ? program : undefined;
      return layout.hadProgram(program) ? `/usr/bin/${program}` : undefined;
    },
    async stop(reason) {
      stopped ??= reason;
      return 0;
    },
    notEntered: () => [],
  };
}

/** Makes the function that reads files for providers and conditions, up to their limit. */
function providerReader(): (file: ArchivedFile) => Promise<Buffer> {
  let provided = 0;
  return async (file) => {
    provided += Math.min(file.bytes, maxReadBytes);
    if (provided > maxProviderBytes)
      throw hostError(
        'refused',
        `providers asked for more than ${maxProviderBytes} bytes of this archive, which is their limit`,
      );
    return await readArchived(file, maxReadBytes);
  };
}

function fileAt(layout: Layout, path: string): ArchivedFile {
  const entry = layout.tree.find(path);
  if (entry?.kind === 'directory') throw hostError('refused', `${path}: is a directory, not a regular file`);
  if (entry === undefined) throw absent(layout, path);
  return entry.file;
}

function factsAt({ tree }: Layout, path: string): FileFacts | undefined {
  const entry = tree.find(path);
  if (entry === undefined) return undefined;
  return { kind: entry.kind, size: entry.kind === 'file' ? entry.file.bytes : 0, modified: 0 };
}

/** The facts, or undefined if the path leads nowhere. */
function statAt(layout: Layout, path: string): FileFacts | undefined {
  try {
    return factsAt(layout, path);
  } catch (error) {
    if (isHostError(error)) return undefined;
    throw error;
  }
}

/** What the archive has the content of: a listing may name more. */
function globTree(layout: Layout): GlobTree {
  return { list: (path) => namesIn(layout, path), stat: (path) => statAt(layout, path) };
}

/** The names in a directory whose contents the archive has, sorted. */
function namesIn(layout: Layout, path: string): string[] {
  const entry = layout.tree.find(path);
  if (entry?.kind === 'directory') return [...entry.names].sort();
  throw entry ? hostError('refused', `${path}: is not a directory`) : absent(layout, path);
}

async function outputOf(layout: Layout, argv: readonly string[]): Promise<Output> {
  const stored = await layout.output(argv);
  if (stored?.file || stored?.rc !== undefined) return stored;
  const line = joinWords(argv);
  for (const { command, convert } of equivalentsOf(line)) {
    const other = await layout.output(splitWords(command));
    if (other?.file) return { ...other, ...(convert && { convert }) };
  }
  return stored ?? { problem: 'absent', reason: `the archive has no output of ${line}` };
}

/** A stored output, and how to convert it if it comes from another command. */
type Output = StoredOutput & { readonly convert?: (output: string) => string };

async function giveOutput(
  { file, convert }: Output,
  take: TakePiece,
  maxBytes: number,
): Promise<Cut | undefined> {
  if (!file || file.bytes === 0) return undefined;
  if (!convert) return giveArchived(file, take, { maxBytes, keep: 'start' });
  const output = Buffer.from(convert((await readArchived(file, maxReadBytes)).toString()));
  return giveBytes(output, take, maxBytes);
}

function endOf({ rc, problem, reason }: Output): CommandEnd {
  const why = reason ?? problem;
  return {
    ...(rc === undefined ? {} : { rc }),
    ...(problem === undefined ? {} : { problem }),
    ...(why === undefined ? {} : { reason: why }),
  };
}

/** A host's error as a command's problem. */
function problemOf(error: unknown): { readonly problem: HostProblem; readonly reason: string } {
  if (!isHostError(error)) throw error;
  return { problem: error.problem, reason: error.message };
}

function absent(layout: Layout, path: string): HostError {
  const missing = layout.missing?.(normalize(path));
  return missing
    ? hostError(missing.problem, missing.reason)
    : hostError('absent', `${path}: not in the archive`);
}
