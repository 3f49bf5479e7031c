import type { CollectOptions } from '@hostspec/engine';
import { defined } from '@hostspec/host-kit';
import type { Values } from '../options.js';
import type { options } from './collect-options.js';

/** Seconds for a run and for a spec, and bytes for a run. */
export const defaults = { run: 15 * 60, spec: 2 * 60, bytes: 250 * 1024 ** 2 };

/** The limit for the bytes of a run. Whole logs have none unless it is given. */
export function byteLimit(
  values: Pick<Values<typeof options>, 'max-bytes' | 'full-logs'>,
): Pick<CollectOptions, 'maxBytes'> {
  const { 'max-bytes': maxBytes = values['full-logs'] ? undefined : defaults.bytes } = values;
  return defined({ maxBytes });
}

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
