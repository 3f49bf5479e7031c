import { didYouMean } from '../text/nearest.js';

/** The distributions that a spec can be for; `proxmox` also counts as the Debian that it is built on. */
export const distributions = ['debian', 'ubuntu', 'suse', 'rhel', 'alpine', 'arch', 'proxmox'] as const;

/** The service managers that a spec can be for. */
export const serviceManagers = ['systemd', 'openrc'] as const;

/** The first version of a distribution that a spec is for, such as `12+` or `8.4+`, as a regular expression. */
export const firstVersion = '[0-9]{1,6}(\\.[0-9]{1,6}){0,3}\\+';

const families: readonly string[] = [...distributions, ...serviceManagers];

/** What one text of the option `for` says: a family, and the first version of it that the spec is for. */
export interface For {
  readonly family: (typeof distributions)[number] | (typeof serviceManagers)[number];
  /** The numbers of that version: 8 and 4 in `rhel 8.4+`. */
  readonly from?: readonly number[];
}

/** Reads one text of the option `for`, such as `debian` or `debian 12+`; returns what is allowed if it is not one. */
export function parseFor(text: string): For | { readonly allowed: string } {
  const [family = '', version, ...rest] = text.split(' ');
  if (!families.includes(family))
    return { allowed: `a distribution or service manager; ${didYouMean(family, families)}` };
  if (version === undefined) return { family: family as For['family'] };
  if ((serviceManagers as readonly string[]).includes(family))
    return { allowed: `${family}, without a version` };
  if (rest.length > 0 || !new RegExp(`^${firstVersion}$`).test(version))
    return { allowed: `${family}, or ${family} with its first version, as in "${family} 12+"` };
  return { family: family as For['family'], from: version.slice(0, -1).split('.').map(Number) };
}
