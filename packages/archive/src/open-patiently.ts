import { openSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { isNoDescriptor } from './sink-error.js';

/** Opens a file for reading; where descriptors are used up, once there is one again, for up to ten seconds. */
export async function openPatiently(path: string): Promise<number> {
  for (let tries = 0; ; tries++)
    try {
      return openSync(path, 'r');
    } catch (error) {
      if (!isNoDescriptor(error) || tries === 500) throw error;
      await setTimeout(20);
    }
}
