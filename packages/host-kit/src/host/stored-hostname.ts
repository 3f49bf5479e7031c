import type { Host } from '@hostspec/spec';

/** The name in a host's `/etc/hostname`, which may have comments; `otherwise` if there is none. */
export async function storedHostname(host: Pick<Host, 'readFile'>, otherwise = 'localhost'): Promise<string> {
  try {
    const text = new TextDecoder().decode(await host.readFile('/etc/hostname'));
    return /^[ \t]*([^#\s]\S*)/m.exec(text)?.[1] ?? otherwise;
  } catch {
    return otherwise;
  }
}
