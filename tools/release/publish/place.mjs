import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const start = promisify(execFile);

/** Runs a command in a folder, with further variables, and resolves to its standard output. @throws Error with all that it printed. */
export const execute = async (folder, env, command, ...args) => {
  try {
    const { stdout } = await start(command, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    throw new Error(`${error.message}\n${error.stdout ?? ''}`);
  }
};

/** A folder outside the workspace that packages are installed in and programs run in, with the registry of the test. */
export const place = (folder, { url, env }) => {
  mkdirSync(folder, { recursive: true });
  const run = (command, ...args) => execute(folder, env, command, ...args);
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
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
