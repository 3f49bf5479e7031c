export { type ArchiveHostOptions, createArchiveHost } from './host.js';
export type { ArchivedFile, ArchivedOutcome, ArchiveSource } from './source.js';
