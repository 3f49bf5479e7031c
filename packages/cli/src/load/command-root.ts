import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The directory of this command's package, however the command was started. */
export function commandRoot(): string {
  root ??= packageAbove(dirname(realpathSync(fileURLToPath(import.meta.url))));
  return root;
}

let root: string | undefined;

function packageAbove(directory: string): string {
  const parent = dirname(directory);
  return existsSync(join(directory, 'package.json')) || parent === directory
    ? directory
    : packageAbove(parent);
}
