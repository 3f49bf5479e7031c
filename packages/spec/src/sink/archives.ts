/**
 * The kind of an archive: written by hostspec; by insights-core, with metadata (`insights`) or only by file names
 * (`insights-host`); a sos report; or any other tree of a host's files.
 */
export type ArchiveKind = 'hostspec' | 'insights' | 'insights-host' | 'sos' | 'tree';
