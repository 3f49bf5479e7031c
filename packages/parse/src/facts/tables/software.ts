import { apkPackages, pacmanPackages } from '../../named-versions.js';
import {
  type DebianPackage,
  type DefinedRepository,
  debianPackages,
  definedRepositories,
  type Package,
  packages,
} from '../../software.js';
import { mapped } from '../../table.js';
import { factTable } from '../declaration.js';

/** Packages. */
export const packageTable = factTable({
  name: 'package',
  doc: 'A package that is installed, or that the package manager knows',
  columns: {
    manager: { type: 'text', doc: 'rpm, dpkg, apk or pacman' },
    name: { type: 'text', doc: 'The name' },
    version: { type: 'text', doc: 'The version, in the form of its package manager' },
    architecture: { type: 'text', doc: 'The architecture' },
    state: { type: 'text', doc: 'installed, or another state of dpkg, such as half-configured' },
    held: { type: 'boolean', doc: 'An administrator keeps it at this version; only known of dpkg' },
  },
  key: ['manager', 'name', 'version', 'architecture'],
  parts: [
    [
      {
        spec: 'installed_rpms',
        rows: mapped(packages, ({ name, version, release, architecture }: Package) => ({
          manager: 'rpm',
          name,
          version: `${version}-${release}`,
          architecture,
          state: 'installed',
        })),
      },
    ],
    [
      {
        spec: 'dpkg_packages',
        rows: mapped(debianPackages, ({ isHeld, ...rest }: DebianPackage) => ({
          manager: 'dpkg',
          ...rest,
          held: isHeld,
        })),
      },
    ],
    [
      {
        spec: 'apk_packages',
        rows: mapped(apkPackages, (one) => ({ manager: 'apk', ...one, state: 'installed' })),
      },
    ],
    [
      {
        spec: 'pacman_packages',
        rows: mapped(pacmanPackages, (one) => ({ manager: 'pacman', ...one, state: 'installed' })),
      },
    ],
  ],
});

/** Repositories of dnf and yum. */
export const repository = factTable({
  name: 'repository',
  doc: 'A repository that a file of dnf or yum defines',
  columns: {
    name: { type: 'text', doc: 'The id' },
    enabled: { type: 'boolean', doc: 'Packages are installed from it' },
    verified: {
      type: 'boolean',
      doc: 'The signatures of its packages are checked; only if the file says so',
    },
  },
  key: ['name'],
  parts: [
    [
      {
        spec: 'yum_repos_d',
        rows: mapped(definedRepositories, ({ id, isEnabled, isVerified }: DefinedRepository) => ({
          name: id,
          enabled: isEnabled,
          verified: isVerified,
        })),
      },
    ],
  ],
});
