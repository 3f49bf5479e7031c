import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errorWords } from '@hostspec/files';
import { readNamedText, whyChangeable } from '@hostspec/files/trust';
import { usageError } from '@hostspec/host-kit';
import type { InventoryUse } from './ansible-inventory.js';
import { type FleetHost, fleetHost, type UnusableHost, unusedVariables } from './connection.js';
import { type Inventory, type InventoryHost, inventoryLimits, readInventoryJson } from './inventory.js';
import { limitHosts } from './limit.js';
import { readList } from './list.js';

/** The hosts that `--hosts` and `--limit` name. */
export interface NamedHosts {
  readonly hosts: readonly (FleetHost | UnusableHost)[];
  /** Sentences about settings of the inventory that hostspec does not use, or takes in another way. */
  readonly notes: readonly string[];
}

/** Reads the inventory that `--hosts` names, `-` for standard input. @throws UsageError if it is invalid or names no host. */
export async function readHosts(
  file: string,
  limit: readonly string[] | undefined,
  use: InventoryUse,
): Promise<NamedHosts> {
  const inventory = await (file === '-' ? readInput(use) : readPath(resolve(use.cwd, file), use));
  const hosts = limit === undefined ? inventory.hosts : limitHosts(inventory, limit);
  if (hosts.length === 0)
    throw usageError(
      limit === undefined
        ? `--hosts ${file} names no hosts; allowed: a list with one target on each line, or an inventory of Ansible`
        : `--limit ${limit.join(',')} leaves no hosts; allowed: names and groups of ${file}`,
      limit === undefined ? '--hosts' : '--limit',
      file,
    );
  const named = hosts.map((host) => fleetHost(host, use.cwd));
  return { hosts: named, notes: [...meaningHere(named), ...notUsed(hosts)] };
}

const fromInput =
  'a command (via:) is not taken from standard input; put the list into a file that only you can write to';

async function readInput(use: InventoryUse): Promise<Inventory> {
  const read = readText(await use.readInput(inventoryLimits.bytes), 'standard input', fromInput);
  if (typeof read !== 'string') return read;
  throw usageError(
    `standard input ${read}; allowed: one target on each line, or what ansible-inventory --list prints, without --yaml`,
    '--hosts',
    '-',
  );
}

/** Asks Ansible if the path is a directory or a program, has variables beside it, or is neither a list nor JSON. */
async function readPath(path: string, use: InventoryUse): Promise<Inventory> {
  const why = whyAnsible(path);
  // Checked before reading: then nobody else can have written the text that is read.
  const whyNoCommands = changeableBy(path);
  const read =
    why ?? readText(readNamedText(path, '--hosts', 'anybody', inventoryLimits.bytes), path, whyNoCommands);
  if (typeof read !== 'string') return read;
  const { askAnsible } = await import('./ansible-inventory.js');
  const asked = readInventoryJson(await askAnsible(path, read, use), path);
  if (asked) return asked;
  throw usageError(
    `--hosts ${path} cannot be read: ansible-inventory --list did not print an inventory in JSON`,
    '--hosts',
    path,
  );
}

/** Parses a list or JSON. For other text, returns the end of an error sentence. */
function readText(given: string, path: string, whyNoCommands: string | undefined): Inventory | string {
  const text = given.replace(/^\uFEFF/, '');
  return readInventoryJson(text, path) ?? readList(text, path, whyNoCommands);
}

function changeableBy(path: string): string | undefined {
  const why = whyChangeable(path);
  if (why === undefined) return undefined;
  const mode = (statSync(path).mode & 0o7777).toString(8).padStart(4, '0');
  return `a command (via:) is only taken from a file that nobody but you and root can change. This file has mode ${mode}, and ${why}; let nobody else write to it, nor to the directories above it (chmod go-w)`;
}

function whyAnsible(path: string): string | undefined {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return 'is a directory';
    if (stats.isFile() && (stats.mode & 0o111) !== 0) return 'is a program';
  } catch (error) {
    throw usageError(`--hosts ${path} cannot be read: ${errorWords(error)}`, '--hosts', path);
  }
  const beside = ['group_vars', 'host_vars'].find((name) => existsSync(join(dirname(path), name)));
  return beside && `has ${beside} beside it`;
}

/** A note if hosts of other names are this machine, because the author of the inventory may not have meant it. */
function meaningHere(hosts: readonly (FleetHost | UnusableHost)[]): string[] {
  const [first, ...more] = hosts.filter(
    (host) =>
      'connection' in host &&
      host.connection.by === 'local' &&
      !/^(localhost|127\.0\.0\.1|::1)$/.test(host.name),
  );
  if (first === undefined) return [];
  return [
    `ansible_connection=local of ${first.name}${andMore(more.length)} means this machine: it is collected under ${more.length === 0 ? 'that name' : 'these names'}`,
  ];
}

const andMore = (count: number): string => (count === 0 ? '' : ` and ${count} more`);

function notUsed(hosts: readonly InventoryHost[]): string[] {
  const first = new Map<string, { readonly name: string; count: number }>();
  for (const host of hosts)
    for (const variable of unusedVariables(host)) {
      const known = first.get(variable);
      if (known) known.count++;
      else first.set(variable, { name: host.name, count: 0 });
    }
  return [...first].map(
    ([variable, { name, count }]) =>
      `${variable} of ${name}${andMore(count)} is not used; ssh takes options from its own configuration`,
  );
}
