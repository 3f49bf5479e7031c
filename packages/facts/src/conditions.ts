import { defineCondition } from '@hostspec/spec';
import { type RhelVersion, rhelVersion } from './os-release.js';
import { selinux } from './selinux.js';
import { virtualization } from './virtualization.js';

/** Holds if SELinux is enforcing or permissive. */
export const selinuxEnabled = defineCondition({
  name: 'SELinuxEnabled',
  doc: 'SELinux is enforcing or permissive, as sestatus, /sys/fs/selinux or /etc/selinux/config say.',
  async evaluate({ host }) {
    const { enabled, reason } = await selinux(host);
    return { holds: enabled, reason };
  },
});

/** Holds if SELinux is disabled or not installed. */
export const selinuxDisabled = defineCondition({
  name: 'SELinuxDisabled',
  doc: 'SELinux is disabled, or not installed at all.',
  async evaluate({ host }) {
    const { enabled, reason } = await selinux(host);
    return { holds: !enabled, reason };
  },
});

const eitherClient = () => ({ holds: true, reason: 'hostspec collects what either form of the client does' });

/** Always holds: hostspec may collect everything that a packaged client may. */
export const coreRpm = defineCondition({
  name: 'CoreRpm',
  doc: 'Always holds. It tells two installations of another collector apart; hostspec is neither and collects what either does.',
  evaluate: eitherClient,
});

/** Always holds: hostspec may collect everything that an unpackaged client may. */
export const coreEgg = defineCondition({
  name: 'CoreEgg',
  doc: 'Always holds, as CoreRpm does: no policy confines hostspec, so it collects what either installation of the other collector does.',
  evaluate: eitherClient,
});

/** Holds on physical machines. */
export const isBareMetal = defineCondition({
  name: 'IsBareMetal',
  doc: 'The host is a physical machine, according to virt-what, the firmware or the processor; if none of them says so, it does not hold.',
  async evaluate({ host }) {
    const { virtual, reason } = await virtualization(host);
    return { holds: virtual === false, reason: virtual === false ? reason : `not bare metal: ${reason}` };
  },
});

/** Holds on RHEL 10.0 or later. */
export const isGtRhel9 = defineCondition({
  name: 'IsGtRhel9',
  doc: 'The host runs RHEL 10.0 or later, or a system built from it.',
  async evaluate({ host }) {
    const version = await rhelVersion(host);
    return { holds: version !== undefined && version.major >= 10, reason: inWords(version) };
  },
});

/** Holds on RHEL 8.4 or later. */
export const isGtOrRhel84 = defineCondition({
  name: 'IsGtOrRhel84',
  doc: 'The host runs RHEL 8.4 or later, or a system built from it; CentOS Stream 8 counts as later.',
  async evaluate({ host }) {
    const version = await rhelVersion(host);
    const { major = 0, minor = Number.POSITIVE_INFINITY } = version ?? {};
    return { holds: major > 8 || (major === 8 && minor >= 4), reason: inWords(version) };
  },
});

function inWords(version: RhelVersion | undefined): string {
  if (!version) return 'neither RHEL nor built from it';
  const { major, minor } = version;
  return `RHEL ${minor === undefined ? major : `${major}.${minor}`}`;
}
