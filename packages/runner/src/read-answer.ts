import { type JsonLimits, jsonReader } from '@hostspec/host-kit';
import { maxHeld } from './flow.js';
import type { FrameKind } from './frames.js';

/** An answer of the runner: JSON in the form of PROTOCOL.md. */
export type Answer = Readonly<Record<string, unknown>>;

/** Parses a whole answer. @throws Error if it is not JSON, or too large. */
export type ReadAnswer = (bytes: Buffer, most: JsonLimits) => unknown;

// A reason names a path or two, of which each byte can take six characters.
const short: JsonLimits = { characters: 256 * 1024, values: 1000, depth: 4 };
// Linux has at most 65,536 groups for an account.
const groups: JsonLimits = { characters: 1024 * 1024, values: 70_000, depth: 4 };

/** Limits of answers. Errors, and all other answers, have `short`. */
const limits: Partial<Readonly<Record<FrameKind, JsonLimits>>> = {
  hello: groups,
  controller: groups,
  // Three characters are enough for each name of the largest list, which has 16 MiB of them.
  list: { characters: maxHeld, values: 6_000_000, depth: 2 },
  // Enough for 20,000 paths with reasons.
  glob: { characters: maxHeld, values: 100_000, depth: 2 },
};

/** The limits for the answer to a request. */
export const limitsOf = (kind: FrameKind): JsonLimits => limits[kind] ?? short;

/** The limits for an error. */
export const errorLimits = short;

// Shorter answers, nearly all, are parsed without counting: their values need little memory.
const countedFrom = 4096;

/** Parses an answer. @throws Error if it is not JSON, or has too many values; it then takes no memory for them. */
export function readAnswer(bytes: Buffer, most: JsonLimits): unknown {
  const text = bytes.toString();
  if (bytes.length >= countedFrom) return jsonReader(most).read(text);
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message would quote the text.
    throw new SyntaxError('it is not JSON');
  }
}

/** Fields that are read by people only. All others are names of files, or decide something. */
const texts: ReadonlySet<string> = new Set([
  ...['reason', 'cut', 'notEntered', 'code'],
  ...['hostname', 'build', 'arch'],
]);

/** Masks the fields of an answer that are read by people. */
export function maskedAnswer(answer: unknown, masked: (text: string) => string): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
  return Object.fromEntries(
    Object.entries(answer as Answer).map(([key, value]) => [
      key,
      texts.has(key) ? maskedData(value, masked) : value,
    ]),
  );
}

/** Masks all text in a value, including property names. */
export function maskedData(value: unknown, masked: (text: string) => string): unknown {
  if (typeof value === 'string') return masked(value);
  if (Array.isArray(value)) return value.map((each) => maskedData(each, masked));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [masked(key), maskedData(each, masked)]),
  );
}
