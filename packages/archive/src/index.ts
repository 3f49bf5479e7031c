export type { ArchiveKind } from '@hostspec/spec';
export type { ArchiveFile, SkippedMember } from './archive-index.js';
export { type ArchiveLimits, defaultLimits } from './archive-limits.js';
export { archiveNameOf, decodeName, encodeName, fleetStateName } from './archive-name.js';
export type { CopyChange, CopyDenials, ManifestChange } from './copy/copy-change.js';
export { type RedactOptions, redactInput } from './copy/redact-input.js';
export { lockDirectory, lockName } from './fleet/directory-lock.js';
export {
  type HostLine,
  type HostLines,
  type HostOutcome,
  openHostLines,
  readHostLines,
} from './fleet/host-lines.js';
export { type FormatName, formats } from './formats.js';
export {
  type Figures,
  figuresOf,
  formatVersion,
  type Manifest,
  type ManifestHead,
  mappedSentence,
} from './manifest.js';
export type { Archive, ArchiveItem, ArchiveOutcome, ItemRecord } from './read/archive.js';
export { type Input, openInput, openStream } from './read/input.js';
export { type OpenArchiveOptions, openArchive, outcomesCommand } from './read/open-archive.js';
export { alteration, problemsOf, sha256Of, verifyArchive } from './read/verify-archive.js';
export { type ContentVisitor, visitContents } from './read/visit-contents.js';
export { version } from './version.js';
export { type ArchivesDirectory, openArchivesDirectory } from './write/archives-directory.js';
export type { NdjsonOutcome, NdjsonRun, NdjsonSummary } from './write/ndjson-format.js';
export type { SinkOption, SinkOptionName } from './write/place.js';
export { type RecoverOptions, recover, unfinishedRuns } from './write/recover.js';
export {
  type ArchiveSinkOptions,
  archiveSink,
  type DirectorySinkOptions,
  directorySink,
  type NdjsonFileOptions,
  type NdjsonStreamOptions,
  ndjsonSink,
  type TarGzSinkOptions,
  tarGzSink,
} from './write/sinks.js';
export { openPlace } from './write/target-path.js';
