import { closeSync, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { openRegular } from '@hostspec/files';
import { usageError } from '@hostspec/host-kit';
import { HostspecError, type UsageError } from '@hostspec/spec';
import glob from 'fast-glob';

const mostBytes = 256 * 1024 * 1024;

/**
 * The archives that words name, without duplicates: an archive, a directory that is one or contains some, a `hosts.ndjson`, or a pattern.
 *
 * @throws UsageError for a word that names nothing; HostspecError for a run that collected no host.
 */
export async function findArchives(words: readonly string[], cwd: string): Promise<string[]> {
  const found = await Promise.all(words.map((word) => archivesOf(word, cwd)));
  return [...new Set(found.flat())];
}

async function archivesOf(word: string, cwd: string): Promise<string[]> {
  const path = resolve(cwd, word);
  // A pattern may be longer than a path.
  const stat = existsSync(path) ? statSync(path) : undefined;
  if (stat?.isDirectory()) return inDirectory(word, path);
  if (stat) return /(?:^|\/)hosts\.ndjson$/.test(path) ? fromLines(path) : [path];
  const matches = /[*?[\]{}()]/.test(word)
    ? await glob(word, { cwd, absolute: true, onlyFiles: false, followSymbolicLinks: false })
    : [];
  if (matches.length === 0)
    throw usageError(
      `${JSON.stringify(word)} is not there; allowed: an archive, a directory of archives, a hosts.ndjson, or a pattern such as 'runs/**/*.tar.gz'`,
      'ARCHIVE',
      word,
    );
  return matches.sort();
}

async function inDirectory(word: string, path: string): Promise<string[]> {
  const marks = await glob('**/{*.tar.gz,*.ndjson,manifest.json}', {
    cwd: path,
    followSymbolicLinks: false,
    ignore: ['**/data/**', '**/.*.partial/**'],
  });
  const archives = marks
    .filter((name) => !/(?:^|\/)hosts\.ndjson$/.test(name))
    .map((name) => join(path, /(?:^|\/)manifest\.json$/.test(name) ? dirname(name) : name));
  if (archives.length > 0) return archives.sort();
  if (marks.length > 0) throw withoutArchives(path);
  throw usageError(
    `${JSON.stringify(word)} has no archives in it; allowed: a directory with files that end in .tar.gz or .ndjson, or with archives that are directories`,
    'ARCHIVE',
    word,
  );
}

/** The error for a run that collected no host: the command line is right, but nothing can be added. */
function withoutArchives(path: string): HostspecError {
  return new HostspecError(
    'INVALID_ARCHIVE',
    `${path} has no archives: the run collected no host; run hostspec collect with --resume`,
    { subject: path },
  );
}

/** The archives of the hosts that a run over several hosts collected. */
function fromLines(path: string): string[] {
  const refuse = (why: string): UsageError =>
    usageError(`${path} ${why}; allowed: the hosts.ndjson of a run over several hosts`, 'ARCHIVE', path);
  const opened = openRegular(path, 'follow');
  if (!opened) throw refuse('is not a regular file');
  try {
    if (opened.stat.size > mostBytes) throw refuse(`has more than ${mostBytes} bytes`);
    const found = readFileSync(opened.fd, 'utf8')
      .split('\n')
      .slice(0, -1)
      .flatMap((line, index) => {
        const name = archiveIn(line);
        if (name === null) throw refuse(`has something else than a host in line ${index + 1}`);
        return name === undefined ? [] : [join(dirname(path), name)];
      });
    if (found.length === 0) throw withoutArchives(path);
    return found;
  } finally {
    closeSync(opened.fd);
  }
}

/**
 * The archive that a line of `hosts.ndjson` names. Undefined if it names none; null if it is not a line about a host, or names a path
 * elsewhere.
 */
function archiveIn(line: string): string | undefined | null {
  try {
    const { archive } = JSON.parse(line) as { readonly archive?: unknown };
    if (archive === undefined) return undefined;
    return typeof archive === 'string' && /^[^/\0]+$/.test(archive) && archive !== '..' ? archive : null;
  } catch {
    return null;
  }
}
