/** The kinds of archives that can be read, each in words. */
export const archiveKinds = {
  hostspec: 'archive of hostspec',
  insights: 'archive of insights-core',
  'insights-host': 'archive of insights-core without metadata',
  sos: 'sos report',
  tree: 'files of a host',
} as const;

/**
 * The kind of an archive: written by hostspec; by insights-core, with metadata (`insights`) or only by file names
 * (`insights-host`); a sos report; or any other tree of a host's files.
 */
export type ArchiveKind = keyof typeof archiveKinds;
