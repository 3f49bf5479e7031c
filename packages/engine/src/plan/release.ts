import { brandFile, type Host, readText } from '@hostspec/spec';

/** The text of a host's os-release, read when it is asked for the first time. */
export type ReadRelease = () => Promise<string | undefined>;

/** Reads the host's os-release at most once. */
export function releaseOf(host: Host): ReadRelease {
  let text: Promise<string | undefined> | undefined;
  return () => (text ??= readRelease(host));
}

async function readRelease(host: Host): Promise<string | undefined> {
  return (await readText(host, brandFile)) ?? readText(host, '/usr/lib/os-release');
}

/** The value of a variable of os-release, if it has only the characters that the variable can have; undefined otherwise. */
export function releaseValue(
  text: string | undefined,
  name: 'ID' | 'VERSION_ID' | 'ID_LIKE',
): string | undefined {
  return new RegExp(`^${name}=["']?([A-Za-z0-9._ -]{1,80})["']?\\s*$`, 'm').exec(text ?? '')?.[1];
}
