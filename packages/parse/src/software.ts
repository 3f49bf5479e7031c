import { eachLine, linesOf, type Table, type Text } from './table.js';

/** An installed version of an rpm package. */
export interface Package {
  readonly name: string;
  readonly version: string;
  readonly release: string;
  readonly architecture: string | undefined;
}

/** The packages of `rpm -qa` as JSON, a line each (spec `installed_rpms`); other lines, such as warnings, are left out. */
export const packages: Table<Package> = eachLine((line) => {
  // Not JSON.parse, which would lose a package with a quote in the vendor's name.
  const row = /^\{"name":"([^"]+)","epoch":"[^"]*","version":"([^"]*)","release":"([^"]*)"/.exec(line);
  const [, name, version, release] = row ?? [];
  return name === undefined || version === undefined || release === undefined
    ? undefined
    : { name, version, release, architecture: /"arch":"([^"]*)"/.exec(line)?.[1] };
});

/**
 * The number of packages in a list of `rpm -qa` (spec `installed_rpms`): one on each line, in the format of any collector, without messages
 * of rpm.
 */
export function packageCountOf(text: Text): number {
  let count = 0;
  for (const line of linesOf(text))
    if (/^(?:\{"name"|[A-Za-z0-9])/.test(line) && !/^(?:error|warning):/.test(line)) count++;
  return count;
}

/** A package that dpkg knows. */
export interface DebianPackage {
  readonly name: string;
  /** One word of dpkg. */
  readonly state: string;
  readonly isHeld: boolean;
  /** With the epoch and the revision. */
  readonly version: string | undefined;
  readonly architecture: string | undefined;
}

const dpkgStates: Readonly<Record<string, string>> = {
  n: 'not-installed',
  c: 'config-files',
  H: 'half-installed',
  U: 'unpacked',
  F: 'half-configured',
  W: 'triggers-awaited',
  t: 'triggers-pending',
  i: 'installed',
};

/** The packages of dpkg, as its list or this catalog's query prints them (spec `dpkg_packages`). */
export const debianPackages: Table<DebianPackage> = eachLine((line) => {
  const [, wanted, state = '', name, second, third] =
    /^([uirph])([ncHUFWti])[ R]?[ \t]+(\S{1,200})(?:[ \t]+(\S{1,200})[ \t]+(\S{1,200}))?/.exec(line) ?? [];
  if (name === undefined) return undefined;
  // The query of this catalog prints the architecture before the version, and tabs between columns.
  const [version, architecture] = line.includes('\t') ? [third, second] : [second, third];
  return { name, state: dpkgStates[state] ?? '', isHeld: wanted === 'h', version, architecture };
});

/** The repositories of `apt-cache policy` (spec `apt_policy`), each by its address and part. */
export const aptRepositories: Table<Repository> = eachLine((line) => {
  const [, address, part] = /^ *-?\d{1,5} (\S{1,200}) (\S{1,200}) \S+ Packages$/.exec(line) ?? [];
  return address === undefined ? undefined : { id: `${address} ${part}` };
});

/** The repositories in files of apt, in the form of one line or of several (specs `apt_sources`, `apt_sources_deb822`). */
export const aptSources: Table<Repository> = () => {
  let values = new Map<string, string>();
  const complete = (): Repository | undefined => {
    const [uris, suites, components = ''] = ['uris', 'suites', 'components'].map((name) => values.get(name));
    const isOff = values.get('enabled') === 'no' || !/\bdeb\b(?!-)/.test(values.get('types') ?? '');
    values = new Map();
    return isOff || uris === undefined || suites === undefined
      ? undefined
      : { id: [uris, suites, components].join(' ').trim() };
  };
  return {
    line(text) {
      const [, id] = /^deb(?: +\[[^\]]{0,200}\])? +(\S[^#]{1,400})/.exec(text) ?? [];
      if (id !== undefined) return { id: id.trim() };
      if (text.trim() === '') return complete();
      const [, name, value] = /^(Types|URIs|Suites|Components|Enabled): *(\S.{0,400})$/i.exec(text) ?? [];
      if (name !== undefined && value !== undefined) values.set(name.toLowerCase(), value.trim());
      return undefined;
    },
    end: complete,
  };
};

/** A source of packages. */
export interface Repository {
  readonly id: string;
}

/** The enabled repositories of `yum repolist` (spec `yum_repolist`). */
export const repositories: Table<Repository> = () => {
  let isInTable = false;
  return {
    line(text) {
      const isHead = /^repo id\b/.test(text);
      const id = isInTable && !isHead ? /^[!*]?(\S{1,200})\s/.exec(text)?.[1] : undefined;
      isInTable ||= isHead;
      return id === undefined || id === 'repolist:' ? undefined : { id };
    },
  };
};

/** The enabled repositories of `zypper lr --details` (spec `zypper_repos`). */
export const zypperRepositories: Table<Repository> = eachLine((line) => {
  const [number = '', id = '', , enabled] = line.split('|', 4).map((cell) => cell.trim());
  return /^\d{1,5}$/.test(number) && enabled === 'Yes' && id !== '' ? { id: id.slice(0, 200) } : undefined;
});

/** The repositories of `/etc/apk/repositories` (spec `apk_repositories`), each by its address. */
export const apkRepositories: Table<Repository> = eachLine((line) => {
  const [, id] = /^[ \t]{0,20}(?:@\S{1,200}[ \t]{1,20})?((?:https?:\/)?\/\S{1,200})/.exec(line) ?? [];
  return id === undefined ? undefined : { id };
});

/** The repositories of `/etc/pacman.conf` (spec `pacman_conf`). */
export const pacmanRepositories: Table<Repository> = eachLine((line) => {
  const [, id] = /^[ \t]{0,20}\[([^\]]{1,200})\]/.exec(line) ?? [];
  return id === undefined || id === 'options' ? undefined : { id };
});

/** A repository of a file, enabled or not. */
export interface DefinedRepository extends Repository {
  readonly isEnabled: boolean;
  /** True if the signatures of its packages are checked; undefined if the file does not say. */
  readonly isVerified: boolean | undefined;
}

/** The repositories that a file of `/etc/yum.repos.d` defines (spec `yum_repos_d`). */
export const definedRepositories: Table<DefinedRepository> = () => {
  let id: string | undefined;
  let settings = new Map<string, boolean>();
  const complete = (): DefinedRepository | undefined =>
    id === undefined || id === 'main'
      ? undefined
      : { id, isEnabled: settings.get('enabled') ?? true, isVerified: settings.get('gpgcheck') };
  return {
    line(text) {
      if (!text.startsWith('[')) {
        const [, name, value = ''] = /^(enabled|gpgcheck)[ \t]*[=:][ \t]*(\S+)/.exec(text) ?? [];
        if (name !== undefined) settings.set(name, !/^(?:0|no|false|off)$/i.test(value));
        return undefined;
      }
      const before = complete();
      id = /^\[([^\]]{1,200})\]/.exec(text)?.[1];
      settings = new Map();
      return before;
    },
    end: complete,
  };
};
