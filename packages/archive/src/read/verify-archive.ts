import { createHash, hash } from 'node:crypto';
import { type Item, type Outcome, outcomeStatuses } from '@hostspec/spec';
import { type ArchiveFile, shownPath } from '../archive-index.js';
import { hasMetadata, manifestName, markerName, metadataPath } from '../manifest.js';
import type { Archive, ArchiveItem } from './archive.js';
import { type OpenArchiveOptions, openArchive } from './open-archive.js';

/**
 * Lists the problems of an archive of hostspec. A sound archive has one outcome per spec with a fitting status, each item exactly once with
 * its size and SHA-256, the metadata, and no file that the manifest does not explain.
 *
 * @throws HostspecError `INVALID_ARCHIVE` if it cannot be read.
 */
export async function verifyArchive(path: string, options: OpenArchiveOptions = {}): Promise<string[]> {
  const archive = await openArchive(path, options);
  try {
    return await problemsOf(archive);
  } finally {
    await archive.close();
  }
}

/** Lists the problems of an open archive, as `verifyArchive` does; `checked` is called with the bytes of each item that was looked at. */
export async function problemsOf(archive: Archive, checked?: (bytes: number) => void): Promise<string[]> {
  const { manifest, files, own, links, skipped } = archive;
  const problems = skipped.map((member) => `${member.path} is skipped: ${member.reason}`);
  if (!manifest)
    return [`it cannot be verified: an archive of kind ${archive.kind} has no manifest`, ...problems];
  const expected = new Set([manifestName, markerName]);
  const specs = new Set<string>();
  const claimed = new Set<string>();
  for (const outcome of manifest.outcomes) {
    if (specs.has(outcome.name)) problems.push(`spec ${outcome.name} has two outcomes`);
    specs.add(outcome.name);
    problems.push(...statusProblems(outcome));
    if (hasMetadata(outcome)) expected.add(metadataPath(outcome.name));
    for (const item of outcome.items) {
      if (claimed.has(item.path)) {
        problems.push(`data/${shownPath(item.path)} is claimed by two items`);
        continue;
      }
      claimed.add(item.path);
      problems.push(...(await itemProblems(outcome, item, files.get(item.path))));
      checked?.(item.bytes);
    }
  }
  for (const path of expected) if (!own.has(path)) problems.push(`${path} is missing`);
  for (const path of own.keys())
    if (!expected.has(path)) problems.push(`${path} is not explained by the manifest`);
  for (const path of [...files.keys(), ...links.keys()])
    if (!claimed.has(path)) problems.push(`data/${path} is not explained by the manifest`);
  return problems;
}

function statusProblems({ name, status, reason, items }: Outcome): string[] {
  const said = `spec ${name} is ${JSON.stringify(shownPath(status))}`;
  if (!outcomeStatuses.includes(status)) return [`${said}, which is not a status`];
  const hasItems = status === 'collected' || status === 'truncated';
  if (hasItems !== items.length > 0) return [`${said} with ${items.length} items`];
  return status === 'collected' || reason ? [] : [`${said} without a reason`];
}

/** Bytes of a file that is hashed in one step: for most files of an archive, a stream takes longer than its hash. */
const mostAtOnce = 1024 * 1024;

async function itemProblems(outcome: Outcome, item: Item, file: ArchiveFile | undefined): Promise<string[]> {
  const name = `data/${shownPath(item.path)} of spec ${outcome.name}`;
  if (!file) return [`${name} is missing`];
  if (file.bytes !== item.bytes)
    return [`${name} has ${file.bytes} bytes, but the manifest says ${item.bytes}`];
  const sha256 = file.bytes <= mostAtOnce ? hash('sha256', await file.read()) : await sha256Of(file.stream());
  return sha256 === item.sha256
    ? []
    : [`${name} has sha256 ${sha256}, but the manifest says ${shownPath(item.sha256)}`];
}

/** How the content of an item, with this hash, differs from the manifest; undefined if it matches, or if the manifest has no size and hash. */
export function alteration({ record, bytes }: ArchiveItem, sha256: string): string | undefined {
  if (record.bytes !== undefined && record.bytes !== bytes)
    return `was changed: it has ${bytes} bytes, the manifest says ${record.bytes}`;
  if (record.sha256 === undefined || record.sha256 === sha256) return undefined;
  return `was changed: it has sha256 ${sha256}, the manifest says ${record.sha256}`;
}

/** The hash of a content. */
export async function sha256Of(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
