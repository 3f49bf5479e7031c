import { didYouMean, hasWildcard, nameMatcher } from '@hostspec/spec';
import { usageError } from '../usage-error.js';
import type { Inventory, InventoryHost } from './inventory.js';

/**
 * The hosts that the patterns of `--limit` select: those that match a pattern without mark, of these only the ones that match
 * every `&PATTERN`, and none that matches a `!PATTERN`. A pattern is the name of a host or group, or a glob.
 *
 * @throws UsageError for a pattern that matches nothing.
 */
export function limitHosts({ hosts, groups }: Inventory, patterns: readonly string[]): InventoryHost[] {
  const tests = patterns.map((pattern) => {
    const [, mark = '', name = ''] = /^([&!]?)(.*)$/s.exec(pattern) ?? [];
    const matches = nameMatcher(name);
    const test = (host: InventoryHost): boolean => matches(host.name) || [...host.groups].some(matches);
    if (!hosts.some(test) && !groups.some(matches)) throw unknown(pattern, name, hosts, groups);
    return { mark, test };
  });
  const of = (mark: string) => tests.filter((each) => each.mark === mark);
  const [some, every, none] = [of(''), of('&'), of('!')];
  return hosts.filter(
    (host) =>
      (some.length === 0 || some.some(({ test }) => test(host))) &&
      every.every(({ test }) => test(host)) &&
      !none.some(({ test }) => test(host)),
  );
}

function unknown(
  pattern: string,
  name: string,
  hosts: readonly InventoryHost[],
  groups: readonly string[],
): Error {
  const names = hasWildcard(name) ? groups : [...groups, ...hosts.map((host) => host.name)];
  return usageError(
    `--limit ${pattern} matches no host and no group; ${didYouMean(name, new Set(names))}`,
    '--limit',
    pattern,
  );
}
