import { dirname } from 'node:path';
import type { Plan } from '@hostspec/engine';
import { defined, isDeselected } from '@hostspec/host-kit';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import type { options } from '../runs/collect-options.js';
import { byteLimit, timeLimits } from '../runs/collect-options.js';
import { tallyOf } from '../runs/tally.js';
import { printable } from '../text.js';
import { version } from '../version.js';
import type { Prepared } from './prepare.js';
import { showProgress } from './progress.js';
import type { Summary } from './summary.js';

/** Collects what a plan lists into the archive, and shows the progress. */
export async function collectPlan(
  plan: Plan,
  { context, sink, longest, mapped, identity }: Prepared,
  values: Values<typeof options>,
  signal: AbortSignal,
  io: Io,
): Promise<Summary> {
  const { collectInto } = await import('@hostspec/engine');
  const { target = values.host ?? values.via } = values;
  const { maxTime: _, ...times } = timeLimits(values);
  const { outcomes, total } = tallyOf(plan);
  const begun = performance.now();
  const progress = values.quiet || values.verbose ? undefined : showProgress(outcomes, total, io, longest);
  try {
    const { path, report } = await collectInto(plan, {
      ...context,
      sink,
      tool: `hostspec ${version}`,
      ...defined({ target }),
      signal,
      ...byteLimit(values),
      ...times,
      onOutcome(outcome) {
        outcomes.add(outcome);
        progress?.update();
        const { name, status, reason } = outcome;
        const why = reason === undefined ? '' : `, ${printable(reason)}`;
        if (values.verbose && !isDeselected(reason)) io.err.write(`${name}: ${status}${why}\n`);
      },
    });
    const { unfinishedRuns } = await import('@hostspec/archive');
    return {
      report,
      tally: outcomes,
      archive: path,
      seconds: (performance.now() - begun) / 1000,
      isUser: plan.executes && context.host.user?.()?.uid !== 0,
      unfinished: values.output === '-' ? [] : unfinishedRuns(dirname(path)),
      ...(mapped && { mapped }),
      identity,
    };
  } finally {
    progress?.end();
  }
}
