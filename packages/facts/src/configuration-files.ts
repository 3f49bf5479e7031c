import { type Host, hostError, limiter, type ReadOptions, readText } from '@hostspec/spec';

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

  const read = async (path: string, options?: ReadOptions): Promise<string | undefined> => {
    if (known.size > maxFiles)
      throw hostError('refused', `the configuration of ${program} includes more than ${maxFiles} files`);
    const text = await readText(host, path, options);
    characters += text?.length ?? 0;
    if (characters > maxCharacters)
      throw hostError('refused', `the configuration of ${program} has more than ${maxCharacters} characters`);
    return text;
  };

  const inLane = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    const size = (await host.stat(path))?.size ?? 0;
    return lanes[size > smallBytes ? 'large' : 'small'](work);
  };

  return {
    read(path, options) {
      const text = known.get(path) ?? inLane(path, () => read(path, options));
      known.set(path, text);
      return text;
    },
  };
}
