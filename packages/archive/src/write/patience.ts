import { constants, openSync } from 'node:fs';
import { isNoDescriptor, type Patience, whileNoDescriptor } from '@hostspec/files';

/** Ten seconds for the rest of the run to free a descriptor. */
export const patience: Patience = { attempts: 500, pause: 20 };

/** Does something at once, or once there is a descriptor for it; converts every other error. */
export function whenDescriptor<T>(task: () => T, convert: (error: unknown) => Error): Promise<T> | T {
  try {
    return task();
  } catch (error) {
    if (!isNoDescriptor(error)) throw convert(error);
    return whileNoDescriptor(patience, task).catch((last: unknown) => {
      throw convert(last);
    });
  }
}

/** Opens a file for reading, once there is a descriptor for it. */
export async function openPatiently(path: string): Promise<number> {
  return await whileNoDescriptor(patience, () => openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW));
}
