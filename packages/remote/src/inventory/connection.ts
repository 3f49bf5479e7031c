import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { defined } from '@hostspec/host-kit';
import type { InventoryHost } from './inventory.js';
import { readSshArguments } from './ssh-arguments.js';

/** The way to a host: this machine, a target as `--host` takes it, a command as `--via` takes it, or ssh or a container engine with the inventory's values. */
export type Connection =
  | { readonly by: 'local' }
  | { readonly by: 'target'; readonly text: string }
  | { readonly by: 'via'; readonly command: string }
  | {
      readonly by: 'ssh';
      readonly host: string;
      readonly port?: number;
      readonly user?: string;
      /** The path of a private key, for ssh -i. */
      readonly key?: string;
      /** The hosts to go through, as ProxyJump of ssh takes them. */
      readonly jump?: string;
    }
  | { readonly by: 'podman' | 'docker'; readonly name: string };

/** A host to collect. */
export interface FleetHost {
  readonly name: string;
  readonly connection: Connection;
  /** True if the inventory asks for root by sudo. */
  readonly sudo: boolean;
}

/** A host that cannot be reached as its variables say, and the reason. */
export interface UnusableHost {
  readonly name: string;
  readonly problem: string;
}

const names = {
  host: ['ansible_host', 'ansible_ssh_host'],
  port: ['ansible_port', 'ansible_ssh_port'],
  user: ['ansible_user', 'ansible_ssh_user'],
  connection: ['ansible_connection'],
  become: ['ansible_become'],
  key: ['ansible_private_key_file', 'ansible_ssh_private_key_file'],
  arguments: ['ansible_ssh_args', 'ansible_ssh_common_args', 'ansible_ssh_extra_args'],
  password: ['ansible_password', 'ansible_ssh_pass', 'ansible_ssh_password'],
} as const;

type Variables = InventoryHost['variables'];

/** Variables that change how Ansible connects, and that hostspec does not use. */
const unused = [
  'ansible_become_exe',
  'ansible_become_flags',
  'ansible_become_method',
  'ansible_become_pass',
  'ansible_become_password',
  'ansible_become_user',
  'ansible_scp_extra_args',
  'ansible_sftp_extra_args',
  'ansible_ssh_executable',
] as const;

/** Values of these variables that change nothing for hostspec. */
const harmless: Readonly<Record<string, string>> = {
  ansible_become_method: 'sudo',
  ansible_become_user: 'root',
};

/** The variables of a host that change how Ansible connects, and that hostspec does not use. */
export function unusedVariables({ variables }: InventoryHost): string[] {
  const isUnused = (name: string): boolean => {
    const value = variables.get(name) ?? undefined;
    return value !== undefined && value !== harmless[name];
  };
  const hasOthers = (name: string): boolean => {
    try {
      return readSshArguments(textOf(variables, [name])?.value ?? '').hasOthers;
    } catch {
      // `fleetHost` refuses such a host.
      return false;
    }
  };
  return [...unused.filter(isUnused), ...names.arguments.filter(hasOthers)];
}

/** How to reach a host of an inventory, by its variables; paths of keys are below `cwd`, as for Ansible. */
export function fleetHost({ name, variables, via }: InventoryHost, cwd: string): FleetHost | UnusableHost {
  if (via !== undefined) return { name, connection: { by: 'via', command: via }, sudo: false };
  try {
    const sudo = truth(variables, names.become);
    const connection = connectionOf(name, variables, cwd);
    if (sudo && connection.by === 'local' && process.geteuid?.() !== 0)
      return {
        name,
        problem: 'ansible_become is not possible with ansible_connection=local; run hostspec as root',
      };
    return { name, connection, sudo: sudo && connection.by !== 'local' };
  } catch (error) {
    return { name, problem: (error as Error).message };
  }
}

function connectionOf(name: string, variables: Variables, cwd: string): Connection {
  const host = textOf(variables, names.host);
  const port = textOf(variables, names.port);
  const user = textOf(variables, names.user);
  if (host !== undefined) checkHost(host.name, host.value);
  if (user !== undefined) checkUser(user.name, user.value);
  // Ansible accepts the name of a connection with its collection, such as containers.podman.podman.
  const given = textOf(variables, names.connection)?.value ?? 'ssh';
  const way = ways[given.split('.').at(-1) ?? ''];
  if (way === undefined)
    throw new Error(
      `ansible_connection=${JSON.stringify(given)} is not supported; allowed: ssh, podman, docker, local`,
    );
  if (way === 'local') return { by: 'local' };
  if (way !== 'ssh') return { by: way, name: host?.value ?? name };
  const password = names.password.find((each) => variables.get(each));
  if (password !== undefined)
    throw new Error(
      `${password} is not supported: passwords for ssh are not read from inventories; use a key (ansible_ssh_private_key_file), or ssh's own configuration`,
    );
  const key = textOf(variables, names.key);
  const jump = jumpOf(variables);
  if ([host, port, user, key, jump].every((each) => each === undefined)) return { by: 'target', text: name };
  if (name.includes('://')) throw new Error('a target with :// has variables, too; allowed: one of both');
  return {
    by: 'ssh',
    host: host?.value ?? name,
    ...defined({
      port: port && portOf(port.name, port.value),
      user: user?.value,
      key: key && keyOf(key.name, key.value, cwd),
      jump,
    }),
  };
}

/** The jump hosts among the arguments of ssh, of which ssh takes the first. */
function jumpOf(variables: Variables): string | undefined {
  const jumps = names.arguments.map((name) => {
    const given = textOf(variables, [name]);
    try {
      return given && readSshArguments(given.value).jump;
    } catch (error) {
      throw new Error(`${name} ${(error as Error).message}`);
    }
  });
  return jumps.find((jump) => jump !== undefined);
}

/** The path of a key for ssh, which expands a leading ~ itself. */
function keyOf(variable: string, value: string, cwd: string): string {
  if (/\p{Cc}/u.test(value))
    throw new Error(`${variable} has a control character; allowed: the path of a private key`);
  return value.startsWith('~') ? value : resolve(cwd, value);
}

const ways: Readonly<Record<string, Exclude<Connection['by'], 'target' | 'via'> | undefined>> = {
  __proto__: null as never,
  ssh: 'ssh',
  smart: 'ssh',
  podman: 'podman',
  docker: 'docker',
  local: 'local',
};

/** The first of these variables that is set. @throws Error if hostspec cannot read its value: Ansible evaluates templates only when it connects. */
function textOf(
  variables: Variables,
  all: readonly string[],
): { readonly name: string; readonly value: string } | undefined {
  const name = all.find((each) => variables.has(each));
  const given = name === undefined ? undefined : unmarked(variables.get(name));
  if (name === undefined || given === undefined || given === null || given === '') return undefined;
  if (typeof given === 'object') {
    const form = '__ansible_vault' in given ? 'is encrypted by ansible-vault' : 'is not text';
    throw new Error(`${name} ${form}; allowed: its value as text`);
  }
  const value = String(given);
  if (value.includes('{{') || value.includes('{%'))
    throw new Error(`${name} has a template; allowed: its value`);
  return { name, value };
}

/** Unwraps text that Ansible marks because a program printed it and it must not be evaluated. */
function unmarked(value: unknown): unknown {
  return typeof value === 'object' && value !== null && '__ansible_unsafe' in value
    ? value.__ansible_unsafe
    : value;
}

function checkHost(variable: string, value: string): void {
  if (!isIPv6(value) && !/^[\p{L}\p{N}_][\p{L}\p{N}_.%-]{0,254}$/u.test(value))
    throw new Error(`${variable}=${JSON.stringify(value)} is not allowed; allowed: a name or an address`);
}

function checkUser(variable: string, value: string): void {
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_.@\\$+-]{0,254}$/u.test(value))
    throw new Error(`${variable}=${JSON.stringify(value)} is not allowed; allowed: the name of a user`);
}

function portOf(variable: string, value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (port >= 1 && port <= 65535) return port;
  throw new Error(`${variable}=${JSON.stringify(value)} is not allowed; allowed: a port from 1 to 65535`);
}

function truth(variables: Variables, all: readonly string[]): boolean {
  const given = textOf(variables, all);
  if (given === undefined) return false;
  const word = given.value.toLowerCase();
  if (['true', 'yes', 'on', '1', 'y', 't'].includes(word)) return true;
  if (['false', 'no', 'off', '0', 'n', 'f'].includes(word)) return false;
  throw new Error(`${given.name}=${JSON.stringify(given.value)} is not allowed; allowed: true, false`);
}
