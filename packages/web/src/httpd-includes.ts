import { posix } from 'node:path';
import type { Host } from '@hostspec/spec';

const directoryDepth = 4;

/**
 * The files that an Include argument names: a file, every file below a directory, or the matches of a pattern, sorted;
 * relative to the server root. Empty if it contains a variable that the configuration does not define. Directories are
 * searched only if `search` allows it.
 */
export async function includedFiles(
  host: Host,
  serverRoot: string,
  argument: string,
  search: () => void,
): Promise<string[]> {
  if (argument === '' || argument.includes('${')) return [];
  const path = posix.resolve(serverRoot, argument);
  const isPattern = /[*?[]/.test(path);
  if (!isPattern && (await host.stat(path))?.kind === 'file') return [path];
  search();
  const below = Array.from({ length: directoryDepth }, (_, depth) => path + '/*'.repeat(depth + 1));
  const { paths } = await host.glob(isPattern ? [path, ...below] : below);
  return [...new Set(paths)].sort();
}
