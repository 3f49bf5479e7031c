import { type Host, textLines } from './host.js';

/** The name in a host's `/etc/hostname`, which may have comments; `otherwise` if there is none. */
export async function storedHostname(host: Pick<Host, 'readFile'>, otherwise = 'localhost'): Promise<string> {
  try {
    const lines = textLines(new TextDecoder().decode(await host.readFile('/etc/hostname')));
    return lines.map((line) => line.trim()).find((line) => /^[^#]/.test(line)) ?? otherwise;
  } catch {
    return otherwise;
  }
}
