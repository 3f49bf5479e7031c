import { readNamedText } from '@hostspec/files/trust';
import type { OptionFile } from './yaml-file.js';

/** A JSON file has a problem: only the parser with positions can say where. */
class NeedsPositions extends Error {}

/**
 * Calls `read` for a YAML or JSON file of an option. The parser with positions takes longer to load than most files take to read, so a JSON
 * file needs it only if it has a problem.
 *
 * @throws UsageError if the file is not YAML or JSON, or cannot be read or trusted; the errors of `read`.
 */
export async function readWithPositions<T>(
  path: string,
  option: string,
  read: (file: OptionFile) => Promise<T>,
): Promise<T> {
  const value = plainJson(readNamedText(path, option, 'root'));
  if (value !== undefined)
    try {
      return await read(withoutPositions(path, value));
    } catch (error) {
      if (!(error instanceof NeedsPositions)) throw error;
    }
  const { readOptionFile } = await import('./yaml-file.js');
  return read(readOptionFile(path, option));
}

function withoutPositions(path: string, value: unknown): OptionFile {
  const missing = (): never => {
    throw new NeedsPositions();
  };
  return { path, value, at: missing, atKey: missing, refuse: missing, refuseKey: missing };
}

/** Parses a JSON text in which no object has a key twice; undefined for any other text. */
export function plainJson(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return keysIn(value) === writtenKeys(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Counts the keys of all objects in a JSON text: strings before a colon. */
function writtenKeys(text: string): number {
  let keys = 0;
  for (const [, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*(:?)/g)) if (colon !== '') keys++;
  return keys;
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  return inner.reduce<number>((sum, each) => sum + keysIn(each), Array.isArray(value) ? 0 : inner.length);
}
