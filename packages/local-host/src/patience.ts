import { isNoDescriptor } from '@hostspec/files';

const attempts = 30;
const pause = 100;

/** Tries again for up to three seconds while no descriptor is left: something that ends soon frees some. */
export async function whileExhausted<T>(open: () => T): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return open();
    } catch (error) {
      if (!isNoDescriptor(error) || attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
}
