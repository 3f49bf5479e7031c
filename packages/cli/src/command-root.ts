import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whyUntrustedCode } from '@hostspec/files/trust';

/** The directory of this command's package, however the command was started. */
export function commandRoot(): string {
  root ??= packageAbove(dirname(realpathSync(fileURLToPath(import.meta.url))));
  return root;
}

/** Why root must not run code at a path, which others could change; undefined if it may. */
export const whyNotRun = (path: string): string | undefined => whyUntrustedCode(path, commandRoot());

let root: string | undefined;

function packageAbove(directory: string): string {
  const parent = dirname(directory);
  return existsSync(join(directory, 'package.json')) || parent === directory
    ? directory
    : packageAbove(parent);
}
