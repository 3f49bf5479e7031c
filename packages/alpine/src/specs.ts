import { firstFile, firstOf, globFile, simpleCommand, simpleFile, slice } from '@hostspec/spec';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** Alpine: apk, and OpenRC wherever it is. */
export const alpine = slice({
  name: 'alpine',
  version,
  specs: {
    alpine_release: simpleFile('/etc/alpine-release', {
      doc: 'Release of Alpine',
      origin: 'https://wiki.alpinelinux.org/',
      for: ['alpine'],
    }),
    apk_audit: simpleCommand('/sbin/apk audit --system', {
      doc: 'Packaged files other than configuration that changed or vanished since installation',
      origin: 'apk-audit(8)',
      for: ['alpine'],
      timeout: 60,
      keepRc: true,
      onRequest: true,
      effects: { needsRoot: true },
    }),
    apk_audit_config: simpleCommand('/sbin/apk audit --backup', {
      doc: 'Configuration that differs from its package or was added: U changed, A added, X deleted',
      origin: 'apk-audit(8)',
      for: ['alpine'],
      keepRc: true,
      effects: { needsRoot: true },
    }),
    apk_installed_db: firstFile(['/lib/apk/db/installed', '/usr/lib/apk/db/installed'], {
      doc: 'Database of installed packages: also known from a mounted root',
      origin: 'apk(8)',
      for: ['alpine'],
    }),
    apk_packages: simpleCommand('/sbin/apk info -v', {
      doc: 'Every package with its version',
      origin: 'apk-info(8)',
      for: ['alpine'],
    }),
    apk_repositories: globFile(['/etc/apk/repositories', '/etc/apk/repositories.d/*.list'], {
      doc: 'Package sources: release, mirrors, tagged ones',
      origin: 'apk-repositories(5)',
      for: ['alpine'],
    }),
    apk_upgradable: simpleCommand("/sbin/apk --no-network version -l '<'", {
      doc: 'Packages older than those in the index that was last fetched',
      origin: 'apk-version(8)',
      for: ['alpine'],
      keepRc: true,
    }),
    apk_world: simpleFile('/etc/apk/world', {
      doc: 'Packages that somebody asked for; the others came as dependencies',
      origin: 'apk-world(5)',
      for: ['alpine'],
    }),
    busybox_df: simpleCommand('/bin/df -P', {
      doc: 'Size and use of file systems, for the df of BusyBox, which cannot leave out those of other hosts',
      origin: 'https://busybox.net/downloads/BusyBox.html',
      for: ['alpine'],
      timeout: 10,
    }),
    busybox_df_inodes: simpleCommand('/bin/df -P -i', {
      doc: 'Inodes of file systems, for the df of BusyBox: a full one takes no new file',
      origin: 'https://busybox.net/downloads/BusyBox.html',
      for: ['alpine'],
      timeout: 10,
    }),
    busybox_netstat: firstOf([simpleCommand('/bin/netstat -tuanp'), simpleCommand('/bin/netstat -tuan')], {
      doc: 'Sockets with their programs, for the netstat of BusyBox: what listens where',
      origin: 'https://busybox.net/downloads/BusyBox.html',
      for: ['alpine'],
      effects: { needsRoot: true },
    }),
    busybox_ps: firstOf(
      [
        simpleCommand('/bin/ps -o user,pid,ppid,stat,vsz,rss,time,args'),
        simpleCommand('/bin/ps -o user,pid,ppid,stat,vsz,rss,args'),
      ],
      {
        doc: 'Processes with their memory, for the ps of BusyBox, whose ps aux has no memory',
        origin: 'https://busybox.net/downloads/BusyBox.html',
        for: ['alpine'],
      },
    ),
    inittab: simpleFile('/etc/inittab', {
      doc: 'What process 1 starts and restarts: terminals, runlevels',
      origin: 'inittab(5)',
    }),
    lbu_conf: simpleFile('/etc/lbu/lbu.conf', {
      doc: 'Where a host without a disk keeps its changes',
      origin: 'https://wiki.alpinelinux.org/wiki/Alpine_local_backup',
      for: ['alpine'],
    }),
    openrc_conf: globFile(['/etc/rc.conf', '/etc/conf.d/*'], {
      doc: 'Options of OpenRC and of its services',
      origin: 'openrc(8)',
      for: ['openrc'],
    }),
    openrc_log: simpleFile('/var/log/rc.log', {
      doc: 'What OpenRC printed while the host started',
      origin: 'openrc(8)',
      for: ['openrc'],
      log: { newest: 2_000_000 },
      effects: { needsRoot: true },
    }),
    openrc_status: simpleCommand('/bin/rc-status --all', {
      doc: 'Services of every runlevel: started, stopped, crashed',
      origin: 'rc-status(8)',
      for: ['openrc'],
    }),
    openrc_update: simpleCommand('/sbin/rc-update show -v', {
      doc: 'Runlevel in which each service starts',
      origin: 'rc-update(8)',
      for: ['openrc'],
    }),
  },
});
