import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Manifest, verifyArchive } from '@hostspec/archive';
import type { Outcome } from '@hostspec/spec';
import { type Finished, type PathologicalHost, type View, view } from '@hostspec/testing/pathological';
import { expect } from 'vitest';
import { runHostspec } from './cli.js';

/** The user that attacks: a number that no account of a machine has. */
export const eve = 4217;

/** The properties of an attacker's process. */
export interface Claim {
  /** Its first word: what it claims to run. `PID` stands for its own process id. */
  readonly word: string;
  /** The interpreter that it runs. Default: the machine's. */
  readonly python?: string;
  /** Default: eve. */
  readonly user?: number;
  /** Default: `/`. */
  readonly cwd?: string;
  /** A directory to which it changes from the current one and back, as fast as possible. */
  readonly alternately?: string;
  /** The directory that is its root. */
  readonly root?: string;
  /** Options of unshare, for namespaces of its own. */
  readonly namespaces?: readonly string[];
}

// Takes its command line first: later it may lack the rights for that.
const attacker = `
import json, os, sys, time
how = json.loads(sys.argv[-1])
if 'begun' not in how:
    how['begun'] = True
    word = how['word'].replace('PID', str(os.getpid()))
    os.environ['PYTHONHOME'] = '/usr'
    os.execv(how['python'], [word, '-c', how['program'], json.dumps(how)])
if 'root' in how:
    os.chroot(how['root'])
os.chdir(how['cwd'])
os.setgroups([])
os.setgid(how['user'])
os.setuid(how['user'])
print('claiming', flush=True)
while 'alternately' in how:
    os.chdir(how['alternately'])
    os.chdir(how['cwd'])
time.sleep(3000)
`;

/** How a file of the attacked machine is made. */
export interface Owned {
  /** User, or `user:group`. Default: root. */
  readonly owner?: number | string;
  /** Default: 755. */
  readonly mode?: string;
}

/** This machine, with an overlay as its root: its files can be whatever an attack needs. */
export interface AttackedMachine extends View {
  /** Writes a file there, with the directories above it, which root makes; returns its path. */
  write(path: string, text: string, owned?: Owned): Promise<string>;
  /** Writes a program there that makes the canary, which only root can do; returns its path. */
  evil(path: string, owned?: Owned): Promise<string>;
  /** Runs a shell script there, as root. */
  shell(script: string): Promise<string>;
  /** Fails if a program of the attacker ran with root's rights. */
  unharmed(): void;
  /** Starts a process that claims to be what it is not; the function returned ends it. */
  claim(claim: Claim): Promise<() => Promise<void>>;
  /** Runs the built command there. */
  hostspec(...args: readonly string[]): Promise<Finished>;
  /** Runs the built command there as another user, who has the group of the same number. */
  hostspecAs(user: number, ...args: readonly string[]): Promise<Finished>;
  /** Collects specs there with the built command, checks the archive, and returns their outcomes with the text of each item. */
  collect(names: readonly string[], ...args: readonly string[]): Promise<readonly CollectedThere[]>;
}

/** The outcome of a spec, with the text of each of its items. */
export type CollectedThere = Outcome & { readonly texts: readonly string[] };

/** Creates the machine to attack. */
export async function attackedMachine(host: PathologicalHost): Promise<AttackedMachine> {
  const inside = await view(host, 'machine');
  const canary = host.path('canary');
  let archives = 0;
  const machine: AttackedMachine = {
    ...inside,
    async write(path, text, { owner = 0, mode = '755' } = {}) {
      const script = 'mkdir -p "$(dirname "$1")" && cat > "$1" && chmod "$2" "$1" && chown "$3" "$1"';
      const { status, stderr } = await host.run(
        inside.enter(['sh', '-c', script, 'sh', path, mode, String(owner)]),
        { input: text },
      );
      expect([status, stderr]).toEqual([0, '']);
      return path;
    },
    evil: (path, owned) =>
      machine.write(path, `#!/bin/sh\n: > ${canary}\necho 'Server version: evil'\n`, owned),
    shell: (script) => host.prepare(...inside.enter(['sh', '-e', '-c', script])),
    unharmed: () => expect(existsSync(canary)).toBe(false),
    async claim({ namespaces, ...claim }) {
      const how = { python: '/usr/bin/python3', user: eve, cwd: '/', program: attacker, ...claim };
      const running = host.start(
        inside.enter([
          ...(namespaces ? ['unshare', ...namespaces] : []),
          ...['/usr/bin/python3', '-c', attacker, JSON.stringify(how)],
        ]),
        { deadline: 300 },
      );
      await running.printed('claiming');
      return running.kill;
    },
    hostspec: (...args) => runHostspec(host, args, { enter: inside.enter, deadline: 120 }),
    hostspecAs: (user, ...args) =>
      runHostspec(host, args, {
        enter: (argv) =>
          inside.enter(['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...argv]),
        deadline: 120,
      }),
    async collect(names, ...args) {
      const output = host.path(`collected-${++archives}`);
      const format = ['--format', 'directory', '--output', output];
      const run = await machine.hostspec('collect', ...format, '--only', names.join(), ...args);
      expect(run, run.stderr).toMatchObject({ overdue: false, status: expect.any(Number) });
      expect(run.status, run.stderr).toBeLessThan(2);
      expect(await verifyArchive(output)).toEqual([]);
      const { outcomes }: Manifest = JSON.parse(readFileSync(join(output, 'manifest.json'), 'utf8'));
      return names.map((name) => {
        const outcome = outcomes.find((each) => each.name === name);
        if (!outcome) throw new Error(`no outcome of ${name}`);
        return {
          ...outcome,
          texts: outcome.items.map(({ path }) => readFileSync(join(output, 'data', path), 'utf8')),
        };
      });
    },
  };
  return machine;
}
