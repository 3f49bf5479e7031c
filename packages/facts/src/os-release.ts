import { readRelease } from '@hostspec/host-kit';
import { osReleaseOf } from '@hostspec/parse';
import { readText } from '@hostspec/spec';
import { fact } from './fact.js';

/** The variables of `/etc/os-release`, else of `/usr/lib/os-release`; empty if neither exists. */
export const osRelease = fact(
  async (host): Promise<Readonly<Record<string, string>>> => osReleaseOf((await readRelease(host)) ?? ''),
);

/** A release of Red Hat Enterprise Linux, or of a system built from its sources. */
export interface RhelVersion {
  readonly major: number;
  /** Absent on CentOS Stream, which runs ahead of the minor releases. */
  readonly minor?: number;
}

const rebuilds =
  /red hat enterprise linux|centos|rocky linux|almalinux|oracle linux|scientific linux|cloudlinux|eurolinux/i;

/**
 * The version of Red Hat Enterprise Linux that the host runs or is built from; undefined on other systems.
 * From `/etc/redhat-release`, else from os-release if `ID` or `ID_LIKE` says rhel. The kernel version is not used:
 * it differs in containers, and before the reboot that follows an update.
 */
export const rhelVersion = fact(async (host): Promise<RhelVersion | undefined> => {
  const text = await readText(host, '/etc/redhat-release');
  const named = text !== undefined && rebuilds.test(text) ? /release\s+(\d+(?:\.\d+)?)/i.exec(text) : null;
  if (named?.[1] !== undefined) return versionOf(named[1]);
  const { ID = '', ID_LIKE = '', VERSION_ID = '' } = await osRelease(host);
  const derived = `${ID} ${ID_LIKE}`.split(/\s+/).includes('rhel');
  return derived && /^\d+(\.\d+)?/.test(VERSION_ID) ? versionOf(VERSION_ID) : undefined;
});

function versionOf(text: string): RhelVersion {
  const [major = '', minor] = text.split('.');
  const parsed = Number.parseInt(minor ?? '', 10);
  return { major: Number.parseInt(major, 10), ...(Number.isNaN(parsed) ? {} : { minor: parsed }) };
}
