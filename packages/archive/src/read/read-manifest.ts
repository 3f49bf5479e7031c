import type { JsonReader } from '@hostspec/host-kit';
import { isObject, jsonShown } from '@hostspec/host-kit';
import { messageOf } from '@hostspec/spec';
import type { ArchiveFile, SkippedMember } from '../archive-index.js';
import { invalidArchive } from '../archive-limits.js';
import { formatVersion, type Manifest, manifestName } from '../manifest.js';
import { manifestShape, outcomeShape } from '../manifest-shape.js';

/**
 * Reads a manifest and checks everything that readers use. A bad outcome costs only itself: it is skipped.
 *
 * @throws HostspecError `INVALID_ARCHIVE` if it is not a manifest, or of a later version.
 */
export async function readManifest(
  archive: string,
  file: ArchiveFile,
  json: JsonReader,
  skipped: SkippedMember[],
): Promise<Manifest> {
  const value = await readJson(archive, 'manifest.json', file, json);
  const bad = (why: string): never => {
    throw invalidArchive(archive, `manifest.json ${why}`);
  };
  if (!isObject(value) || value.kind !== 'hostspec') return bad('is not a hostspec manifest');
  if (value.formatVersion !== formatVersion)
    return bad(
      `has formatVersion ${jsonShown(value.formatVersion, 80)}; this version reads ${formatVersion}`,
    );
  const problem = manifestShape(value, 'manifest.json');
  if (problem !== undefined) throw invalidArchive(archive, problem);
  const manifest = value as unknown as Manifest;
  const outcomes = manifest.outcomes.filter((outcome, index) => {
    const wrong = outcomeShape(outcome, `outcomes[${index}]`);
    if (wrong !== undefined) skipped.push({ path: `${manifestName}: outcome ${index + 1}`, reason: wrong });
    return wrong === undefined;
  });
  return { ...manifest, outcomes };
}

/** Reads a JSON file of an archive. @throws HostspecError `INVALID_ARCHIVE` if it is not JSON, or too large. */
export async function readJson(
  archive: string,
  path: string,
  file: ArchiveFile,
  json: JsonReader,
): Promise<unknown> {
  try {
    return json.read(new TextDecoder().decode(await file.read()));
  } catch (error) {
    throw invalidArchive(archive, `${path}: ${messageOf(error)}`, error);
  }
}
