import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errorWords } from '@hostspec/files';
import { readNamedText, whyChangeable } from '@hostspec/files/trust';
import { usageError } from '@hostspec/host-kit';
import { didYouMean, hasWildcard, nameMatcher } from '@hostspec/spec';
import { parseTarget, viaTarget } from '../target.js';
import type { InventoryUse } from './ansible-inventory.js';
import { type FleetHost, fleetHost, type UnusableHost, unusedVariables } from './connection.js';
import {
  type Inventory,
  type InventoryHost,
  inventoryLimits,
  inventoryOf,
  membersOf,
  readInventoryJson,
} from './inventory.js';

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

/**
 * Selects hosts by the patterns of `--limit`: those that match a plain pattern (if there are any), every `&PATTERN` and no `!PATTERN`. A
 * pattern is a name or a glob of hosts or groups.
 *
 * @throws UsageError for a pattern that matches nothing.
 */
function limitHosts({ hosts, groups }: Inventory, patterns: readonly string[]): InventoryHost[] {
  const parts = patterns.map((pattern) => {
    const [, mark = '', name = ''] = /^([&!]?)(.*)$/s.exec(pattern) ?? [];
    const matches = nameMatcher(name);
    const named = [...groups.keys()].filter(matches);
    const members = membersOf(named, groups);
    for (const host of hosts) if (matches(host.name)) members.add(host.name);
    if (members.size + named.length === 0)
      throw usageError(
        `--limit ${pattern} matches no host and no group; ${didYouMean(name, namesFor(name, hosts, groups))}`,
        '--limit',
        pattern,
      );
    return { mark, members };
  });
  const of = (mark: string) => parts.filter((each) => each.mark === mark);
  const [some, every, none] = [of(''), of('&'), of('!')];
  return hosts.filter(
    ({ name }) =>
      (some.length === 0 || some.some(({ members }) => members.has(name))) &&
      every.every(({ members }) => members.has(name)) &&
      !none.some(({ members }) => members.has(name)),
  );
}

function namesFor(
  name: string,
  hosts: readonly InventoryHost[],
  groups: Inventory['groups'],
): ReadonlySet<string> {
  return new Set([...groups.keys(), ...(hasWildcard(name) ? [] : hosts.map((host) => host.name))]);
}

/**
 * Parses a list: on each line a target, or a name and `via:` with the command that reaches the host. For text that is no list, returns the
 * end of an error sentence.
 *
 * @throws UsageError for a command that is not allowed, with `whyNoCommands` if none is.
 */
function readList(text: string, path: string, whyNoCommands: string | undefined): Inventory | string {
  const vias = new Map<string, string | undefined>();
  for (const [index, line] of text.split('\n').entries()) {
    const read = readLine(line);
    if (read === undefined) continue;
    const { name, via } = read;
    const problem = problemOf(read, whyNoCommands);
    // The error does not show the line, which can have a password.
    if (problem === 'no target') return `is not a list of targets (line ${index + 1})`;
    const isOther = vias.has(name) && vias.get(name) !== via;
    const refusal = isOther
      ? `${name} is there twice, with different ways to it; allowed: one line for each host`
      : problem;
    if (refusal !== undefined)
      throw usageError(`--hosts ${path}, line ${index + 1}: ${refusal}`, '--hosts', path);
    vias.set(name, via);
  }
  const names = [...vias.keys()];
  const list = inventoryOf(names, new Map([['ungrouped', { hosts: names, children: [] }]]), path);
  const hosts = list.hosts.map((host) => {
    const via = vias.get(host.name);
    return via === undefined ? host : { ...host, via };
  });
  return { ...list, hosts };
}

interface ListLine {
  readonly name: string;
  readonly via?: string;
}

/** Parses a line; undefined for a comment. */
function readLine(line: string): ListLine | undefined {
  const [, name, via = ''] = /^\s*([^\s#;]\S*)\s+via:(?:\s+(.*))?$/.exec(line.trimEnd()) ?? [];
  // A command can contain # and ;, so comments are not removed after `via:`.
  if (name !== undefined) return { name, via };
  const word = line.replace(/(^|\s)[#;].*/, '').trim();
  return word === '' && !line.startsWith('#!') ? undefined : { name: word };
}

function problemOf({ name, via }: ListLine, whyNoCommands: string | undefined): string | undefined {
  if (via !== undefined && whyNoCommands !== undefined) return whyNoCommands;
  try {
    if (via === undefined) parseTarget(name);
    else viaTarget(via);
    return undefined;
  } catch (error) {
    // A target of Kubernetes has an error of its own: no inventory of Ansible has such a line, and it has no password.
    return via === undefined && !/^kube(-node)?:\/\//.test(name) ? 'no target' : (error as Error).message;
  }
}
