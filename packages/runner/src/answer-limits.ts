import { type JsonLimits, jsonReader } from '@hostspec/host-kit';
import { maxHeld } from './flow.js';
import type { FrameKind } from './frames.js';

// A reason names a path or two, of which each byte can take six characters.
const short: JsonLimits = { characters: 256 * 1024, values: 1000, depth: 4 };
// Linux has at most 65,536 groups for an account.
const groups: JsonLimits = { characters: 1024 * 1024, values: 70_000, depth: 4 };

/** What an answer may be; the default is for all others, and for errors. */
const limits: Partial<Readonly<Record<FrameKind, JsonLimits>>> = {
  hello: groups,
  controller: groups,
  // Three characters are enough for the names of the largest list, which has 16 MiB of them.
  list: { characters: maxHeld, values: 6_000_000, depth: 2 },
  // 20,000 paths, and reasons.
  glob: { characters: maxHeld, values: 100_000, depth: 2 },
};

/** The limits for the answer to a request. */
export const limitsOf = (kind: FrameKind): JsonLimits => limits[kind] ?? short;

/** The limits for an error. */
export const errorLimits = short;

// Nearly all answers are smaller, and their values need little memory.
const countedFrom = 4096;

/** The value of an answer. @throws Error if it is no JSON, or has too many values, which is noticed before they take memory. */
export function readAnswer(bytes: Buffer, most: JsonLimits): unknown {
  const text = bytes.toString();
  if (bytes.length >= countedFrom) return jsonReader(most).read(text);
  try {
    return JSON.parse(text);
  } catch {
    // The message of the parser has a part of the text.
    throw new SyntaxError('it is not JSON');
  }
}
