import { isVersionWithin } from './compare.js';
import type { Content, HostFacts, Missing, NotKnown, Place } from './facts.js';
import type { Condition } from './finding.js';
import { allOf, type Truth } from './logic.js';

/** The evidence that an evaluation collects. */
export interface State {
  readonly reasons: Map<string, string>;
  readonly words: Record<string, string>;
  at: Place | undefined;
  line: string | undefined;
  /** When it was written, in milliseconds since the epoch. */
  time: number | undefined;
}

/** A new state. `reasons` can be those of another state, to collect them together. */
export function newState(reasons = new Map<string, string>()): State {
  return { reasons, words: {}, at: undefined, line: undefined, time: undefined };
}

/** Adds reasons by spec. */
export function addAll(reasons: Map<string, string>, missing: readonly Missing[]): void {
  for (const { spec, why } of missing) reasons.set(spec, why);
}

/** Notes a reason, and returns `undefined` for not known. */
export function unknown(state: State, spec: string, why: string): undefined {
  state.reasons.set(spec, why);
  return undefined;
}

/** The reason why contents may lack something; undefined if they are all there is. Lines left out matter only in `withLines`. Default: all. */
export function lacking(contents: readonly Content[], withLines = contents): string | undefined {
  return (
    contents.find(({ incomplete }) => incomplete !== undefined)?.incomplete ??
    withLines.find(({ leftOut }) => leftOut !== undefined)?.leftOut?.why
  );
}

/** Words for sentences: the file and its folder. */
export function fileWords({ path }: Place): Readonly<Record<string, string>> {
  const [file = '', folder = ''] = path.split('/').reverse();
  return { file, folder };
}

/** True if the host is of the kind in the condition. */
export function hostTruth(
  { os, version, container }: Extract<Condition, { kind: 'host' }>,
  host: HostFacts | NotKnown,
  state: State,
): Truth {
  if ('missing' in host) {
    addAll(state.reasons, host.missing);
    return undefined;
  }
  return allOf([
    os === undefined || host.os.some((each) => os.includes(each)),
    version.length === 0 ||
      (host.version === undefined
        ? unknown(state, 'os_release', 'does not say the version')
        : version.every(({ operator, value }) => isVersionWithin(host.version ?? '', operator, value))),
    container === undefined || host.container === container,
  ]);
}
