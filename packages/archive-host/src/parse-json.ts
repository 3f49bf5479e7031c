import { jsonReader } from '@hostspec/host-kit';
import { type ArchivedFile, readArchived } from './opened-archive.js';

const maxBytes = 64 * 1024 ** 2;

/** The value of a JSON file in an archive; undefined if it is not JSON or too large. The caller checks its shape. */
export async function readJson(file: ArchivedFile): Promise<unknown> {
  if (file.bytes > maxBytes) return undefined;
  try {
    return jsonReader().read((await readArchived(file)).toString());
  } catch {
    return undefined;
  }
}

/** The value of a JSON object at these keys, one inside the other; undefined if there is none. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce(
    (inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  );
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
