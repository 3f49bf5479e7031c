import type { ArchiveFile } from './archive-index.js';
import { invalidArchive } from './archive-limits.js';
import { formatVersion, type Manifest } from './manifest.js';

const largest = 256 * 1024 ** 2;

/** Reads a manifest. @throws HostspecError `INVALID_ARCHIVE` where it is none, or of a later version. */
export async function readManifest(archive: string, file: ArchiveFile): Promise<Manifest> {
  const value = await readJson(archive, 'manifest.json', file);
  const bad = (why: string): never => {
    throw invalidArchive(archive, `manifest.json ${why}`);
  };
  if (!isObject(value) || value.kind !== 'hostspec') return bad('is not of hostspec');
  if (value.formatVersion !== formatVersion)
    return bad(
      `has formatVersion ${JSON.stringify(value.formatVersion)}; this version reads ${formatVersion}`,
    );
  const { outcomes } = value;
  if (!Array.isArray(outcomes)) return bad('has no list of outcomes');
  for (const [index, outcome] of outcomes.entries())
    if (!isOutcome(outcome)) return bad(`has something that is no outcome: outcomes[${index}]`);
  return value as unknown as Manifest;
}

/** Reads a JSON file of an archive. */
export async function readJson(archive: string, path: string, file: ArchiveFile): Promise<unknown> {
  if (file.bytes > largest) throw invalidArchive(archive, `${path} has more than ${largest} bytes`);
  try {
    return JSON.parse(new TextDecoder().decode(await file.read()));
  } catch (error) {
    throw invalidArchive(archive, `${path} is not JSON`, error);
  }
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a JSON value is an outcome, as far as readers rely on it. */
export function isOutcome(value: unknown): boolean {
  return (
    isObject(value) &&
    ['name', 'domain', 'type', 'status'].every((key) => typeof value[key] === 'string') &&
    isListOf(value.misses, (miss) => typeof miss.reason === 'string' && isSource(miss.source)) &&
    isListOf(value.items, isItem)
  );
}

function isItem({ path, bytes, sha256, source }: Record<string, unknown>): boolean {
  return (
    typeof path === 'string' && typeof bytes === 'number' && typeof sha256 === 'string' && isSource(source)
  );
}

function isSource(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (value.kind !== 'command') return typeof value.kind === 'string' && typeof value.path === 'string';
  return Array.isArray(value.argv) && value.argv.every((word) => typeof word === 'string');
}

function isListOf(value: unknown, test: (entry: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(value) && value.every((entry) => isObject(entry) && test(entry));
}
