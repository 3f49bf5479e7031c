import { defaultJsonLimits, type JsonReader, jsonReader, usageError } from '@hostspec/host-kit';
import { HostspecError } from '@hostspec/spec';

/** Limits that protect a reader from hostile archives. */
export interface ArchiveLimits {
  /** Files, directories and links. Default: 200,000. */
  readonly members: number;
  /** Bytes of all content together. Default: 16 GiB. */
  readonly bytes: number;
  /**
   * Bytes of content per byte of a compressed archive, beyond `ratioFrom`. Default: 1,032, the most that gzip reaches; hostspec's own
   * archives of sparse logs come close to it.
   */
  readonly ratio: number;
  /** Bytes of content up to which any ratio is allowed. Default: 2 GiB. */
  readonly ratioFrom: number;
  /** Names in a path. Default: 256. */
  readonly depth: number;
  /** Bytes of all paths and link targets together. Default: 64 MiB. */
  readonly nameBytes: number;
  /** Bytes of the manifest, or of all insights-core metadata together. Default: 64 MiB. */
  readonly jsonBytes: number;
  /** Strings, numbers, lists, objects and keys in these. Default: 2,000,000. */
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

/** Fills in the default limits. @throws UsageError `INVALID_OPTION` for an invalid limit. */
export function withDefaults(limits: Partial<ArchiveLimits> = {}): ArchiveLimits {
  for (const [name, value] of Object.entries(limits))
    if (typeof value !== 'number' || !(value > 0))
      throw usageError(
        `limits.${name} ${value} is not allowed; allowed: a number above 0`,
        `limits.${name}`,
        value,
      );
  return { ...defaultLimits, ...limits };
}

/** Creates the JSON reader of an archive. All its documents count against the same limits. */
export function jsonReaderOf({ jsonBytes, jsonValues }: ArchiveLimits): JsonReader {
  return jsonReader({ characters: jsonBytes, values: jsonValues });
}

/** Counts the unpacked bytes of one input. */
export interface ByteCount {
  /** @throws HostspecError `INVALID_ARCHIVE` if there are more than `limits.bytes` together. */
  take(bytes: number): void;
  /** The error of `take`, if any: the whole input is refused then, not only a member. */
  failure(): unknown;
}

/** An input whose bytes are counted. */
export interface CountedInput {
  /** For messages. */
  readonly path: string;
  readonly limits: ArchiveLimits;
  /** Called with the number of each piece's bytes. */
  readonly taken?: ((bytes: number) => void) | undefined;
}

/** Begins to count the bytes of an input. */
export function byteCount({ path, limits, taken }: CountedInput): ByteCount {
  let bytes = 0;
  let failure: unknown;
  return {
    take(more) {
      bytes += more;
      taken?.(more);
      if (bytes <= limits.bytes) return;
      failure = overLimit(path, limits, 'bytes');
      throw failure;
    },
    failure: () => failure,
  };
}

/** The error for a file that is not an archive or must not be read. */
export function invalidArchive(path: string, why: string, cause?: unknown): HostspecError {
  return new HostspecError('INVALID_ARCHIVE', `cannot read ${path}: ${why}`, { subject: path, cause });
}

/** The error for an archive that exceeds a limit. */
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
