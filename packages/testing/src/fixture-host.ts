import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { type FakeFile, type FakeHost, fakeHost } from './fake-host.js';
import { hostFromFile } from './host-file.js';

/**
 * Makes a fake host from a folder: the files below `root/`; in `commands/` one text file a command, whose first line
 * is `$ ` and the command line, the rest what it prints; in the file `devices` one block device a line. All may be
 * missing.
 *
 * @throws Error for a file of `commands/` that does not begin like that.
 */
export function fixtureHost(folder: string | URL): FakeHost {
  const path = typeof folder === 'string' ? folder : fileURLToPath(folder);
  const root = join(path, 'root');
  const files = filesBelow(root).map((file): Entry => [file.slice(root.length), readFileSync(file)]);
  const devices = readDevices(join(path, 'devices')).map((device): Entry => [device, { kind: 'block' }]);
  const commands = filesBelow(join(path, 'commands')).map(readCommand);
  return fakeHost({
    files: Object.fromEntries([...files, ...devices]),
    commands: Object.fromEntries(commands),
  });
}

/**
 * The hosts of a folder of fixtures, by name: the one of its `root/` and `commands/`, and those of its `hosts/NAME.yaml`,
 * each as for `hostFromFile`.
 */
export function fixtureHosts(folder: string | URL): Readonly<Record<string, FakeHost>> {
  const path = typeof folder === 'string' ? folder : fileURLToPath(folder);
  const own = ['root', 'commands'].some((name) => existsSync(join(path, name)));
  const hosts = glob.sync('*.yaml', { cwd: join(path, 'hosts') }).sort();
  return {
    ...(own ? { root: fixtureHost(path) } : {}),
    ...Object.fromEntries(
      hosts.map((name) => [name.slice(0, -'.yaml'.length), hostFromFile(join(path, 'hosts', name))]),
    ),
  };
}

type Entry = readonly [path: string, file: FakeFile];

const filesBelow = (folder: string): string[] =>
  glob.sync('**', { cwd: folder, dot: true, absolute: true }).sort();

function readCommand(file: string): [line: string, output: string] {
  const [, line, output = ''] = /^\$ (.+)\n([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? [];
  if (line === undefined)
    throw new Error(`${file} does not begin with "$ " and a command line, on a line of its own`);
  return [line, output];
}

function readDevices(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
