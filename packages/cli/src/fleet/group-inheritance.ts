import { inventoryLimits } from './host-pattern.js';
import { allHosts, inventoryError, type Place, type Setting, type Variables } from './inventory-place.js';

/** A group of an inventory. */
export interface Group {
  readonly name: string;
  readonly parents: Set<string>;
  readonly variables: Map<string, Setting>;
  /** The first place that names it as a child or sets its variables; undefined if it is declared. */
  undeclared: Place | undefined;
}

interface Inherited {
  readonly every: ReadonlySet<string>;
  readonly inherited: Iterable<readonly [string, Setting]>;
}

/** The groups that a host belongs to, and their variables, by the groups that name it; computed once for the same groups. */
export function inheritance(
  groups: ReadonlyMap<string, Group>,
  depths: ReadonlyMap<string, number>,
  beside: ReadonlyMap<string, Variables>,
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
export function measure(
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
