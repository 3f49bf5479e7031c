import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defined, runWords } from '@hostspec/host-kit';
import glob from 'fast-glob';
import { parse } from 'yaml';
import { type FakeCommand, type FakeFile, type FakeHost, fakeHost } from './fake-host.js';

/** A host as data. */
export interface HostData {
  /** The variables of its os-release. */
  readonly os: Readonly<Record<string, string>>;
  /** Content by path. */
  readonly files?: Readonly<Record<string, FakeFile>>;
  /** Output by command line. */
  readonly commands?: Readonly<Record<string, HostCommand>>;
}

type HostCommand =
  | string
  | null
  | { readonly output?: string; readonly status?: number; readonly problem?: 'absent' | 'failed' };

/**
 * Makes a fake host from a YAML file: `os` has the variables of its os-release, `files` content by path, `commands` output by
 * command line, or `output` and `status`. A file can also be `{ kind: socket }`, `{ kind: block }` or `{ link: PATH }`. The host has systemd unless
 * it is Alpine, which has OpenRC. The output of journalctl is in the usual order; the host itself answers `-r`, and takes any window.
 *
 * @throws Error that names the file, for a key that is not one of these and for a host without `os`.
 */
export function hostFromFile(path: string): FakeHost {
  const read: unknown = parse(readFileSync(path, 'utf8'));
  if (!isHostFile(read))
    throw new Error(
      `${path}: a host has os (the variables of os-release), files and commands, and nothing else`,
    );
  return hostFromData(read);
}

/** The hosts in `hosts/NAME.yaml` of a folder of fixtures, by name, each as for `hostFromFile`. None if there is no such folder. */
export function fixtureHosts(folder: string | URL): Readonly<Record<string, FakeHost>> {
  const hosts = join(typeof folder === 'string' ? folder : fileURLToPath(folder), 'hosts');
  const files = glob.sync('*.yaml', { cwd: hosts }).sort();
  return Object.fromEntries(
    files.map((file) => [file.slice(0, -'.yaml'.length), hostFromFile(join(hosts, file))]),
  );
}

/** Makes a fake host from data, as `hostFromFile` does from a file. */
export function hostFromData({ os, files = {}, commands = {} }: HostData): FakeHost {
  const init = os.ID === 'alpine' ? '/sbin/openrc' : '/usr/lib/systemd/systemd';
  const host = fakeHost({
    files: { '/etc/os-release': osRelease(os), [init]: '', ...files },
    commands: Object.fromEntries(
      Object.entries(commands).map(([line, command]) => [line, fakeCommand(command)]),
    ),
  });
  return { ...host, run: runWords((words) => runWithJournal(host, words)) };
}

function isHostFile(value: unknown): value is HostData {
  return (
    typeof value === 'object' &&
    value !== null &&
    'os' in value &&
    Object.entries(value).every(
      ([key, part]) => ['os', 'files', 'commands'].includes(key) && typeof part === 'object',
    )
  );
}

function osRelease(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}="${value}"\n`)
    .join('');
}

function fakeCommand(command: HostCommand): FakeCommand {
  if (command === null || typeof command === 'string') return command ?? '';
  const { output, status, problem } = command;
  return defined({ output, rc: status, problem });
}

async function runWithJournal(host: FakeHost, words: readonly string[]): ReturnType<FakeHost['run']> {
  if (!words[0]?.endsWith('/journalctl')) return host.run(words);
  const result = await host.run(words.filter((word) => !/^(-r|--(since|until)=@\d+)$/.test(word)));
  if (!words.includes('-r')) return result;
  const entries = new TextDecoder().decode(result.output).match(/^[^\n]*\n(?:[ \t][^\n]*\n)*/gm) ?? [];
  return { ...result, output: new TextEncoder().encode(entries.reverse().join('')) };
}
