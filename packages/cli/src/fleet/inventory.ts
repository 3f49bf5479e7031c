import { type Group, inheritance, measure } from './group-inheritance.js';
import { expandPattern, inventoryLimits } from './host-pattern.js';
import {
  allHosts,
  inventoryError,
  type Place,
  type Setting,
  ungrouped,
  type Variables,
} from './inventory-place.js';

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

interface Host {
  readonly place: Place;
  readonly groups: Set<string>;
  readonly variables: Map<string, Setting>;
}

/** What has variables. */
type Owner = 'group' | 'host';

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
  /** Sets a variable from a file beside the inventory, which wins over what the inventory itself has for groups, or for the host. */
  setBeside(kind: Owner, name: string, variable: string, value: string, place: Place): void;
  build(): Inventory;
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
    has: (kind, name) =>
      kind === 'host' ? hosts.has(name) : [allHosts, ungrouped].includes(name) || groups.has(name),
    setBeside(kind, name, variable, value, place) {
      if (!known.has(variable)) return;
      const variables = beside[kind].get(name) ?? new Map<string, Setting>();
      beside[kind].set(name, variables.set(variable, { value, place }));
    },
    build: () => ({
      hosts: resolved(hosts, groups, beside),
      groups: [...new Set([allHosts, ungrouped, ...groups.keys()])],
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

/** The groups of a host as Ansible counts them: it is ungrouped only if it is in no other. */
function groupsOf(members: ReadonlySet<string>): ReadonlySet<string> {
  const named = new Set([...members].filter((name) => name !== ungrouped && name !== allHosts));
  return named.size === 0 ? new Set([ungrouped]) : named;
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
    const { every, inherited } = inherit(groupsOf(members), place);
    const own = beside.host.get(name) ?? [];
    return { name, place, groups: every, variables: new Map([...inherited, ...variables, ...own]) };
  });
}
