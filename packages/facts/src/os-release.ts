import { osReleaseOf } from '@hostspec/parse';
import { readText } from '@hostspec/spec';
import { fact } from './fact.js';

/** The variables of `/etc/os-release`, else of `/usr/lib/os-release`; empty if neither exists. */
export const osRelease = fact(async (host): Promise<Readonly<Record<string, string>>> => {
  const text = (await readText(host, '/etc/os-release')) ?? (await readText(host, '/usr/lib/os-release'));
  return osReleaseOf(text ?? '');
});
