import { fact, type InstalledPackage, installedPackages, whyPackagesUnknown } from '@hostspec/facts';
import { readText } from '@hostspec/spec';

/** The installed Satellite or Capsule, if any, and the source of that information. */
export interface Release {
  /** From its package or version file: `6.11.1`; for an old Satellite only `6.1`. */
  readonly version?: string;
  readonly reason: string;
}

type Packages = ReadonlyMap<string, readonly InstalledPackage[]>;

const versionFile = '/usr/share/foreman/lib/satellite/version.rb';

/** The installed Satellite server, from its version file or the installed packages. */
export const satelliteRelease = fact(async (host): Promise<Release> => {
  const text = (await readText(host, versionFile)) ?? '';
  const version = /^[ \t]*VERSION\s*=\s*["'](\d+(?:\.\w+)*)/m.exec(text)?.[1];
  if (version !== undefined) return found(version, versionFile);
  const packages = await installedPackages(host);
  const own = newest(packages, 'satellite');
  if (own !== undefined) return found(own, 'the package satellite');
  const old = fromParts(packages);
  if (old !== undefined) return found(old, 'the packages foreman, candlepin and katello');
  for (const name of ['satellite-schema', 'rhn-satellite-schema']) {
    const schema = newest(packages, name);
    if (schema !== undefined) return found(schema, `the package ${name}`);
  }
  const unknown = await whyPackagesUnknown(host);
  return {
    reason:
      unknown === undefined
        ? 'no Satellite: neither its version file nor one of its packages is there'
        : `no Satellite found: its version file is not there, and ${unknown}`,
  };
});

/** The installed Capsule, from the package satellite-capsule; a Satellite server does not count. */
export const capsuleRelease = fact(async (host): Promise<Release> => {
  const server = await satelliteRelease(host);
  if (server.version !== undefined) return { reason: `no Capsule: ${server.reason}` };
  const version = newest(await installedPackages(host), 'satellite-capsule');
  const unknown = await whyPackagesUnknown(host);
  if (unknown !== undefined) return { reason: `no Capsule found: ${unknown}` };
  if (version === undefined) return { reason: 'no Capsule: the package satellite-capsule is not installed' };
  return { version, reason: `Capsule ${version}, from the package satellite-capsule` };
});

/** Satellite 6.0 and 6.1 have no package of their own: they are identified by the series of their three parts. */
function fromParts(packages: Packages): string | undefined {
  const series = [
    { version: '6.0', foreman: '1.6.0.', candlepin: '0.9.', katello: '1.5.' },
    { version: '6.1', foreman: '1.7.2.', candlepin: '0.9.49.', katello: '2.2.' },
  ];
  return series.find(({ version: _, ...parts }) =>
    Object.entries(parts).every(([name, start]) => newest(packages, name)?.startsWith(start)),
  )?.version;
}

function found(version: string, where: string): Release {
  return { version, reason: `Satellite ${version}, from ${where}` };
}

function newest(packages: Packages, name: string): string | undefined {
  const versions = (packages.get(name) ?? []).map(({ version }) => version);
  return versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
}
