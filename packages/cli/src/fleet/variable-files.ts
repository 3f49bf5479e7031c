import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { errorWords } from '@hostspec/files';
import { readNamedText } from '../load/named-file.js';
import { positionText, problemLines } from '../load/problem-lines.js';
import { usageError } from '../usage-error.js';
import type { InventoryBuilder } from './inventory.js';

const directories = [
  ['group_vars', 'group'],
  ['host_vars', 'host'],
] as const;

// Nobody keeps variables deeper than that.
const maxDepth = 8;

/**
 * Reads the variables of `group_vars` and `host_vars` in a folder, as Ansible does: from files named after a group or host of the inventory,
 * and from all files of directories with such names. Links are followed only within the folder: a stranger's inventory must not name files of
 * the reader.
 *
 * @throws UsageError for a file that is not YAML, is encrypted, outside the folder, or cannot be read.
 */
export async function readVariableFiles(folder: string, builder: InventoryBuilder): Promise<void> {
  const { namesIn, filesOf } = filesWithin(folder);
  for (const [directory, kind] of directories)
    for (const name of namesIn(join(folder, directory))) {
      const owner = name.replace(/\.(ya?ml|json)$/, '');
      if (!builder.has(kind, owner)) continue;
      for (const path of filesOf(join(folder, directory, name)))
        for (const [variable, value, place] of await variablesOf(path))
          builder.setBeside(kind, owner, variable, value, place);
    }
}

/** What finds files in a folder. @throws UsageError for a link out of it. */
function filesWithin(folder: string) {
  const base = realpathSync(folder);
  /** Where a path leads; undefined if nowhere. */
  const placeOf = (path: string): string | undefined => {
    try {
      const place = realpathSync(path);
      if (!/^\.\.(\/|$)/.test(relative(base, place))) return place;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
      throw unreadable(path, error);
    }
    throw usageError(
      `${path} is a link that leads out of ${folder}; allowed: files in that directory`,
      '--hosts',
      path,
    );
  };

  /** The names in a directory that Ansible reads, in order; none if there is no such directory. */
  const namesIn = (directory: string): string[] => {
    const place = placeOf(directory);
    if (place === undefined || !statSync(place).isDirectory()) return [];
    try {
      return readdirSync(place)
        .filter((name) => !/^\.|~$/.test(name))
        .sort();
    } catch (error) {
      throw unreadable(directory, error);
    }
  };

  const filesOf = (path: string, depth = 0): string[] => {
    const place = placeOf(path);
    if (place === undefined)
      throw usageError(`${path} cannot be read: no such file or directory`, '--hosts', path);
    if (!statSync(place).isDirectory()) return [place];
    if (depth > maxDepth)
      throw usageError(
        `${path} is more than ${maxDepth} directories deep; allowed: at most that many`,
        '--hosts',
      );
    return namesIn(path)
      .filter((name) => !name.includes('.') || /\.(ya?ml|json)$/.test(name))
      .flatMap((name) => filesOf(join(path, name), depth + 1));
  };
  return { namesIn, filesOf };
}

function unreadable(path: string, error: unknown): Error {
  return usageError(`${path} cannot be read: ${errorWords(error)}`, '--hosts', path);
}

async function variablesOf(path: string): Promise<[name: string, value: string, place: () => string][]> {
  const text = readNamedText(path, '--hosts', 'anybody');
  const encrypted =
    'is encrypted by ansible-vault; allowed: variables that are not (ansible-inventory --list --yaml prints them)';
  if (text.startsWith('$ANSIBLE_VAULT;')) throw usageError(`${path}: ${encrypted}`, '--hosts', path);
  const [{ yamlFile }, { mappingAt, textsOf }] = await Promise.all([
    import('../load/yaml-file.js'),
    import('./yaml-inventory.js'),
  ]);
  const file = yamlFile(path, text, (problems) => {
    const said = problems.map((each) =>
      each.message.includes('!vault') ? { ...each, message: encrypted } : each,
    );
    return usageError(problemLines(path, said), '--hosts', path);
  });
  const place = (...keys: string[]) => positionText(path, file.atKey(keys));
  return textsOf(mappingAt(file.value, place, 'the file')).map(([name, value]) => [
    name,
    value,
    () => place(name),
  ]);
}
