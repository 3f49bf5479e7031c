interface FormatFacts {
  readonly made: 'file' | 'directory';
  /** Endings of the archive's name, the usual one first. */
  readonly endings: readonly string[];
}

/** The archive formats that hostspec writes. */
export const archiveFormats = {
  'tar.gz': { made: 'file', endings: ['.tar.gz', '.tgz'] },
  directory: { made: 'directory', endings: [] },
  ndjson: { made: 'file', endings: ['.ndjson', '.jsonl'] },
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

/** Endings that a file of another kind has; `.gz` is true of a tar.gz. A directory may be named after its host, and `.zip` ends names of hosts too. */
const otherEnding =
  /\.(?:7z|bz2|cpio|lz4|rar|tar|tbz2|txz|tzst|xz|zip|zst|csv|html?|json|pdf|txt|xml|ya?ml)$/;

/**
 * Says why an archive of a format cannot have a name, and what is allowed: `ends in .zip, which …`. Undefined for a name with an ending of
 * the format, in upper or lower case, and without one: what follows a dot may also be the end of a host's name.
 */
export function wrongEnding(name: string, format: FormatName): string | undefined {
  const lower = name.toLowerCase();
  const known = splitEnding(lower).ending;
  const found = formats.find((each) => (archiveFormats[each].endings as readonly string[]).includes(known));
  if (found === format) return undefined;
  const { made, endings }: FormatFacts = archiveFormats[format];
  const other = made === 'file' ? otherEnding.exec(lower)?.[0] : undefined;
  const ending = found ? known : other;
  if (ending === undefined) return undefined;
  const why = found ? `is for the format ${found}` : 'no format has';
  const allowed =
    made === 'directory'
      ? 'a name without this ending'
      : `a name that ends in ${endings.join(' or ')}, or has no ending`;
  return `ends in ${ending}, which ${why}; allowed for the format ${format}: ${allowed}`;
}

/** The name of an archive if no other is given; the ending of its format follows. */
export function archiveName(host: string, time: string): string {
  return `hostspec-${host}-${time}`;
}
