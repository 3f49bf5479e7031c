import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeFiles } from '../../test/folder.ts';
import { execute } from '../../workspace/execute.mjs';

/** A folder outside the workspace that packages are installed in and programs run in, with the registry of the test. */
export const place = (folder, { url, env }) => {
  mkdirSync(folder, { recursive: true });
  const run = (command, ...args) => execute(folder, env, command, ...args);
  const write = (path, text) => writeFiles(folder, { [path]: text });
  if (!existsSync(join(folder, 'package.json')))
    write('package.json', '{ "private": true, "type": "module" }\n');
  return {
    folder,
    write,
    run,
    /** Installs packages from the test's registry, and from no other. */
    async install(...packages) {
      const registry = (await run('npm', 'config', 'get', 'registry')).trim();
      if (registry !== url) throw new Error(`npm would ask ${registry}, not ${url}`);
      await run('npm', 'install', ...packages);
    },
    /** Runs a command without a network, except for the loopback interface. */
    offline: (...command) =>
      run('unshare', '-n', 'sh', '-c', 'ip link set lo up; exec "$@"', 'sh', ...command),
  };
};
