import { isObject } from '@hostspec/host-kit';
import type { Redaction } from '@hostspec/spec';
import { jsonReaderOf } from '../archive-limits.js';
import { fitName } from '../archive-name.js';
import type { MaskingWork } from './masking.js';

/** Masked names of the members of one tar or directory. */
export interface MaskedNames {
  /** The path of a member. No two files get the same. */
  member(path: string, type: string): string;
  /** Any other path, such as the target of a link. */
  path(path: string): string;
}

/** Creates masked names. A path below `tree` gets the same mask as the path on the host. */
export function maskedNames({ text }: Redaction, tree = ''): MaskedNames {
  const taken = new Set<string>();
  // Otherwise, many names with the same mask would each count from 2.
  const next = new Map<string, number>();

  const name = (before: string): string => {
    const after = text(before);
    return after === before ? before : fitName(after);
  };
  // Each name first, so that its mask does not depend on the names above it.
  const whole = (path: string): string => text(path.split('/').map(name).join('/'));
  const path = (before: string): string =>
    before.startsWith(tree) ? whole(tree) + whole(before.slice(tree.length)) : whole(before);

  return {
    path,
    member(before, type) {
      const wanted = path(before);
      if (type === 'directory') return wanted;
      let free = wanted;
      let number = next.get(wanted) ?? 2;
      for (; taken.has(free); number++) free = `${wanted}~${number}`;
      next.set(wanted, number);
      taken.add(free);
      return free;
    },
  };
}

/** Masks insights-core metadata; paths get the masks of the members' names. Anything but JSON stays as it is. */
export async function* maskedMetadata(
  content: AsyncIterable<Uint8Array>,
  { limits, redaction: { text } }: MaskingWork,
  names: MaskedNames,
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    if (bytes <= limits.jsonBytes) pieces.push(piece);
    else {
      yield* pieces.splice(0);
      yield piece;
    }
  }
  if (bytes > limits.jsonBytes) return;
  const whole = Buffer.concat(pieces);
  const masked = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return key === 'relative_path' ? names.path(value) : text(value);
    if (Array.isArray(value)) return value.map((each) => masked(each, key));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, masked(each, name)]));
  };
  try {
    const document = jsonReaderOf(limits).read(new TextDecoder('utf-8', { fatal: true }).decode(whole));
    const after = JSON.stringify(masked(document, ''));
    yield after === JSON.stringify(document) ? whole : Buffer.from(after);
  } catch {
    yield whole;
  }
}
