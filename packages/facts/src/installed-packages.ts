import { textLines } from '@hostspec/spec';
import { fact } from './fact.js';
import { rpmQueryFormat } from './rpm-query-format.js';

/** One installed version of an rpm package. */
export interface InstalledPackage {
  readonly version: string;
  readonly release: string;
}

const asked = fact((host) => host.run(`/bin/rpm -qa --qf '${rpmQueryFormat}'`, { signal: 'SIGTERM' }));

/** The installed rpm packages by name, all versions of each; empty if rpm cannot list them. */
export const installedPackages = fact(
  async (host): Promise<ReadonlyMap<string, readonly InstalledPackage[]>> => {
    const { rc, output } = await asked(host);
    return parsePackages(rc === 0 ? textLines(new TextDecoder().decode(output)) : []);
  },
);

/** Why rpm cannot list the installed packages, such as on a root that is not the running machine; undefined if it can. */
export const whyPackagesUnknown = fact(async (host): Promise<string | undefined> => {
  const { rc, reason } = await asked(host);
  return rc === 0 ? undefined : `rpm gives no list of packages: ${reason ?? `it exited with ${rc}`}`;
});

/** Parses what rpm prints with `rpmQueryFormat`; other lines, such as warnings, are left out. */
export function parsePackages(lines: readonly string[]): Map<string, InstalledPackage[]> {
  const packages = new Map<string, InstalledPackage[]>();
  for (const line of lines) {
    // Not JSON.parse, which would lose a package with a quote in the vendor's name.
    const row = /^\{"name":"([^"]+)","epoch":"[^"]*","version":"([^"]*)","release":"([^"]*)"/.exec(line);
    const [, name, version, release] = row ?? [];
    if (name === undefined || version === undefined || release === undefined) continue;
    packages.set(name, [...(packages.get(name) ?? []), { version, release }]);
  }
  return packages;
}
