import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
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
 * and from all files of directories with such names.
 *
 * @throws UsageError for a file that is not YAML, is encrypted, or cannot be read.
 */
export async function readVariableFiles(folder: string, builder: InventoryBuilder): Promise<void> {
  for (const [directory, kind] of directories)
    for (const name of namesIn(join(folder, directory))) {
      const owner = name.replace(/\.(ya?ml|json)$/, '');
      if (!builder.has(kind, owner)) continue;
      for (const path of filesOf(join(folder, directory, name)))
        for (const [variable, value, place] of await variablesOf(path))
          builder.setBeside(kind, owner, variable, value, place);
    }
}

/** The names in a directory that Ansible reads, in order; none if there is no such directory. */
function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => !/^\.|~$/.test(name))
      .sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw unreadable(directory, error);
  }
}

function filesOf(path: string, depth = 0): string[] {
  let isDirectory: boolean;
  try {
    isDirectory = statSync(path).isDirectory();
  } catch (error) {
    throw unreadable(path, error);
  }
  if (!isDirectory) return [path];
  if (depth > maxDepth)
    throw usageError(
      `${path} is more than ${maxDepth} directories deep; allowed: at most that many`,
      '--hosts',
    );
  return namesIn(path)
    .filter((name) => !name.includes('.') || /\.(ya?ml|json)$/.test(name))
    .flatMap((name) => filesOf(join(path, name), depth + 1));
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
