import type { CollectOptions } from '@hostspec/engine';
import type { Values } from '../options.js';
import type { options } from './collect-options.js';

const defaults = { run: 15 * 60, spec: 2 * 60 };

/** The time limits of a run, in seconds; one that is missing is none. With `polite`, half of the time is for pauses. */
export function timeLimits({
  'max-time': run = defaults.run,
  'max-spec-time': spec = defaults.spec,
  polite,
}: Pick<Values<typeof options>, 'max-time' | 'max-spec-time' | 'polite'>): Pick<
  CollectOptions,
  'maxTime' | 'maxSpecTime' | 'patience'
> {
  return {
    ...(Number.isFinite(run) ? { maxTime: run } : {}),
    ...(Number.isFinite(spec) ? { maxSpecTime: spec } : {}),
    ...(polite ? { patience: run / 2 } : {}),
  };
}
