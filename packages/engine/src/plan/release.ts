import { readRelease } from '@hostspec/host-kit';
import { osReleaseOf } from '@hostspec/parse';
import type { Host } from '@hostspec/spec';

/** The text of a host's os-release, read when it is asked for the first time. */
export type ReadRelease = () => Promise<string | undefined>;

/** Reads the host's os-release at most once. */
export function releaseOf(host: Host): ReadRelease {
  let text: Promise<string | undefined> | undefined;
  return () => (text ??= readRelease(host));
}

/** The value of a variable in os-release; undefined if it has characters that the variable cannot have. */
export function releaseValue(
  text: string | undefined,
  name: 'ID' | 'VERSION_ID' | 'ID_LIKE',
): string | undefined {
  const value = osReleaseOf(text ?? '')[name] ?? '';
  return /^[A-Za-z0-9._ -]{1,80}$/.test(value) ? value : undefined;
}
