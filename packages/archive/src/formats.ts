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

type Facts = typeof archiveFormats;

/** An archive format that hostspec writes. */
export type FormatName = keyof Facts;

/** A format whose archive is one file. */
export type FileFormatName = {
  [F in FormatName]: Facts[F]['made'] extends 'file' ? F : never;
}[FormatName];

/** The names of the archive formats that hostspec writes. */
export const formats = Object.keys(archiveFormats) as readonly FormatName[];

/** Whether an archive of a format is one file. */
export function isFileFormat(format: FormatName): format is FileFormatName {
  return archiveFormats[format].made === 'file';
}

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
