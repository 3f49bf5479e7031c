import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isUsablePlace, type OutputPlace } from '@hostspec/files/output';
import { usageError } from '@hostspec/host-kit';
import { HostspecError, type Sink } from '@hostspec/spec';
import { encodeName, fitName } from '../archive-name.js';
import { fileFormats } from '../file-formats.js';
import { type FileFormatName, type FormatName, formats, isFileFormat, splitEnding } from '../formats.js';
import { isWorkDirectoryName, type WorkDirectory } from '../work-directory.js';
import { directoryFormat, moveChildren } from './directory-format.js';
import type { FileFormat, Target, Workshop } from './format.js';
import { ndjsonTo } from './ndjson-format.js';
import { streamName } from './patience.js';
import { ownName, type PlaceOptions, placeDirectory, placeFile } from './place.js';
import { runSink } from './run-sink.js';
import { treeStore } from './stores.js';
import { tarGz } from './tar-gz-format.js';
import { checkDirectory, checkEnding, checkFile } from './target-path.js';

/** Where and how an archive of a format is made. @throws UsageError `INVALID_OPTION` for an unknown format or an unusable path. */
export function targetFor(format: FormatName, options: ArchiveSinkOptions): Target {
  if (!formats.includes(format))
    throw usageError(`format ${format} is not allowed; allowed: ${formats.join(', ')}`, 'format', format);
  return isFileFormat(format) ? fileTarget(format, options) : directoryTarget(options);
}

/**
 * Creates a sink for an archive of a format.
 *
 * @throws UsageError `INVALID_OPTION` for an unknown format, if no archive can be made at the path, or if others could redirect it.
 */
export function archiveSink(format: FormatName, options: ArchiveSinkOptions): Sink {
  return runSink(targetFor(format, options));
}

/** Options of `directorySink`. */
export interface DirectorySinkOptions extends Omit<PlaceOptions, 'force'> {
  /** The archive's folder: new, or an empty one of this user that nobody else can write to. Its mode stays. */
  readonly path: string;
}

/**
 * Creates a sink for a directory. A new one has mode 0700, its files 0600, and appears only when complete.
 *
 * @throws UsageError `INVALID_OPTION` if no directory can be made at the path, or if others could redirect it.
 */
export function directorySink(options: DirectorySinkOptions): Sink {
  return runSink(directoryTarget(options));
}

function directoryTarget(options: DirectorySinkOptions): Target {
  const option = (options.optionName ?? ownName)('path');
  checkEnding(option, options.path, 'directory');
  const { path, parent, name, exists } = checkDirectory(option, options.path);
  const move = ({ work, place }: Workshop): string =>
    exists ? fill(work, place) : placeDirectory(work, place, name, options);
  const target = {
    format: 'directory',
    option,
    name,
    store: treeStore,
    open: (workshop) => directoryFormat(workshop, () => move(workshop)),
  } as const satisfies Omit<Target, 'parent'>;
  // An existing folder may be a mount or somebody's current directory: fill it, do not replace it.
  return exists ? { ...target, parent: path, inside: true } : { ...target, parent };
}

function fill(work: WorkDirectory, directory: OutputPlace): string {
  const { path } = directory;
  if (!readdirSync(directory.at('.')).every(isWorkDirectoryName))
    throw new HostspecError('SINK', `${path} is no longer empty`, { subject: path });
  moveChildren(work, directory);
  return directory.find('.');
}

/** Options of `archiveSink`. */
export interface ArchiveSinkOptions extends PlaceOptions {
  /** The archive's file or directory, as for the sink of the format. */
  readonly path: string;
  /** The folder at the top of a tar. Default: the file's name without its ending. */
  readonly top?: string;
}

/** Where and how an archive that is one file is made. @throws UsageError `INVALID_OPTION` for an unusable path. */
function fileTarget(
  format: FileFormatName,
  options: ArchiveSinkOptions,
  { store, open }: FileFormat = fileFormats[format],
): Target {
  const option = (options.optionName ?? ownName)('path');
  checkEnding(option, options.path, format);
  const { path, parent, name } = checkFile(options.path, options);
  const top = fitName(encodeName(options.top ?? splitEnding(name, [format]).stem)) || 'hostspec';
  return {
    format,
    option,
    parent,
    name,
    top,
    store,
    open: (workshop) =>
      open(workshop, { path, top, move: (file) => placeFile(file, workshop.place, name, options) }),
  };
}

/** Options of `tarGzSink`. */
export interface TarGzSinkOptions extends PlaceOptions {
  /** The archive's file: new, or an archive of hostspec, which is replaced when the new one is complete. */
  readonly path: string;
  /** The folder at the top of the archive. Default: the file's name without its ending. */
  readonly top?: string;
  /** Compression level of zlib, 0 to 9. Default: 5. */
  readonly level?: number;
}

/**
 * Creates a sink for a tar.gz file. It has mode 0600 and appears only when complete.
 *
 * @throws UsageError `INVALID_OPTION` if no archive can be made at the path, if others could redirect it, or if the level is out of range.
 */
export function tarGzSink({ level, ...options }: TarGzSinkOptions): Sink {
  if (level !== undefined && (!Number.isInteger(level) || level < 0 || level > 9))
    throw usageError(`level ${level} is not allowed; allowed: an integer from 0 to 9`, 'level', level);
  return runSink(fileTarget('tar.gz', options, tarGz(level)));
}

/** Options of `ndjsonSink` for a file. */
export interface NdjsonFileOptions extends PlaceOptions {
  /** The file: new, or an archive of hostspec, which is replaced when the new one is complete. */
  readonly path: string;
}

/** Options of `ndjsonSink` for an open file, pipe or terminal. */
export interface NdjsonStreamOptions {
  /** The file descriptor; 1 is standard output. It is not closed. */
  readonly fd: number;
  /** Directory for content until the run ends. Default: the current directory if it is safe, otherwise the temporary directory. */
  readonly workDirectory?: string;
}

/**
 * Creates a sink that writes one JSON object per line: the run, each outcome with its content as it comes, a summary.
 *
 * @throws UsageError `INVALID_OPTION` if no file can be made at the path, or if others could redirect it.
 */
export function ndjsonSink(options: NdjsonFileOptions | NdjsonStreamOptions): Sink {
  return runSink('fd' in options ? streamTarget(options) : fileTarget('ndjson', options));
}

/** Where and how NDJSON is written to a stream. */
export function streamTarget({ fd, workDirectory }: NdjsonStreamOptions): Target {
  if (!Number.isInteger(fd) || fd < 0)
    throw usageError(`fd ${fd} is not allowed; allowed: the number of an open file`, 'fd', fd);
  const name = streamName(fd);
  return {
    format: 'ndjson',
    option: 'workDirectory',
    parent: firstUsable(workDirectory === undefined ? [process.cwd(), tmpdir()] : [workDirectory]),
    name: 'hostspec.ndjson',
    transient: true,
    store: treeStore,
    open: (workshop) => ndjsonTo(workshop, { fd, name }),
  };
}

function firstUsable(directories: readonly string[]): string {
  const usable = directories.find(isUsablePlace);
  if (usable !== undefined) return usable;
  const names = directories.join(' or ');
  throw new HostspecError('SINK', `no directory is available to work in: cannot write to ${names} safely`, {
    subject: 'workDirectory',
    value: directories,
  });
}
