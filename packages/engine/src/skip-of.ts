import { type Gates, gateOf } from './gates.js';
import type { PlannedSpec } from './plan.js';

/** Why a spec is not collected, undefined if it is; evaluates conditions that were deferred. */
export async function skipOf({ skip, spec }: PlannedSpec, gates: Gates): Promise<string | undefined> {
  return skip ?? gateOf(spec, gates);
}
