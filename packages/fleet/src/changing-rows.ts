import { type Engine, openEngine } from './engine.js';
import { engineFailure } from './engine-error.js';
import { changingFleet } from './fleet-directory.js';
import { readState } from './fleet-state.js';
import { checkFiles } from './verify-fleet.js';

/** Runs a change of a fleet with an engine for its rows, as the only process that changes it. */
export async function changingRows<T>(
  fleet: string,
  change: (root: string, engine: Engine) => Promise<T>,
): Promise<T> {
  return changingFleet(fleet, async (root) => {
    await checkFiles(root, readState(root).files);
    const engine = await openEngine(root);
    try {
      return await change(root, engine);
    } catch (error) {
      throw (await engineFailure(root, readState(root).files, error)) ?? error;
    } finally {
      engine.close();
    }
  });
}
