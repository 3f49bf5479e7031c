import { type Engine, openEngine } from './engine.js';
import { engineFailure } from './engine-error.js';
import { changingFleet } from './fleet-directory.js';

/** Runs a change of a fleet with an engine for its rows, as the only process that changes it. */
export async function changingRows<T>(
  fleet: string,
  change: (root: string, engine: Engine) => Promise<T>,
): Promise<T> {
  return changingFleet(fleet, async (root) => {
    const engine = await openEngine(root);
    try {
      return await change(root, engine);
    } catch (error) {
      throw (await engineFailure(root, error)) ?? error;
    } finally {
      engine.close();
    }
  });
}
