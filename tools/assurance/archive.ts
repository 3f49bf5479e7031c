import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Manifest } from '@hostspec/archive';
import { type Item, type Outcome, outcomeStatuses } from '@hostspec/spec';
import { expect } from 'vitest';

/** An archive that passed the check. */
export interface CheckedArchive {
  readonly directory: string;
  readonly manifest: Manifest;
  outcome(name: string): Outcome;
  content(item: Item | undefined): Buffer;
  /** Contents of all items of a spec, as text. */
  texts(name: string): string[];
}

/**
 * Checks every archive, whatever went wrong on the host: exactly one outcome for each planned spec, a reason if
 * anything is missing, content with the size and sha256 given in the manifest, unique paths,
 * and no rights for others.
 */
export function checkArchive(path: string, planned: readonly string[]): CheckedArchive {
  const directory = lstatSync(path).isDirectory() ? path : unpacked(path);
  const manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as Manifest;
  expect(manifest.outcomes.map((outcome) => outcome.name)).toEqual(planned);
  const paths = new Set<string>();
  const content = (item: Item | undefined): Buffer =>
    readFileSync(join(directory, 'data', item?.path ?? '/'));
  for (const { name, status, reason, items } of manifest.outcomes) {
    expect(outcomeStatuses).toContain(status);
    expect(items.length > 0, `${name}: ${status}`).toBe(status === 'collected' || status === 'truncated');
    if (status !== 'collected') expect(reason, name).toBeTruthy();
    if (items.some((item) => item.truncated)) expect(status).toBe('truncated');
    for (const item of items) {
      expect(paths, `${item.path} twice`).not.toContain(item.path);
      paths.add(item.path);
      const bytes = content(item);
      expect([item.path, bytes.length]).toEqual([item.path, item.bytes]);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(item.sha256);
    }
  }
  checkRights(path);
  const outcome = (name: string): Outcome => {
    const found = manifest.outcomes.find((candidate) => candidate.name === name);
    if (!found) throw new Error(`no outcome of ${name}`);
    return found;
  };
  return {
    directory,
    manifest,
    outcome,
    content,
    texts: (name) => outcome(name).items.map((item) => content(item).toString()),
  };
}

function checkRights(path: string): void {
  const stat = lstatSync(path);
  expect([path, (stat.mode & 0o777).toString(8)]).toEqual([path, stat.isDirectory() ? '700' : '600']);
  if (stat.isDirectory()) for (const name of readdirSync(path)) checkRights(join(path, name));
}

function unpacked(path: string): string {
  const directory = mkdtempSync(join(dirname(path), 'unpacked-'));
  execFileSync('tar', ['-xzf', path, '-C', directory, '--strip-components=1', '--no-same-owner']);
  return directory;
}
