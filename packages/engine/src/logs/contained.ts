import { type SimpleCommand, type SpecOptions, splitWords } from '@hostspec/spec';
import type { Denials } from '../plan/denials.js';
import type { PlannedSpec } from '../plan/plan.js';
import type { Window } from './window.js';

type JournalSpec = SimpleCommand & SpecOptions & Required<Pick<SpecOptions, 'journal'>>;

/**
 * Skips specs of the current boot's journal if another spec of the plan gives the same entries. In a window that was asked for, the same
 * command without `-b` gives at least as many.
 */
export function withoutContained(
  specs: readonly PlannedSpec[],
  { asked }: Window,
  denials: Denials | undefined,
): readonly PlannedSpec[] {
  const whole = new Map<string, { readonly name: string; readonly newest: number }>();
  for (const planned of specs) {
    const { name } = planned;
    const spec = journalSpecOf(planned);
    if (!spec || spec.when || (denials?.spec(name) ?? denials?.command(spec.command)) !== undefined) continue;
    whole.set(keyOf(splitWords(spec.command)), { name, newest: spec.journal.newest });
  }
  return specs.map((planned) => {
    const spec = journalSpecOf(planned);
    const words = splitWords(spec?.command ?? '');
    const other = words.includes('-b') ? whole.get(keyOf(words.filter((word) => word !== '-b'))) : undefined;
    if (!spec || !other || other.newest < spec.journal.newest) return planned;
    return { ...planned, skip: `${other.name} collects these entries, because of the window ${asked}` };
  });
}

const keyOf = (words: readonly string[]): string => JSON.stringify(words);

function journalSpecOf({ spec, skip }: PlannedSpec): JournalSpec | undefined {
  if (skip !== undefined || spec.type !== 'simple_command' || spec.journal === undefined) return undefined;
  return { ...spec, journal: spec.journal };
}
