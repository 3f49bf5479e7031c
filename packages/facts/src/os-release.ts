import { readRelease } from '@hostspec/host-kit';
import { osReleaseOf } from '@hostspec/parse';
import { fact } from './fact.js';

/** The variables of `/etc/os-release`, else of `/usr/lib/os-release`; empty if neither exists. */
export const osRelease = fact(
  async (host): Promise<Readonly<Record<string, string>>> => osReleaseOf((await readRelease(host)) ?? ''),
);
