import { isHostspecError } from '@hostspec/spec';
import { errorText } from '../error-text.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withProfiles } from '../profiles/with-profiles.js';
import type { options as collectOptions } from '../runs/collect-options.js';
import { timeLimits } from '../runs/collect-options.js';
import { endOfRun } from '../runs/end-of-run.js';
import { givenPlan } from '../runs/planning.js';
import { listenForSignals } from '../runs/signals.js';
import { withSettings } from '../settings/option-settings.js';
import { usageError } from '../usage-error.js';
import { collectPlan } from './collect-plan.js';
import { prepare } from './prepare.js';
import { say } from './summary.js';

/** Collects a host into an archive and prints the summary; returns the exit status. `answer` is printed when a signal arrives. */
export async function collectHost(
  options: Values<typeof collectOptions>,
  io: Io,
  answer?: string,
): Promise<number> {
  for (const name of ['limit', 'parallel', 'resume'] as const)
    if (options[name] !== undefined)
      throw usageError(`--${name} is not allowed without --hosts`, `--${name}`, options[name]);
  const given = await givenPlan(options, io);
  const values = await withSettings(await withProfiles(options, io, given), io, given);
  const { maxTime } = timeLimits(values);
  const interrupts = listenForSignals(io, answer);
  const end = endOfRun(interrupts.signal, maxTime);
  try {
    const prepared = await prepare(given, values, end.signal, io);
    const plan = await prepared.plan();
    const summary = await collectPlan(plan, prepared, values, end.signal, io);
    return say(summary, interrupts, values, io);
  } catch (error) {
    const status = interrupts.status();
    if (status === undefined || !isHostspecError(error) || error.code !== 'HOST_LOST') throw error;
    io.err.write(`hostspec: ${errorText(error)}\n`);
    return status;
  } finally {
    end.clear();
    interrupts.end();
  }
}
