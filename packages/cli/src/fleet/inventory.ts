import { usageError } from '../usage-error.js';
import { expandPattern, inventoryLimits } from './host-pattern.js';

/** A place in a file, as `FILE:LINE`; found only when an error needs it. */
export type Place = () => string;

/** A value of a variable, and the place that sets it. */
interface Setting {
  readonly value: string;
  readonly place: Place;
}

/** The variables of a host or group that hostspec knows, by name. */
export type Variables = ReadonlyMap<string, Setting>;

/** A host of an inventory with the variables of its groups; its own ones come first. */
export interface InventoryHost {
  readonly name: string;
  /** The place of its first mention. */
  readonly place: Place;
  readonly groups: ReadonlySet<string>;
  readonly variables: Variables;
}

/** An inventory that was read. */
export interface Inventory {
  /** In the order of the file, each once. */
  readonly hosts: readonly InventoryHost[];
  /** The names of its groups. */
  readonly groups: readonly string[];
}

interface Group {
  readonly name: string;
  readonly parents: Set<string>;
  readonly variables: Map<string, Setting>;
  /** The first place that names it as a child or sets its variables; undefined if it is declared. */
  undeclared: Place | undefined;
}

interface Host {
  readonly place: Place;
  readonly groups: Set<string>;
  readonly variables: Map<string, Setting>;
}

/** What has variables. */
export type Owner = 'group' | 'host';

/** The variables of files beside the inventory, by the name of their group or host. */
type Beside = Readonly<Record<Owner, ReadonlyMap<string, Variables>>>;

/** Takes what a file says, in its order, and gives the inventory. Each method throws a UsageError with the place of a fault. */
export interface InventoryBuilder {
  declareGroup(name: string, place: Place): void;
  /** Adds the hosts of a pattern, to a group or, without one, to the inventory only. */
  addHosts(
    pattern: string,
    group: string | undefined,
    variables: Iterable<readonly [string, string]>,
    place: Place,
  ): void;
  addChild(group: string, child: string, place: Place): void;
  setVariable(group: string, name: string, value: string, place: Place): void;
  /** Whether there is such a group or host so far. */
  has(kind: Owner, name: string): boolean;
  /** Sets a variable from a file beside the inventory, which wins over what the inventory says of groups, or of the host. */
  setBeside(kind: Owner, name: string, variable: string, value: string, place: Place): void;
  build(): Inventory;
}

/** The group that every host belongs to. */
export const allHosts = 'all';

/** The error for a fault in an inventory. */
export function inventoryError(place: Place, problem: string): Error {
  return usageError(`${place()}: ${problem}`, '--hosts');
}

/** Makes a builder that keeps the variables of these names. */
export function inventoryBuilder(known: ReadonlySet<string>): InventoryBuilder {
  const groups = new Map<string, Group>();
  const hosts = new Map<string, Host>();
  const beside = {
    group: new Map<string, Map<string, Setting>>(),
    host: new Map<string, Map<string, Setting>>(),
  };

  const groupOf = (name: string, place: Place): Group => {
    const found = groups.get(name);
    if (found) return found;
    if (!/^[^\s\p{Cc}:,&!*?[\]{}]{1,255}$/u.test(name))
      throw inventoryError(
        place,
        `${JSON.stringify(name)} is not the name of a group; allowed: letters, digits, _ and -`,
      );
    if (groups.size >= inventoryLimits.groups)
      throw inventoryError(
        place,
        `the inventory has more than ${inventoryLimits.groups} groups; allowed: at most that many`,
      );
    const group = { name, parents: new Set<string>(), variables: new Map(), undeclared: place };
    groups.set(name, group);
    return group;
  };

  const hostOf = (name: string, place: Place): Host => {
    const found = hosts.get(name);
    if (found) return found;
    if (hosts.size >= inventoryLimits.hosts)
      throw inventoryError(
        place,
        `the inventory has more than ${inventoryLimits.hosts} hosts; allowed: at most that many`,
      );
    const host = { place, groups: new Set<string>(), variables: new Map() };
    hosts.set(name, host);
    return host;
  };

  return {
    declareGroup(name, place) {
      groupOf(name, place).undeclared = undefined;
    },
    addHosts(pattern, group, variables, place) {
      const settings = [...variables].filter(([name]) => known.has(name));
      for (const { name, port } of expanded(pattern, place)) {
        const isNew = !hosts.has(name);
        const host = hostOf(name, place);
        if (group !== undefined) host.groups.add(group);
        // Like Ansible, which ignores the port if it knows the host.
        if (port !== undefined && isNew) host.variables.set('ansible_port', { value: port, place });
        for (const [variable, value] of settings) host.variables.set(variable, { value, place });
      }
    },
    addChild(group, child, place) {
      groupOf(child, place).parents.add(groupOf(group, place).name);
    },
    setVariable(group, name, value, place) {
      const { variables } = groupOf(group, place);
      if (known.has(name)) variables.set(name, { value, place });
    },
    has: (kind, name) => (kind === 'host' ? hosts.has(name) : name === allHosts || groups.has(name)),
    setBeside(kind, name, variable, value, place) {
      if (!known.has(variable)) return;
      const variables = beside[kind].get(name) ?? new Map<string, Setting>();
      beside[kind].set(name, variables.set(variable, { value, place }));
    },
    build: () => ({
      hosts: resolved(hosts, groups, beside),
      groups: [allHosts, ...[...groups.keys()].filter((name) => name !== allHosts)],
    }),
  };
}

function expanded(pattern: string, place: Place): ReturnType<typeof expandPattern> {
  try {
    return expandPattern(pattern);
  } catch (error) {
    throw inventoryError(place, `${JSON.stringify(pattern)} ${(error as Error).message}`);
  }
}

/** The hosts with the variables of their groups: a child's win over its parent's, a host's own over all. */
function resolved(
  hosts: ReadonlyMap<string, Host>,
  groups: ReadonlyMap<string, Group>,
  beside: Beside,
): InventoryHost[] {
  for (const { name, undeclared } of groups.values())
    if (undeclared !== undefined && name !== allHosts)
      throw inventoryError(
        undeclared,
        `group ${JSON.stringify(name)} is not defined; allowed: the groups of this file`,
      );
  const depths = new Map<string, number>();
  for (const name of groups.keys()) measure(name, groups, depths, new Set());
  const inherit = inheritance(groups, depths, beside.group);
  return [...hosts].map(([name, { place, groups: members, variables }]) => {
    const { every, inherited } = inherit(members, place);
    const own = beside.host.get(name) ?? [];
    return { name, place, groups: every, variables: new Map([...inherited, ...variables, ...own]) };
  });
}

interface Inherited {
  readonly every: ReadonlySet<string>;
  readonly inherited: Iterable<readonly [string, Setting]>;
}

/** The groups that a host belongs to, and their variables, by the groups that name it; computed once for the same groups. */
function inheritance(
  groups: ReadonlyMap<string, Group>,
  depths: ReadonlyMap<string, number>,
  beside: Beside['group'],
) {
  const known = new Map<string, Inherited>();
  const above = new Map<string, readonly string[]>();
  let memberships = 0;
  const rank = (name: string) => [depths.get(name) ?? 0, priority(name, groups)] as const;
  const compare = (a: string, b: string): number => {
    const [[depth, first], [other, second]] = [rank(a), rank(b)];
    return depth - other || first - second || (a < b ? -1 : 1);
  };
  return (own: ReadonlySet<string>, place: Place): Inherited => {
    const key = [...own].sort().join('\0');
    const found = known.get(key);
    if (found) return found;
    const every = new Set([
      allHosts,
      ...own,
      ...[...own].flatMap((each) => ancestorsOf(each, groups, above)),
    ]);
    memberships += every.size;
    if (memberships > inventoryLimits.memberships)
      throw inventoryError(
        place,
        `the hosts are in more than ${inventoryLimits.memberships} groups of groups; allowed: at most that many`,
      );
    const sorted = [...every].sort(compare);
    const inherited = [
      ...sorted.flatMap((group) => [...(groups.get(group)?.variables ?? [])]),
      ...sorted.flatMap((group) => [...(beside.get(group) ?? [])]),
    ];
    const result = { every, inherited };
    known.set(key, result);
    return result;
  };
}

function priority(name: string, groups: ReadonlyMap<string, Group>): number {
  return Number(groups.get(name)?.variables.get('ansible_group_priority')?.value ?? 1) || 1;
}

/** Gives a group its distance from `all`, along the longest way. */
function measure(
  name: string,
  groups: ReadonlyMap<string, Group>,
  depths: Map<string, number>,
  way: Set<string>,
): number {
  const known = depths.get(name);
  if (known !== undefined) return known;
  const parents = [...(groups.get(name)?.parents ?? [])];
  if (way.has(name))
    throw inventoryError(
      () => `group ${name}`,
      'is below itself; allowed: children that do not contain their parents',
    );
  const tooDeep = (): Error =>
    inventoryError(
      () => `group ${name}`,
      `is more than ${inventoryLimits.depth} groups deep; allowed: at most that many`,
    );
  if (way.size > inventoryLimits.depth) throw tooDeep();
  way.add(name);
  const depth =
    name === allHosts ? 0 : 1 + Math.max(0, ...parents.map((each) => measure(each, groups, depths, way)));
  if (depth > inventoryLimits.depth) throw tooDeep();
  way.delete(name);
  depths.set(name, depth);
  return depth;
}

function ancestorsOf(
  name: string,
  groups: ReadonlyMap<string, Group>,
  known: Map<string, readonly string[]>,
): readonly string[] {
  const found = known.get(name);
  if (found) return found;
  const parents = [...(groups.get(name)?.parents ?? [])];
  const all = [...new Set([...parents, ...parents.flatMap((each) => ancestorsOf(each, groups, known))])];
  known.set(name, all);
  return all;
}
