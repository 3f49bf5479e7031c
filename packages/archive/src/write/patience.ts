import { constants, openSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { isNoDescriptor } from '@hostspec/files';

const attempts = 500;
const pause = 20;

/** Retries for up to ten seconds while all descriptors are in use, which is temporary. */
export async function whileNoDescriptor<T>(task: () => Promise<T> | T): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await task();
    } catch (error) {
      if (!isNoDescriptor(error) || attempt === attempts) throw error;
      await setTimeout(pause);
    }
}

/** Does something at once, or once there is a descriptor for it; converts every other error. */
export function whenDescriptor<T>(task: () => T, convert: (error: unknown) => Error): Promise<T> | T {
  try {
    return task();
  } catch (error) {
    if (!isNoDescriptor(error)) throw convert(error);
    return whileNoDescriptor(task).catch((last: unknown) => {
      throw convert(last);
    });
  }
}

/** Opens a file for reading, once there is a descriptor for it. */
export async function openPatiently(path: string): Promise<number> {
  return await whileNoDescriptor(() => openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW));
}
