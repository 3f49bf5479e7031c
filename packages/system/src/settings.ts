import { checkPath, checkPathOr } from '@hostspec/facts';
import { defineSetting } from '@hostspec/spec';

/** What `ls -la` lists. */
export const lsLaDirs = defineSetting({
  name: 'ls_la_dirs',
  doc: 'Directories that ls_la lists: hidden files, owners and modes',
  default: ['/var/lib/mongodb', '/var/log', '/var/log/audit', '/var/opt/mssql/log', '/var/www'],
  check: checkPath,
});

/** What `ls -la` lists apart from the others. */
export const lsLaFilteredDirs = defineSetting({
  name: 'ls_la_filtered_dirs',
  doc: 'Directories that ls_la_filtered lists: as ls_la, for directories with many files',
  default: ['/tmp', '/var/tmp'],
  check: checkPath,
});

/** /etc, and what below it is listed. */
export const etcDirectories: readonly string[] = [
  '/etc',
  '/etc/cloud/cloud.cfg.d',
  '/etc/nova/migration',
  '/etc/pki/ovirt-vmconsole',
  '/etc/pki/tls/certs',
  '/etc/pki/tls/private',
  '/etc/rc.d/init.d',
  '/etc/sysconfig',
];

/** What `ls -lan` lists. */
export const lsLanDirs = defineSetting({
  name: 'ls_lan_dirs',
  doc: 'Directories that ls_lan lists with numeric owners; fstab_mounted.dirs means the parent directories of the mount points in /etc/fstab',
  default: [
    'fstab_mounted.dirs',
    '/',
    ...etcDirectories,
    '/run/systemd/generator',
    '/sys/devices/system/edac/mc',
    '/usr/share/ipa/ui/js/plugins/idoverride-memberof',
    '/var/cache/pulp',
    '/var/spool/clientmqueue',
    '/var/spool/postfix/maildrop',
  ],
  check: checkPathOr('fstab_mounted.dirs'),
});

/** What `ls -lan` lists apart from the others. */
export const lsLanFilteredDirs = defineSetting({
  name: 'ls_lan_filtered_dirs',
  doc: 'Directories that ls_lan_filtered lists: as ls_lan, for directories with many files',
  default: ['/sys/firmware', '/usr/bin', '/usr/lib64'],
  check: checkPath,
});

/** What `ls -lanL` lists. */
export const lsLanLDirs = defineSetting({
  name: 'ls_lanL_dirs',
  doc: 'Directories that ls_lanL lists with links followed: the targets of the links',
  default: ['/', '/var/run'],
  check: checkPath,
});

/** What `ls -lanR` lists. */
export const lsLanRDirs = defineSetting({
  name: 'ls_lanR_dirs',
  doc: 'Directories that ls_lanR lists with everything below them, with numeric owners',
  default: ['/boot', '/dev', '/lib/firmware', '/sys/firmware'],
  check: checkPath,
});

/** What `ls -lanRL` lists. */
export const lsLanRLDirs = defineSetting({
  name: 'ls_lanRL_dirs',
  doc: 'Directories that ls_lanRL lists with everything below them and links followed',
  default: ['/etc/systemd', '/usr/lib/systemd'],
  check: checkPath,
});

/** What `ls -laRZ` lists. */
export const lsLaRZDirs = defineSetting({
  name: 'ls_laRZ_dirs',
  doc: 'Directories that ls_laRZ lists with everything below them and with SELinux labels',
  default: ['/var/lib/gdm', '/var/lib/nova/instances'],
  check: checkPath,
});

/** What `ls -laZ` lists. */
export const lsLaZDirs = defineSetting({
  name: 'ls_laZ_dirs',
  doc: 'Directories that ls_laZ lists with SELinux labels',
  default: ['/etc', '/root', '/var', '/var/lib', '/var/log'],
  check: checkPath,
});

/** What `ls -ldH` shows. */
export const lsLdHItems = defineSetting({
  name: 'ls_ldH_items',
  doc: 'Files and devices that ls_ldH shows, following links; directories are left out. fstab_mounted.devices means the devices in /etc/fstab, pvs.devices the devices that LVM lists',
  default: [
    'fstab_mounted.devices',
    'pvs.devices',
    '/dev/null',
    '/etc/localtime',
    '/etc/mtab',
    '/etc/resolv.conf',
  ],
  check: checkPathOr('fstab_mounted.devices', 'pvs.devices'),
});

/** What `ls -ldZ` shows. */
export const lsLdZItems = defineSetting({
  name: 'ls_ldZ_items',
  doc: 'Files and directories that ls_ldZ shows with SELinux labels; fstab_mounted.dirs means the mount points in /etc/fstab',
  default: [
    'fstab_mounted.dirs',
    '/',
    '/boot',
    '/etc',
    '/home',
    '/root',
    '/tmp',
    '/usr',
    '/var',
    '/var/lib',
    '/var/log',
    '/var/opt/mssql',
    '/var/tmp',
    '/var/www',
  ],
  check: checkPathOr('fstab_mounted.dirs'),
});

/** What `lsattr` shows. */
export const lsattrFilesOrDirs = defineSetting({
  name: 'lsattr_files_or_dirs',
  doc: 'Files whose attributes lsattr shows, such as the immutable flag; for a directory, of the files in it',
  default: [
    '/etc/default/grub',
    '/etc/fstab',
    '/etc/group',
    '/etc/gshadow',
    '/etc/hosts',
    '/etc/passwd',
    '/etc/resolv.conf',
    '/etc/shadow',
    '/etc/ssh/sshd_config',
    '/etc/sudoers',
  ],
  check: checkPath,
});

/** Which groups are looked up. */
export const groupInfo = defineSetting({
  name: 'group_info',
  doc: 'Names of the groups whose members group_info looks up through the name services',
  default: ['adm', 'docker', 'kvm', 'libvirt', 'root', 'ssh_keys', 'sudo', 'wheel'],
  check: (value) =>
    /^[^-\s:,\0][^\s:,\0]*$/.test(value)
      ? undefined
      : 'must be a group name, without blanks, colons and commas',
});

/** All settings of the domain. */
export const systemSettings = [
  lsLaDirs,
  lsLaFilteredDirs,
  lsLanDirs,
  lsLanFilteredDirs,
  lsLanLDirs,
  lsLanRDirs,
  lsLanRLDirs,
  lsLaRZDirs,
  lsLaZDirs,
  lsLdHItems,
  lsLdZItems,
  lsattrFilesOrDirs,
  groupInfo,
] as const;
