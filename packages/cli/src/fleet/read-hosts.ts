import { dirname, resolve } from 'node:path';
import type { Io } from '../io.js';
import { readNamedText } from '../load/named-file.js';
import { problemLines } from '../load/problem-lines.js';
import { usageError } from '../usage-error.js';
import {
  type FleetHost,
  fleetHost,
  knownVariables,
  type UnusableHost,
  unusedVariables,
} from './connection.js';
import { inventoryLimits } from './host-pattern.js';
import { readIni } from './ini-inventory.js';
import { type Inventory, type InventoryHost, inventoryBuilder } from './inventory.js';
import { limitHosts } from './limit.js';
import { readVariableFiles } from './variable-files.js';

/** The hosts that `--hosts` and `--limit` name. */
export interface NamedHosts {
  readonly hosts: readonly (FleetHost | UnusableHost)[];
  /** What the inventory says and hostspec does not do, in sentences. */
  readonly notes: readonly string[];
}

/** Reads the file that `--hosts` names, `-` for standard input. @throws UsageError if it is invalid or names no host. */
export async function readHosts(
  file: string,
  limit: readonly string[] | undefined,
  io: Io,
): Promise<NamedHosts> {
  const path = file === '-' ? 'standard input' : resolve(io.cwd, file);
  const text =
    file === '-'
      ? await io.readInput(inventoryLimits.bytes)
      : readNamedText(path, '--hosts', 'anybody', inventoryLimits.bytes);
  const beside = file === '-' ? undefined : dirname(path);
  const inventory = await parseInventory(text.replace(/^\uFEFF/, ''), path, beside);
  const hosts = limit === undefined ? inventory.hosts : limitHosts(inventory, limit);
  if (hosts.length === 0)
    throw usageError(
      limit === undefined
        ? `--hosts ${file} names no hosts; allowed: one host on each line, or an Ansible inventory in INI or YAML`
        : `--limit ${limit.join(',')} leaves no hosts; allowed: names and groups of ${file}`,
      limit === undefined ? '--hosts' : '--limit',
      file,
    );
  const named = hosts.map((host) => fleetHost(host, io.cwd));
  return { hosts: named, notes: [...meaningHere(named), ...notUsed(hosts)] };
}

/** Reads an inventory, or a list of hosts, with the files of variables in the folder `beside`. @throws UsageError with the line of a fault. */
export async function parseInventory(text: string, path: string, beside?: string): Promise<Inventory> {
  const builder = inventoryBuilder(knownVariables);
  if (isYaml(text, path)) {
    const [{ yamlFile }, { readYamlInventory }] = await Promise.all([
      import('../load/yaml-file.js'),
      import('./yaml-inventory.js'),
    ]);
    const file = yamlFile(path, text, (problems) =>
      usageError(problemLines(path, problems), '--hosts', path),
    );
    readYamlInventory(file, builder);
  } else readIni(text, path, builder);
  if (beside !== undefined) await readVariableFiles(beside, builder);
  return builder.build();
}

/** By its ending, or its first line: neither a host nor a section ends with a colon. */
function isYaml(text: string, path: string): boolean {
  if (/\.(ya?ml|json)$/.test(path)) return true;
  if (/\.(ini|txt|list)$/.test(path)) return false;
  const first = /^(?![ \t]*(?:[#;].*)?\r?$).+$/m.exec(text)?.[0].trim() ?? '';
  return /^(---|%YAML|\{(?!\{))/.test(first) || /^["']?[\w.-]+["']?:$/.test(first.replace(/\s+#.*$/, ''));
}

/** Says which hosts are this machine, though they have other names: whoever wrote the inventory may have meant another. */
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
