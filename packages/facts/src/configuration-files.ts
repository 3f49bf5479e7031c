import { limiter } from '@hostspec/host-kit';
import { type Host, hostError, type ReadOptions, readBytes } from '@hostspec/spec';

const maxFiles = 10_000;
const maxCharacters = 16 * 1024 * 1024;
const smallBytes = 256 * 1024;
const smallAtOnce = 16;

/** Reads and counts the files of a configuration. */
export interface ConfigurationFiles {
  /** Content of a file as text; undefined if it cannot be read. @throws HostError if there are too many. */
  read(path: string, options?: ReadOptions): Promise<string | undefined>;
}

/**
 * Makes a reader of the files that a program's configuration includes: at most 10,000 of them, with 16 Mi characters together; a configuration with more was not written for the program. Each file is read once with the rights of each account.
 */
export function configurationFiles(host: Host, program: string): ConfigurationFiles {
  const known = new Map<string, Promise<string | undefined>>();
  let characters = 0;
  // Large files are read one after another: together they would be in memory before they are counted.
  const lanes = { small: limiter(smallAtOnce), large: limiter(1) };

  const textOf = (bytes: Uint8Array | undefined): string | undefined => {
    if (bytes === undefined) return undefined;
    const text = new TextDecoder().decode(bytes);
    characters += text.length;
    if (characters > maxCharacters)
      throw hostError('refused', `the configuration of ${program} has more than ${maxCharacters} characters`);
    return text;
  };

  const read = async (path: string, options: ReadOptions): Promise<string | undefined> => {
    if (known.size >= maxFiles)
      throw hostError('refused', `the configuration of ${program} includes more than ${maxFiles} files`);
    // Asking for the size first would be a round trip more to each file of a distant host.
    const start = await lanes.small(() => readBytes(host, path, { ...options, maxBytes: smallBytes }));
    if (start?.length !== smallBytes) return textOf(start);
    return lanes.large(async () => textOf(await readBytes(host, path, options)));
  };

  return {
    read(path, options = {}) {
      const key = `${options.by?.uid} ${path}`;
      const text = known.get(key) ?? read(path, options);
      known.set(key, text);
      return text;
    },
  };
}
