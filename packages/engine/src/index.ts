export { type ArchiveHostOptions, createArchiveHost } from './archive-host/host.js';
export type { ArchivedFile, ArchivedOutcome, ArchiveSource } from './archive-host/source.js';
export * from './collect.js';
export * from './collect-into.js';
export * from './collecting-host.js';
export * from './describe.js';
export { createLiveHost, type LiveHostOptions } from './live/host.js';
export * from './plan.js';
export * from './scratch-sink.js';
