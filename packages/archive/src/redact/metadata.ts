import { shapes } from '@hostspec/spec';
import { jsonReaderOf } from '../archive-limits.js';
import type { MaskingWork } from './masking.js';
import type { MaskedNames } from './names.js';

/** The metadata of insights-core, in which paths have the masks of the members' names; as it is if it is not JSON. */
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
    if (!shapes.isObject(value)) return value;
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
