import { isIPv6 } from 'node:net';

/** A host as a line of an inventory names it. */
export interface NamedHost {
  readonly name: string;
  /** From `NAME:PORT`. */
  readonly port?: string;
}

/** The limits of an inventory. */
export const inventoryLimits = {
  bytes: 4 * 1024 * 1024,
  hosts: 100_000,
  groups: 2000,
  memberships: 500_000,
  depth: 50,
} as const;

const longestName = 255;

/**
 * The hosts that a pattern names: `web01`, `web01:2222`, `[::1]:22`, `web[01:50].example`, `db-[a:c]`, or a target with `://`, which
 * is its own name. @throws Error whose message is the end of a sentence that begins with the pattern.
 */
export function expandPattern(pattern: string): NamedHost[] {
  if (pattern.includes('://')) return [{ name: checkedName(pattern, /[\s\p{Cc}\p{Cf}"'`,]/u) }];
  const { name, port } = dividePort(pattern);
  return expandRanges(name).map((each) => ({
    name: checkedName(each, /[\s\p{Cc}\p{Cf}"'`,/\\*?[\](){}]/u),
    ...(port === undefined ? {} : { port }),
  }));
}

/** Jinja is code for Ansible; nothing here evaluates it. */
export function hasTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

function dividePort(pattern: string): { readonly name: string; readonly port?: string } {
  if (isIPv6(pattern)) return { name: pattern };
  const [, address = '', after] = /^\[([^\]]*)\](?::(\d+))?$/.exec(pattern) ?? [];
  if (isIPv6(address)) return after === undefined ? { name: address } : { name: address, port: after };
  // A colon inside brackets belongs to a range.
  const [, name, port] = /^(.*[^:]):(\d+)$/.exec(pattern) ?? [];
  return name === undefined || port === undefined ? { name: pattern } : { name, port };
}

function checkedName(name: string, forbidden: RegExp): string {
  const char = forbidden.exec(name)?.[0];
  if (hasTemplate(name)) throw new Error('has a template; allowed: the name itself');
  if (name === '' || name.length > longestName)
    throw new Error(`is a name of ${name.length} characters; allowed: 1 to ${longestName}`);
  if (char !== undefined)
    throw new Error(`has ${JSON.stringify(char)} in a name; allowed: one host name or target`);
  if (/^[-!&.]/.test(name)) throw new Error(`begins with ${name[0]}; allowed: a letter, a digit or _`);
  if (/:(?!\/\/)/.test(name) && !isIPv6(name) && !name.includes('://'))
    throw new Error('has a colon that no port follows; allowed: NAME, NAME:PORT or an IPv6 address');
  return name;
}

/** Replaces each range, such as `[01:50]`, `[1:9:2]` or `[a:c]`, with its members. */
function expandRanges(pattern: string): string[] {
  const begin = pattern.indexOf('[');
  if (begin === -1) return [pattern];
  const end = pattern.indexOf(']', begin);
  if (end === -1) throw new Error('has a [ without its ]; allowed: a range such as [01:50] or [a:c]');
  const rests = expandRanges(pattern.slice(end + 1));
  const members = membersOf(pattern.slice(begin + 1, end));
  if (rests.length * members.length > inventoryLimits.hosts)
    throw new Error(`names more than ${inventoryLimits.hosts} hosts; allowed: at most that many`);
  const start = pattern.slice(0, begin);
  return members.flatMap((member) => rests.map((rest) => start + member + rest));
}

function membersOf(range: string): string[] {
  const [, first = '', last = '', by = '1'] =
    /^(\d+|[A-Za-z])?:(\d+|[A-Za-z])(?::([1-9]\d*))?$/.exec(range) ?? [];
  const numbers = /^\d*$/.test(first) && /^\d+$/.test(last);
  const letters = [/^[a-z]$/, /^[A-Z]$/].some((one) => one.test(first) && one.test(last));
  if (!numbers && !letters) throw new Error(`has the range [${range}]; allowed: [01:50], [1:9:2] or [a:c]`);
  return numbers ? numbersOf(first || '0', last, Number(by)) : lettersOf(first, last, Number(by));
}

function numbersOf(first: string, last: string, by: number): string[] {
  const [from, to] = [Number(first), Number(last)];
  const padded = first.length > 1 && first.startsWith('0');
  if (padded && first.length !== last.length)
    throw new Error(
      `has the range [${first}:${last}]; allowed: as many digits at the end as at the beginning`,
    );
  return steps(from, to, by).map((each) => String(each).padStart(padded ? first.length : 0, '0'));
}

function lettersOf(first: string, last: string, by: number): string[] {
  return steps(first.charCodeAt(0), last.charCodeAt(0), by).map((code) => String.fromCharCode(code));
}

function steps(from: number, to: number, by: number): number[] {
  const count = Math.floor((to - from) / by) + 1;
  if (!(count >= 1))
    throw new Error('has a range that ends before it begins; allowed: the smaller end first');
  if (count > inventoryLimits.hosts)
    throw new Error(`names more than ${inventoryLimits.hosts} hosts; allowed: at most that many`);
  return Array.from({ length: count }, (_, index) => from + index * by);
}
