import { collectionTypeFacts, limiter, type Outcome } from '@hostspec/spec';
import { collectSpec } from './collect-spec.js';
import type { GatherContext } from './gather.js';
import { inOrder } from './order.js';
import type { PlannedSpec } from './plan.js';
import { skipOf } from './skip-of.js';

// Concurrent specs of each kind: enough to keep every job busy, few enough that their memory is freed early.
const maxSpecs = { commands: 32, files: 8 };

/** Collects specs, those that read files beside those that run commands; `write` gets each outcome as it finishes. */
export async function collectInLanes(
  specs: readonly PlannedSpec[],
  context: GatherContext,
  write: (outcome: Outcome) => Promise<void>,
): Promise<void> {
  const { end, session } = context;
  const { atOnce = 0 } = session.host;
  const lane = (most: number) => limiter(Math.max(most, atOnce));
  const lanes = { commands: lane(maxSpecs.commands), files: lane(maxSpecs.files) };
  // All conditions are asked before anything is collected, because specs wait for them. Their answers arrive in this order.
  const asked = inOrder(specs).map((planned) => ({ planned, answer: skipOf(planned, session) }));
  await Promise.all(
    asked.map(async ({ planned, answer }) => {
      const skip = await Promise.race([answer, end.reached]);
      // A condition's answer counts only if it came before the run ended.
      const unanswered = planned.skip === undefined && end.reason() !== undefined;
      const turn = lanes[readsFiles(planned) ? 'files' : 'commands'];
      await turn(async () => write(await collectSpec(planned, unanswered ? undefined : skip, context)));
    }),
  );
}

/** Files are read while the commands run beside this process. */
function readsFiles({ spec }: PlannedSpec): boolean {
  return collectionTypeFacts[spec.type].filesOnly ?? false;
}
