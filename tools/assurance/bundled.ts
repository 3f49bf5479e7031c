import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { sharedDirectory } from '../test/folder.js';

const here = fileURLToPath(new URL('./', import.meta.url));
const known = new Map<string, Promise<string>>();
const directory = sharedDirectory();

/** A program of this folder as one file for Node, made from the packages' sources as they are now; users other than root can read it. */
export function bundled(entry: string): Promise<string> {
  const made = known.get(entry) ?? make(entry);
  known.set(entry, made);
  return made;
}

async function make(entry: string): Promise<string> {
  chmodSync(directory, 0o755);
  const outfile = join(directory, entry.replace(/\.ts$/, '.mjs'));
  await build({
    entryPoints: [join(here, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  return outfile;
}
