import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { HostspecError, type Item } from '@hostspec/spec';
import { defaultLimits, overLimit } from '../archive-limits.js';
import { journalName, type WorkDirectory } from '../work-directory.js';
import { badJournal } from './read-journal.js';
import { type ContentFinder, largestPacked, packName } from './stores.js';

/**
 * Checks that a work directory has only directories and regular files of this user, as a run makes them: a link would redirect reads and
 * writes.
 *
 * @throws HostspecError `INVALID_ARCHIVE` that names anything else.
 */
export function checkFiles(work: WorkDirectory): void {
  let members = 0;
  const check = (directory: string, depth: number): void => {
    if (depth > defaultLimits.depth) throw overLimit(work.path, defaultLimits, 'depth');
    for (const name of readdirSync(work.file(directory))) {
      if (++members > defaultLimits.members) throw overLimit(work.path, defaultLimits, 'members');
      const path = directory === '.' ? name : `${directory}/${name}`;
      const stat = lstatSync(work.file(path), { throwIfNoEntry: false });
      const problem = problemOf(path, stat);
      if (problem !== undefined)
        throw new HostspecError(
          'INVALID_ARCHIVE',
          `cannot complete ${work.path}: ${JSON.stringify(path)} ${problem}; no run leaves that behind`,
          { subject: work.path, value: path },
        );
      if (stat?.isDirectory()) check(path, depth + 1);
    }
  };
  check('.', 1);
}

function problemOf(path: string, stat: Stats | undefined): string | undefined {
  if (stat?.isSymbolicLink()) return 'is a symbolic link';
  if (!stat?.isFile() && !stat?.isDirectory()) return 'is not a file or a directory';
  if (stat.uid !== process.geteuid?.()) return `belongs to user ${stat.uid}`;
  if ((stat.mode & 0o022) !== 0) return 'can be changed by other users';
  // The archive itself has a second link for a moment, while it is put into place.
  const isContent = path.includes('/') || path === journalName;
  return stat.isFile() && isContent && stat.nlink !== 1 ? 'is a hard link' : undefined;
}

/** Checks that items do not share a path or content. @throws HostspecError `INVALID_ARCHIVE`. */
export function checkItems(work: WorkDirectory, content: ContentFinder, items: readonly Item[]): void {
  const paths = new Set(items.map(({ path }) => path));
  if (paths.size < items.length) throw badJournal(work, 'two items have the same path');
  for (const path of paths)
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
      if (paths.has(path.slice(0, end))) throw badJournal(work, `${path} is below the path of another item`);
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  if (bytes > defaultLimits.bytes) throw overLimit(work.path, defaultLimits, 'bytes');
  const located = items
    .map((item) => ({ ...content.locate(item.path), bytes: item.bytes }))
    .sort((a, b) => (a.file === b.file ? a.offset - b.offset : a.file < b.file ? -1 : 1));
  for (const [index, { file, offset, bytes: size }] of located.entries()) {
    if (file === packName && size > largestPacked)
      throw badJournal(work, `an item of ${size} bytes is in the pack`);
    const before = located[index - 1];
    const isShared = before?.file === file && (file !== packName || before.offset + before.bytes > offset);
    if (isShared) throw badJournal(work, `two items have their content at the same place of ${file}`);
  }
}
