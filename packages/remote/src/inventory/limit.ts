import { usageError } from '@hostspec/host-kit';
import { didYouMean, hasWildcard, nameMatcher } from '@hostspec/spec';
import { type Inventory, type InventoryHost, membersOf } from './inventory.js';

/**
 * Selects hosts by the patterns of `--limit`: those that match a plain pattern (if there are any), every `&PATTERN` and no `!PATTERN`. A
 * pattern is a name or a glob of hosts or groups.
 *
 * @throws UsageError for a pattern that matches nothing.
 */
export function limitHosts({ hosts, groups }: Inventory, patterns: readonly string[]): InventoryHost[] {
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
