interface FormatFacts {
  /** Whether an archive is one file or a directory. */
  readonly made: 'file' | 'directory';
  /** The endings of an archive's name, the usual one first. */
  readonly endings: readonly string[];
}

/** The archive formats that hostspec writes. */
export const archiveFormats = {
  'tar.gz': { made: 'file', endings: ['.tar.gz', '.tgz'] },
  directory: { made: 'directory', endings: [] },
  ndjson: { made: 'file', endings: ['.ndjson'] },
} as const satisfies Readonly<Record<string, FormatFacts>>;

/** An archive format that hostspec writes. */
export type FormatName = keyof typeof archiveFormats;

/** The names of the archive formats that hostspec writes. */
export const formats = Object.keys(archiveFormats) as readonly FormatName[];

/** The usual ending of an archive's name, with its dot; empty for a directory. */
export function endingOf(format: FormatName): string {
  return archiveFormats[format].endings[0] ?? '';
}

/** A name divided before the ending of an archive of these formats, which is empty if the name has none. */
export function splitEnding(
  name: string,
  of: readonly FormatName[] = formats,
): { readonly stem: string; readonly ending: string } {
  const endings = of.flatMap((format): readonly string[] => archiveFormats[format].endings);
  const ending = endings.find((each) => name.endsWith(each)) ?? '';
  return { stem: name.slice(0, name.length - ending.length), ending };
}

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
