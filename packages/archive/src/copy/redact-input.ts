import { closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { usageError } from '@hostspec/host-kit';
import type { UsageError } from '@hostspec/spec';
import { invalidArchive } from '../archive-limits.js';
import type { Archive } from '../read/archive.js';
import type { ArchiveLayout } from '../read/archive-layout.js';
import { Unreadable } from '../read/content-start.js';
import type { Input } from '../read/input.js';
import { sinkError } from '../sink-error.js';
import { type ByteOutput, fileBytes, gzipTo } from '../write/gzip-file.js';
import { directoryWriter, type MemberWriter, tarWriter } from '../write/member-writer.js';
import { type CopyOptions, checkApart, type NewOutput, newOutput } from '../write/new-output.js';
import { streamName, writePatiently } from '../write/patience.js';
import { ownName } from '../write/place.js';
import { checkEnding } from '../write/target-path.js';
import { type CopyChange, type CopyDenials, memberDenials } from './copy-change.js';
import { copyMembers, maskContent } from './copy-members.js';
import { type MaskingReceivers, type MaskingWork, maskingWork } from './masking.js';
import { rewriteArchive } from './rewrite-archive.js';

/** Options of `redactInput`. */
export interface RedactOptions extends MaskingReceivers {
  /** Called before anything is written; returns how the copy differs. Gets the archive if the input is one of hostspec. */
  change(archive?: Archive): Promise<CopyChange> | CopyChange;
  readonly output: CopyOptions | StreamOutput;
  /** Aborts, and removes at once what was made. */
  readonly signal?: AbortSignal;
  /** Directory for nameless files. Default: the system's temporary directory. */
  readonly temporaryDirectory?: string;
}

/** An open file, such as standard output. It is not closed. */
interface StreamOutput {
  readonly fd: number;
  /** Writes content in place of `fd`, such as to a terminal. */
  readonly write?: (piece: Uint8Array) => void;
}

/**
 * Writes a masked copy of an input: an archive of hostspec in its format, another tar as tar.gz (as tar if the name ends in .tar), a
 * directory as a directory, anything else as a file. The copy appears at its path only when complete. Returns that path.
 *
 * @throws UsageError `INVALID_OPTION` for an output that is not allowed; HostspecError `INVALID_ARCHIVE`, `NO_SPACE`, `SINK`.
 */
export async function redactInput(input: Input, options: RedactOptions): Promise<string> {
  const { output } = options;
  if (!('fd' in output)) checkApart(input.path, output);
  if (input.form === 'own') return await redactArchive(input, options);
  const layout = input.form === 'file' ? undefined : await input.layout();
  if (layout?.kind === 'hostspec') return await redactArchive(input, options);
  if (input.form === 'tar' && !('fd' in output) && !output.path.endsWith('.tar'))
    checkEnding((output.optionName ?? ownName)('path'), output.path, 'tar.gz');
  const change = await options.change();
  return await withWork(input, options, change, async (work) => {
    if ('fd' in output) return await redactToStream(input, output, work);
    const made = newOutput(input.form === 'directory' ? 'directory' : 'file', output, options.signal);
    return await inside(made, work, () =>
      redactTo(input, { layout, denials: change.denials }, made, output.path, work),
    );
  });
}

async function withWork(
  input: Input,
  options: RedactOptions,
  { redaction, keepsPacked = false }: CopyChange,
  use: (work: MaskingWork) => Promise<string>,
): Promise<string> {
  const { path, limits, taken } = input;
  const work = maskingWork(
    { ...options, redaction, keepsPacked, path, limits, taken },
    options.temporaryDirectory ?? tmpdir(),
  );
  try {
    return await use(work);
  } finally {
    await work.close();
  }
}

async function redactArchive(input: Input, options: RedactOptions): Promise<string> {
  const { format } = input;
  const { output } = options;
  if ('fd' in output && format !== 'ndjson') throw notAStream(input);
  const archive = await input.archive();
  try {
    const { manifest } = archive;
    if (manifest === undefined) throw invalidArchive(input.path, 'manifest.json is missing');
    const change = await options.change(archive);
    return await withWork(input, options, change, (work) =>
      rewriteArchive(archive, manifest, format, output, work, change),
    );
  } finally {
    await archive.close();
  }
}

async function redactToStream(input: Input, { fd, write }: StreamOutput, work: MaskingWork): Promise<string> {
  if (input.form !== 'file') throw notAStream(input);
  const name = streamName(fd);
  await redactFile(
    input,
    { write: write ? async (piece) => write(piece) : (piece) => writeToStream(fd, name, piece) },
    work,
  );
  return name;
}

async function writeToStream(fd: number, name: string, piece: Uint8Array): Promise<void> {
  try {
    await writePatiently(fd, name, piece);
  } catch (error) {
    throw sinkError(error, name);
  }
}

async function inside(made: NewOutput, work: MaskingWork, write: () => Promise<void>): Promise<string> {
  try {
    await write();
    return made.complete();
  } catch (error) {
    made.discard();
    throw work.failure() ?? sinkError(error, made.work.path);
  }
}

/** How to read the members of an input, and which to leave out. */
interface Members {
  readonly layout: ArchiveLayout | undefined;
  readonly denials: CopyDenials | undefined;
}

async function redactTo(
  input: Input,
  parts: Members,
  made: NewOutput,
  path: string,
  work: MaskingWork,
): Promise<void> {
  const members = (writer: MemberWriter): Promise<void> => redactMembers(input, parts, writer, work);
  if (input.form === 'directory') return await members(directoryWriter(made.work));
  const fd = made.work.create(made.file);
  const file = fileBytes(fd);
  if (input.form === 'file') return await closing(fd, () => redactFile(input, file, work));
  if (path.endsWith('.tar')) return await closing(fd, () => members(tarWriter(file)));
  const gzip = gzipTo(file);
  try {
    await members(tarWriter(gzip));
    await gzip.end();
  } catch (error) {
    await gzip.abort();
    throw error;
  }
}

async function closing(fd: number, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } finally {
    closeSync(fd);
  }
}

async function redactFile(input: Input, output: Pick<ByteOutput, 'write'>, work: MaskingWork): Promise<void> {
  const { path, compression } = input;
  if (compression !== undefined && compression !== 'gzip')
    throw invalidArchive(path, `it is packed by ${compression}; unpack it first`);
  try {
    work.counted(await maskContent(work, path, input.content(), output));
  } catch (error) {
    if (error instanceof Unreadable) throw invalidArchive(path, error.message, error);
    throw error;
  }
}

async function redactMembers(
  input: Input,
  { layout, denials }: Members,
  writer: MemberWriter,
  work: MaskingWork,
): Promise<void> {
  const metadata = layout?.metadata;
  const isMetadata = (path: string): boolean =>
    metadata !== undefined && path.startsWith(metadata) && path.endsWith('.json');
  await copyMembers(work, input.members, writer, {
    tree: layout?.tree ?? '',
    isMetadata,
    ...(layout && denials && { denialOf: memberDenials(layout, denials) }),
  });
  await writer.end();
}

function notAStream({ path }: Input): UsageError {
  return usageError(
    `the output of ${path} cannot be a stream; allowed: a path, because only a single file, a stream or NDJSON goes to a stream`,
    'path',
    path,
  );
}
