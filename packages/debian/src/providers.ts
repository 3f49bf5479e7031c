import { existingPaths } from '@hostspec/facts';
import { defineProvider } from '@hostspec/spec';
import { noCache } from './commands.js';

/** Where apt takes the keys that sign package sources from. */
export const aptKeyringPaths = existingPaths('apt_keyring_paths', [
  '/etc/apt/trusted.gpg',
  '/etc/apt/trusted.gpg.d',
  '/etc/apt/keyrings',
  '/usr/share/keyrings',
]);

const aptCache = '/var/cache/apt/pkgcache.bin';
const lists = '/var/lib/apt/lists';
const settings = ['/etc/apt/apt.conf.d', '/etc/apt/preferences.d', '/etc/apt/sources.list.d'];
const inputs = [
  '/etc/apt/*',
  ...settings.map((path) => `${path}/*`),
  '/var/lib/apt/extended_states',
  '/var/lib/dpkg/status',
];

/** Lets apt take what it knows of packages from its cache, if that is newer than all that it is made of. */
export const aptCacheOption = defineProvider({
  name: 'apt_cache_option',
  doc: `The option with which apt reads ${aptCache} as it is, if that is newer than ${lists}, the settings of apt and the database of dpkg. Otherwise the one with which it reads the lists of packages, for a second and more of processor time, and writes no cache.`,
  yields: 'string',
  async evaluate({ host }) {
    const modified = async (path: string): Promise<number> => (await host.stat(path))?.modified ?? 0;
    const made = await modified(aptCache);
    const newest = await host.glob(inputs, { newest: 1 });
    const times = await Promise.all([lists, ...settings, ...newest.paths].map(modified));
    return made > 0 && times.every((time) => time < made) ? 'pkgCacheFile::Generate=false' : noCache;
  },
});
