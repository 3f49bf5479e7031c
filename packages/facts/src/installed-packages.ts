import { type Package, packages, rowsOf } from '@hostspec/parse';
import { fact } from './fact.js';

/** The query format with which rpm prints each package as one JSON object per line. */
export const rpmQueryFormat =
  '\\{"name":"%{NAME}","epoch":"%{EPOCH}","version":"%{VERSION}","release":"%{RELEASE}","arch":"%{ARCH}","installtime":"%{INSTALLTIME:date}","buildtime":"%{BUILDTIME}","vendor":"%{VENDOR}","buildhost":"%{BUILDHOST}","sigpgp":"%{SIGPGP:pgpsig}"\\}\\n';

/** One installed version of an rpm package. */
export type InstalledPackage = Pick<Package, 'version' | 'release'>;

const asked = fact((host) => host.run(`/bin/rpm -qa --qf '${rpmQueryFormat}'`, { signal: 'SIGTERM' }));

/** The installed rpm packages by name, all versions of each; empty if rpm cannot list them. */
export const installedPackages = fact(
  async (host): Promise<ReadonlyMap<string, readonly InstalledPackage[]>> => {
    const { rc, output } = await asked(host);
    const byName = new Map<string, InstalledPackage[]>();
    if (rc !== 0) return byName;
    for (const { name, version, release } of rowsOf(packages, new TextDecoder().decode(output)))
      byName.set(name, [...(byName.get(name) ?? []), { version, release }]);
    return byName;
  },
);

/** Why rpm cannot list the installed packages, such as on a root that is not the running machine; undefined if it can. */
export const whyPackagesUnknown = fact(async (host): Promise<string | undefined> => {
  const { rc, reason } = await asked(host);
  return rc === 0 ? undefined : `rpm gives no list of packages: ${reason ?? `it exited with ${rc}`}`;
});
