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
  const lanes = { commands: limiter(maxSpecs.commands), files: limiter(maxSpecs.files) };
  // Specs that conditions ask about come first, because others wait for them.
  const skips = new Map(specs.map((planned) => [planned, skipOf(planned, session)]));
  await Promise.all(
    inOrder(specs).map(async (planned) => {
      const skip = await Promise.race([skips.get(planned), end.reached]);
      // A condition's answer counts only if it came before the run ended.
      const unanswered = planned.skip === undefined && end.reason() !== undefined;
      const lane = lanes[readsFiles(planned) ? 'files' : 'commands'];
      await lane(async () => write(await collectSpec(planned, unanswered ? undefined : skip, context)));
    }),
  );
}

/** Files are read while the commands run beside this process. */
function readsFiles({ spec }: PlannedSpec): boolean {
  return collectionTypeFacts[spec.type].filesOnly ?? false;
}
