import { defaultJsonLimits, type JsonReader, jsonReader } from '@hostspec/host-kit';
import { HostspecError, UsageError } from '@hostspec/spec';

/** Limits for an archive, so that a hostile one does no harm. */
export interface ArchiveLimits {
  /** Files, directories and links. Default 200,000. */
  readonly members: number;
  /** Bytes of all content together. Default 16 GiB. */
  readonly bytes: number;
  /**
   * Bytes of content for each byte of a compressed archive, once there are `ratioFrom` bytes. Default 1,032, which gzip cannot exceed:
   * hostspec's own archives of sparse logs come close to it.
   */
  readonly ratio: number;
  /** Bytes of content up to which no ratio is too high. Default 2 GiB. */
  readonly ratioFrom: number;
  /** Names in a path. Default 256. */
  readonly depth: number;
  /** Bytes of all paths and targets of links together. Default 64 MiB. */
  readonly nameBytes: number;
  /** Bytes of the manifest, or of all metadata of insights-core together. Default 64 MiB. */
  readonly jsonBytes: number;
  /** Strings, numbers, lists, objects and keys in these. Default 2,000,000. */
  readonly jsonValues: number;
}

/** The default limits. */
export const defaultLimits: ArchiveLimits = {
  members: 200_000,
  bytes: 16 * 1024 ** 3,
  ratio: 1032,
  ratioFrom: 2 * 1024 ** 3,
  depth: 256,
  nameBytes: 64 * 1024 ** 2,
  jsonBytes: defaultJsonLimits.characters,
  jsonValues: defaultJsonLimits.values,
};

/** Adds the defaults to the given limits. @throws UsageError `INVALID_OPTION` for an invalid limit. */
export function withDefaults(limits: Partial<ArchiveLimits> = {}): ArchiveLimits {
  for (const [name, value] of Object.entries(limits))
    if (typeof value !== 'number' || !(value > 0))
      throw new UsageError(
        'INVALID_OPTION',
        `limits.${name} ${value} is not allowed; allowed: a number above 0`,
        {
          subject: `limits.${name}`,
          value,
        },
      );
  return { ...defaultLimits, ...limits };
}

/** The reader of an archive's JSON, whose documents share its limits. */
export function jsonReaderOf({ jsonBytes, jsonValues }: ArchiveLimits): JsonReader {
  return jsonReader({ characters: jsonBytes, values: jsonValues });
}

/** The error for a file that is not an archive, or that must not be read. */
export function invalidArchive(path: string, why: string, cause?: unknown): HostspecError {
  return new HostspecError('INVALID_ARCHIVE', `cannot read ${path}: ${why}`, { subject: path, cause });
}

/** The error for an archive beyond a limit. */
export function overLimit(
  path: string,
  limits: ArchiveLimits,
  name: Exclude<keyof ArchiveLimits, 'ratioFrom'>,
): HostspecError {
  const words = {
    members: 'members',
    bytes: 'bytes of content',
    ratio: 'bytes of content for each byte of the file',
    depth: 'names in a path',
    nameBytes: 'bytes of paths',
    jsonBytes: 'bytes of metadata',
    jsonValues: 'values in its metadata',
  };
  return invalidArchive(path, `it has more than ${limits[name]} ${words[name]} (limit ${name})`);
}
