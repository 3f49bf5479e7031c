import { readdirSync, statSync } from 'node:fs';
import { constants, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { untrustedWords, whyUntrustedData } from '@hostspec/files/trust';
import { usageError } from '@hostspec/host-kit';
import { execa } from 'execa';
import { programInPath } from '../launch.js';
import { inventoryLimits } from './inventory.js';

/** What a program with this package gives to its reader of inventories. */
export interface InventoryUse {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Text from standard input, until its end. @throws UsageError if it is longer or not UTF-8. */
  readInput(maxBytes: number): Promise<string>;
  /** Listens for a signal to the process; the returned function stops listening. */
  onSignal(signal: NodeJS.Signals, listener: () => void): () => void;
  /** Ends the process at once. */
  exit(status: number): void;
  /** Why root must not run this program; undefined if it may. */
  whyNotRun(path: string): string | undefined;
}

const program = 'ansible-inventory';

/** Seconds that Ansible may take: an inventory can be a program that asks a cloud. */
const maxSeconds = 120;

const maxErrorBytes = 1024 * 1024;
const maxShown = 1000;
const maxFiles = 10_000;

/**
 * Asks the user's own Ansible for an inventory, as JSON. Ansible runs code in inventories, so root passes it only files that nobody else
 * can change. `why` is the reason for using Ansible, for errors.
 *
 * @throws UsageError if Ansible is not installed, is not given the inventory, or cannot read it.
 */
export async function askAnsible(
  path: string,
  why: string,
  use: InventoryUse,
  seconds = maxSeconds,
): Promise<string> {
  const refused = (problem: string): Error => usageError(`--hosts ${path} ${problem}`, '--hosts', path);
  const found = programInPath(program, use.env.PATH);
  if (found === undefined)
    throw refused(
      `${why}, so it is read by Ansible, and ${program} is not in PATH; install ansible-core, give a list with one target on each line, or give what "${program} -i INVENTORY --list" prints on another machine`,
    );
  if (path.includes(','))
    throw refused('has a comma in its path, and Ansible would take that for a list; rename it');
  const foreignProgram = use.whyNotRun(found);
  if (foreignProgram !== undefined)
    throw usageError(`${found} ${untrustedWords(foreignProgram)}`, '--hosts', path);
  const foreign = whyUntrusted(path);
  if (foreign !== undefined)
    throw refused(
      `${why}, so it is read by Ansible, which can run code from it; it ${untrustedWords(foreign)}, or give what "${program} -i INVENTORY --list" prints for another user`,
    );
  return run(found, path, use, seconds, refused);
}

/** Why others can change an inventory, or a file that Ansible reads with it; undefined if they cannot, or for users other than root. */
function whyUntrusted(inventory: string): string | undefined {
  if (process.geteuid?.() !== 0) return undefined;
  let files = 0;
  const judge = (path: string): string | undefined => {
    const why = whyUntrustedData(path);
    if (why !== undefined) return why;
    if (++files > maxFiles) return `it has more than ${maxFiles} files, too many to check`;
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined;
    for (const name of readdirSync(path)) {
      const found = judge(join(path, name));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const beside = ['group_vars', 'host_vars'].map((name) => join(dirname(inventory), name));
  for (const path of [inventory, ...beside]) {
    const found = judge(path);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function run(
  found: string,
  path: string,
  use: InventoryUse,
  seconds: number,
  refused: (problem: string) => Error,
): Promise<string> {
  const child = execa(found, ['-i', path, '--list'], {
    // An ansible.cfg in the current directory could name code.
    cwd: '/',
    env: environment(use),
    extendEnv: false,
    stdin: 'ignore',
    // A group of its own, to end the programs of an inventory, too.
    detached: true,
    reject: false,
    maxBuffer: { stdout: inventoryLimits.bytes, stderr: maxErrorBytes },
  });
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  const removers = (['SIGHUP', 'SIGINT', 'SIGTERM'] as const).map((signal) =>
    use.onSignal(signal, () => {
      end();
      use.exit(128 + constants.signals[signal]);
    }),
  );
  try {
    const ended = await Promise.race([child, after(seconds * 1000, undefined, { ref: false })]);
    if (ended === undefined)
      throw refused(
        `is not read: ${program} took longer than ${seconds} s; give what "${program} --list" prints`,
      );
    if (ended.isMaxBuffer)
      throw refused(
        `is not read: ${program} prints more than ${inventoryLimits.bytes} bytes; give a part of the inventory`,
      );
    if (ended.failed)
      throw refused(`cannot be read by ${program}: ${said(ended.stderr) || ended.shortMessage}`);
    return ended.stdout;
  } finally {
    end();
    for (const remove of removers) remove();
  }
}

function environment({ env }: InventoryUse): NodeJS.ProcessEnv {
  return {
    // Without this, Ansible leaves out hosts that it cannot parse, and only warns.
    ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED: 'True',
    ...env,
    ANSIBLE_NOCOLOR: '1',
    LC_ALL: 'C.UTF-8',
    // sudo may leave HOME as another user's, with an .ansible.cfg.
    ...(process.geteuid?.() === 0 ? { HOME: userInfo().homedir } : {}),
  };
}

/** The warnings and errors of Ansible as one line; its plugins may all say the same. */
function said(stderr: string): string {
  const parts = stderr
    .replace(/\s+/g, ' ')
    .split(/\[?(?:DEPRECATION |)(?:WARNING|ERROR)[\]!]:?/)
    .map((part) => part.replace(/^[ *]*(?:Failed to parse .*? with \w+ plugin: )?/, '').trim())
    .filter((part) => part !== '');
  const useful = parts.filter((part) => !/^(?:Completely failed|Unable) to parse/.test(part));
  return [...new Set(useful.length > 0 ? useful : parts)].join('; ').slice(0, maxShown);
}
