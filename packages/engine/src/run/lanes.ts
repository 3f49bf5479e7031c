import { collectionTypeFacts, type Outcome } from '@hostspec/spec';
import { skipOf } from '../plan/gates.js';
import type { PlannedSpec } from '../plan/plan.js';
import { collectSpec, type SpecContext } from './collect-spec.js';
import { inOrder } from './order.js';
import { inStages } from './stages.js';

// Specs of each kind at once: enough to keep every job busy, few enough to free their memory early.
const maxSpecs = { commands: 32, files: 8 };

/** A queued spec, with the reason to skip it. */
interface Waiting {
  readonly planned: PlannedSpec;
  readonly skip: string | undefined;
}

/** Collects specs in two lanes, for files and for commands. `write` gets each outcome as it finishes. */
export function collectInLanes(
  specs: readonly PlannedSpec[],
  context: SpecContext,
  write: (outcome: Outcome) => Promise<void>,
): Promise<void> {
  const { end, session } = context;
  const { atOnce } = session.host;
  return new Promise((resolve, reject) => {
    let left = specs.length;
    if (left === 0) resolve();
    const collected = async (each: Waiting): Promise<void> => {
      await write(await collectSpec(each.planned, each.skip, context));
      left--;
      staged.done(each);
      if (left === 0) resolve();
    };
    const laneOf = (most: number) => lane(atOnce ?? most, (each: Waiting) => collected(each).catch(reject));
    const lanes = { commands: laneOf(maxSpecs.commands), files: laneOf(maxSpecs.files) };
    const staged = inStages<Waiting>(specs, (each) =>
      lanes[readsFiles(each.planned) ? 'files' : 'commands'](each),
    );
    // Evaluate all conditions first, because specs wait for them. The answers arrive in this order.
    const asked = inOrder(specs).map((planned) => ({ planned, answer: skipOf(planned, session) }));
    for (const { planned, answer } of asked)
      if (answer instanceof Promise)
        end
          .before(answer)
          // A condition's answer counts only if it came before the run ended.
          .then((skip) => staged.add({ planned, skip: end.reason() === undefined ? skip : undefined }))
          .catch(reject);
      else staged.add({ planned, skip: answer });
  });
}

/** Runs `work` on items in order, at most `most` at a time. A queued item costs no promise. */
function lane<T>(most: number, work: (one: T) => Promise<void>): (one: T) => void {
  const waiting: T[] = [];
  let running = 0;
  const run = async (): Promise<void> => {
    running++;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
    running--;
  };
  return (one) => {
    waiting.push(one);
    if (running < most) void run();
  };
}

/** Whether a spec only reads files; commands run in other processes meanwhile. */
function readsFiles({ spec }: PlannedSpec): boolean {
  return collectionTypeFacts[spec.type].filesOnly ?? false;
}
