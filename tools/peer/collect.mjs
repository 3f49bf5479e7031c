import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, runOffline } from './run.mjs';

const hostspec = fileURLToPath(new URL('../../packages/cli/bin/hostspec.js', import.meta.url));
const unfiltered = { INSIGHTS_FILTERS_ENABLED: 'False' };

/** Collects this host with insights-core, all lines of everything; resolves to the archive's folder, made inside `folder`. */
export const collectTheirs = async (python, folder) => {
  mkdirSync(folder, { recursive: true });
  const before = new Set(readdirSync(folder));
  await runOffline(python, ['-m', 'insights.collect', '-q', '-o', folder], unfiltered);
  const [name] = readdirSync(folder).filter((entry) => !before.has(entry));
  return join(folder, name);
};

/** Collects this host with hostspec; resolves to the archive's path, which is `path`. */
export const collectOurs = async (path, format) => {
  await runOffline(process.execPath, [hostspec, 'collect', '--quiet', '--format', format, '--output', path]);
  return path;
};

/** Unpacks an archive into a folder, which it makes; resolves to the folder that the archive holds. */
export const unpack = async (archive, folder) => {
  mkdirSync(folder, { recursive: true });
  await run('tar', ['-xf', archive, '-C', folder]);
  const [name] = readdirSync(folder);
  return join(folder, name);
};
