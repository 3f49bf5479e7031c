export { type ArchiveHostOptions, createArchiveHost } from './host.js';
export type { ArchivedFile, ArchivedOutcome, OpenedArchive } from './opened-archive.js';
