import { globFile, listdir, simpleCommand, simpleFile, slice } from '@hostspec/spec';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** Arch: pacman and mkinitcpio. */
export const arch = slice({
  name: 'arch',
  version,
  specs: {
    mkinitcpio_conf: globFile(
      ['/etc/mkinitcpio.conf', '/etc/mkinitcpio.conf.d/*.conf', '/etc/mkinitcpio.d/*.preset'],
      { doc: 'Modules, hooks and presets of the initramfs', origin: 'mkinitcpio(8)', for: ['arch'] },
    ),
    pacman_check: simpleCommand('/usr/bin/pacman -Qkq', {
      doc: 'Packaged files that are missing',
      origin: 'pacman(8)',
      for: ['arch'],
      timeout: 120,
      keepRc: true,
      onRequest: true,
      effects: { needsRoot: true },
    }),
    pacman_conf: globFile(
      ['/etc/pacman.conf', '/etc/pacman.d/*.conf', '/etc/pacman.d/mirrorlist', '/etc/pacman.d/hooks/*.hook'],
      {
        doc: 'Repositories, mirrors, ignored packages and hooks of pacman',
        origin: 'pacman.conf(5)',
        for: ['arch'],
      },
    ),
    pacman_explicit: simpleCommand('/usr/bin/pacman -Qe', {
      doc: 'Packages that somebody installed by name',
      origin: 'pacman(8)',
      for: ['arch'],
      emptyRc: [1],
    }),
    pacman_foreign: simpleCommand('/usr/bin/pacman -Qm', {
      doc: 'Packages that no repository has, such as those of the AUR',
      origin: 'pacman(8)',
      for: ['arch'],
      emptyRc: [1],
    }),
    pacman_local: listdir('/var/lib/pacman/local', {
      doc: 'Names and versions of all packages, also known from a mounted root',
      origin: 'pacman(8)',
      for: ['arch'],
    }),
    pacman_log: simpleFile('/var/log/pacman.log', {
      doc: 'What pacman installed, upgraded and removed, when, by which command',
      origin: 'pacman.conf(5)',
      for: ['arch'],
      log: { window: '90d', newest: 8_000_000 },
    }),
    pacman_orphans: simpleCommand('/usr/bin/pacman -Qdt', {
      doc: 'Dependencies that no package needs any more',
      origin: 'pacman(8)',
      for: ['arch'],
      emptyRc: [1],
    }),
    pacman_packages: simpleCommand('/usr/bin/pacman -Q', {
      doc: 'Packages that pacman has installed, with their versions',
      origin: 'pacman(8)',
      for: ['arch'],
      emptyRc: [1],
    }),
    pacman_upgradable: simpleCommand('/usr/bin/pacman -Qu', {
      doc: 'Updates in the databases that were last synchronized',
      origin: 'pacman(8)',
      for: ['arch'],
      emptyRc: [1],
    }),
    pacnew_files: simpleCommand(
      '/usr/bin/find /etc -xdev ( -name "*.pacnew" -o -name "*.pacsave" ) -printf "%TF %p\\n"',
      {
        doc: 'New and saved configuration files of packages that wait to be merged',
        origin: 'pacman(8)',
        for: ['arch'],
      },
    ),
  },
});
