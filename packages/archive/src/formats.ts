interface FormatFacts {
  /** Whether an archive is a file or a directory. */
  readonly made: 'file' | 'directory';
  /** Endings of the archive's name, the usual one first. */
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

/** Whether an archive of the format is one file. */
export function isFileFormat(format: FormatName): format is FileFormatName {
  return archiveFormats[format].made === 'file';
}

/** The usual ending of an archive's name, with its dot. Empty for a directory. */
export function endingOf(format: FormatName): string {
  return archiveFormats[format].endings[0] ?? '';
}

/** Splits a name before the ending of an archive of these formats. `ending` is empty if there is none. */
export function splitEnding(
  name: string,
  of: readonly FormatName[] = formats,
): { readonly stem: string; readonly ending: string } {
  const endings = of.flatMap((format): readonly string[] => archiveFormats[format].endings);
  const ending = endings.find((each) => name.endsWith(each)) ?? '';
  return { stem: name.slice(0, name.length - ending.length), ending };
}

/** The name of an archive if no other is given; the ending of its format follows. */
export function archiveName(host: string, time: string): string {
  return `hostspec-${host}-${time}`;
}
