import { isIPv6 } from 'node:net';
import { isObject, usageError } from '@hostspec/host-kit';

/** A host of an inventory with its variables as Ansible has them. */
export interface InventoryHost {
  readonly name: string;
  readonly variables: ReadonlyMap<string, unknown>;
  /** The command of a list that reaches it. */
  readonly via?: string;
}

/** A group of an inventory: its own hosts, and the groups in it. */
export interface Group {
  readonly hosts: readonly string[];
  readonly children: readonly string[];
}

/** An inventory that was read. */
export interface Inventory {
  /** Without duplicates. */
  readonly hosts: readonly InventoryHost[];
  readonly groups: ReadonlyMap<string, Group>;
}

/** The most bytes of a list or of JSON, and the most hosts in it. */
export const inventoryLimits = { bytes: 64 * 1024 * 1024, hosts: 100_000 } as const;

/**
 * Parses the output of `ansible-inventory --list`; undefined for other text. @throws UsageError for names that are not allowed, or parts
 * that are missing.
 */
export function readInventoryJson(text: string, path: string): Inventory | undefined {
  const parsed = /^\s*\{/.test(text) ? parse(text) : undefined;
  if (!isObject(parsed) || !isObject(parsed._meta)) return undefined;
  const wrong = (problem: string): Error =>
    usageError(
      `${path} ${problem}; allowed: what ansible-inventory --list prints, without --export`,
      '--hosts',
      path,
    );
  const { hostvars } = parsed._meta;
  if (!isObject(hostvars)) throw wrong('has no _meta.hostvars');
  const variables = new Map(Object.entries(hostvars));
  const groups = new Map<string, Group>();
  for (const [name, group] of Object.entries(parsed)) {
    if (name === '_meta') continue;
    if (!isObject(group)) throw wrong(`has no hosts or children in the group ${JSON.stringify(name)}`);
    const { hosts = [], children = [] } = group;
    if (!isNames(hosts) || !isNames(children))
      throw wrong(`has hosts or children that are not a list of names in the group ${JSON.stringify(name)}`);
    if (group.vars !== undefined)
      throw wrong(
        `has the variables of the group ${JSON.stringify(name)} apart, and not with each of its hosts`,
      );
    groups.set(name, { hosts, children });
  }
  const hosts = [...membersOf(['all', ...groups.keys()], groups), ...variables.keys()];
  return inventoryOf(hosts, groups, path, (name) => {
    const own = variables.get(name) ?? {};
    if (!isObject(own)) throw wrong(`has variables of ${JSON.stringify(name)} that are not a mapping`);
    return new Map(Object.entries(own));
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** An inventory of these hosts, without duplicates. @throws UsageError if one cannot have its name, or there are too many. */
export function inventoryOf(
  names: readonly string[],
  groups: ReadonlyMap<string, Group>,
  path: string,
  variablesOf: (name: string) => InventoryHost['variables'] = () => new Map(),
): Inventory {
  const all = [...new Set(names)];
  if (all.length > inventoryLimits.hosts)
    throw usageError(
      `${path} has ${all.length} hosts; allowed: at most ${inventoryLimits.hosts}`,
      '--hosts',
      path,
    );
  for (const name of all) {
    const why = whyNoName(name);
    if (why !== undefined)
      throw usageError(`${path}: the host ${JSON.stringify(name)} ${why}`, '--hosts', path);
  }
  return {
    hosts: all.map((name) => ({ name, variables: variablesOf(name) })),
    groups: new Map([...groups, ['all', { hosts: all, children: [] }]]),
  };
}

/** The hosts in these groups and in the groups below them, in the order of the inventory. */
export function membersOf(names: readonly string[], groups: ReadonlyMap<string, Group>): Set<string> {
  const members = new Set<string>();
  const seen = new Set<string>();
  const open = [...names].reverse();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const { hosts = [], children = [] } = groups.get(name) ?? {};
    for (const host of hosts) members.add(host);
    for (const child of children.toReversed()) open.push(child);
  }
  return members;
}

const longestName = 255;
// Names of contexts can have a thousand characters.
const longestTarget = 4096;

/** Why a host cannot have this name, which goes into command lines, file names and messages: the end of an error sentence. */
function whyNoName(name: string): string | undefined {
  const forbidden = name.includes('://') ? /[\s\p{Cc}\p{Cf}"'`,]/u : /[\s\p{Cc}\p{Cf}"'`,/\\*?[\](){}]/u;
  const char = forbidden.exec(name)?.[0];
  const longest = name.includes('://') ? longestTarget : longestName;
  if (name === '' || name.length > longest)
    return `has a name of ${name.length} characters; allowed: 1 to ${longest}`;
  if (char !== undefined) return `has ${JSON.stringify(char)} in its name; allowed: one host name or target`;
  if (/^[-!&.]/.test(name)) return `begins with ${name[0]}; allowed: a letter, a digit or _`;
  if (/:(?!\/\/)/.test(name) && !isIPv6(name) && !name.includes('://'))
    return 'has a colon in its name; allowed: a name or an IPv6 address';
  return undefined;
}
