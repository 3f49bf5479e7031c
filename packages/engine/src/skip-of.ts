import { type Gates, gateOf, isGated } from './gates.js';
import type { PlannedSpec } from './plan.js';

/** Why a spec is not collected, undefined if it is; evaluates conditions that were deferred, and only then is it a promise. */
export function skipOf(
  { skip, spec }: PlannedSpec,
  gates: Gates,
): Promise<string | undefined> | string | undefined {
  return skip ?? (isGated(spec) ? gateOf(spec, gates) : undefined);
}
