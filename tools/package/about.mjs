import { home } from '../house/manifest.mjs';

/** What every kind of package says about hostspec. */
export const about = {
  homepage: home,
  maintainer: 'The hostspec maintainers <hostspec@users.noreply.github.com>',
  summary: 'collect diagnostic data from a Linux host into an archive',
  description: [
    'hostspec collects what a catalog of specs names: files, the output of',
    'commands, and both once for each network interface or container. It masks',
    'secrets. It needs no Node of the host.',
  ],
  licence: 'Apache-2.0',
};

/** The processors that packages are made for, as Node names them, with their names elsewhere. */
export const architectures = {
  x64: { deb: 'amd64', rpm: 'x86_64', oci: 'amd64', machine: 'x86_64' },
  arm64: { deb: 'arm64', rpm: 'aarch64', oci: 'arm64', machine: 'aarch64' },
};
