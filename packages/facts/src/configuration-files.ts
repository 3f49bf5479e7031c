import { type Host, hostError, isHostError, limiter, maxReadBytes, type ReadOptions } from '@hostspec/spec';

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
 * Makes a reader of the files that a program's configuration includes: at most 10,000 of them, with 16 Mi characters together; a configuration with more was not written for the program. Each file is read once, as it was asked for first.
 */
export function configurationFiles(host: Host, program: string): ConfigurationFiles {
  const known = new Map<string, Promise<string | undefined>>();
  let characters = 0;
  // Large files are read one after another: together they would be in memory before they are counted.
  const lanes = { small: limiter(smallAtOnce), large: limiter(1) };

  /** The text of at most so many bytes of a file; `isPart` if there may be more of it. */
  const readPart = async (
    path: string,
    options: ReadOptions,
    maxBytes: number,
  ): Promise<Part | undefined> => {
    const bytes = await readBytes(host, path, { ...options, maxBytes });
    if (bytes === undefined) return undefined;
    const text = new TextDecoder().decode(bytes);
    const isPart = maxBytes === smallBytes && bytes.length === smallBytes;
    if (!isPart) characters += text.length;
    if (characters > maxCharacters)
      throw hostError('refused', `the configuration of ${program} has more than ${maxCharacters} characters`);
    return { text, isPart };
  };

  // Asking for the size first would be a round trip more to each file of a distant host.
  const read = async (path: string, options: ReadOptions): Promise<string | undefined> => {
    if (known.size >= maxFiles)
      throw hostError('refused', `the configuration of ${program} includes more than ${maxFiles} files`);
    const start = await lanes.small(() => readPart(path, options, smallBytes));
    const whole = start?.isPart ? await lanes.large(() => readPart(path, options, maxReadBytes)) : start;
    return whole?.text;
  };

  return {
    read(path, options = {}) {
      const text = known.get(path) ?? read(path, options);
      known.set(path, text);
      return text;
    },
  };
}

interface Part {
  readonly text: string;
  readonly isPart: boolean;
}

async function readBytes(host: Host, path: string, options: ReadOptions): Promise<Uint8Array | undefined> {
  try {
    return await host.readFile(path, options);
  } catch (error) {
    if (isHostError(error)) return undefined;
    throw error;
  }
}
