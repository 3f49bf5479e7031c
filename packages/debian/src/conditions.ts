import { socketCondition } from '@hostspec/facts';
import { defineCondition, runLines } from '@hostspec/spec';
import { dpkgQuery } from './commands.js';

/** Holds if dpkg-query lists packages. */
export const dpkgAnswers = defineCondition({
  name: 'DpkgAnswers',
  doc: 'dpkg-query lists at least one package; it does not in a mounted root, or if the database is broken.',
  async evaluate({ host }) {
    const packages = (await runLines(host, dpkgQuery)) ?? [];
    return packages.length > 0
      ? { holds: true, reason: 'dpkg-query lists the packages' }
      : { holds: false, reason: 'dpkg-query lists no package' };
  },
});

/** Holds if systemd-networkd is active: `netplan status` would start it otherwise. */
export const networkdRuns = defineCondition({
  name: 'NetworkdRuns',
  doc: 'systemd-networkd is active. Where it is not, `netplan status` would start it.',
  async evaluate({ host }) {
    const [state] = (await runLines(host, '/usr/bin/systemctl is-active systemd-networkd.service')) ?? [];
    return state === 'active'
      ? { holds: true, reason: 'systemd-networkd is active' }
      : { holds: false, reason: 'systemd-networkd is not active, and netplan would start it' };
  },
});

/** Holds if snapd answers: `snap` waits for it otherwise, for longer than the time limit. */
export const snapdRuns = socketCondition('SnapdRuns', '/run/snapd.socket');
