import { isObject } from '@hostspec/host-kit';
import { nameMatcher } from '@hostspec/spec';
import { type Decision, type Finding, severities } from './finding.js';
import { type KeyPath, Problems } from './problems.js';

/** Decisions, in the order of their file, with the problems of the file. Each is for an id, or a glob of ids. */
export interface ReadDecisions {
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly problems: Problems['all'];
}

const longestReason = 500;

/** Reads an owner's decisions about findings: `value` is at `keys` in its file. With `ids`, each decision must be about one of these. */
export function readDecisions(value: unknown, keys: KeyPath, ids?: readonly string[]): ReadDecisions {
  const problems = new Problems();
  if (!isObject(value))
    problems.wrong(keys, value, 'a mapping of ids, each with skip or severity, and reason');
  const decisions = new Map(
    Object.entries(isObject(value) ? value : {}).flatMap(([pattern, data]) => {
      const at = [...keys, pattern];
      if (ids && !ids.some(nameMatcher(pattern)))
        return problems.unknown(at, 'finding', pattern, ids, true) ?? [];
      const decision = readDecision(at, data, problems);
      return decision ? [[pattern, decision] as const] : [];
    }),
  );
  return { decisions, problems: problems.all };
}

function readDecision(keys: KeyPath, data: unknown, problems: Problems): Decision | undefined {
  const read = problems.mapping(keys, data, ['skip', 'severity', 'reason']);
  if (!read) return undefined;
  const severity = severities.find((each) => each === read.severity);
  if (read.severity !== undefined && !severity)
    return problems.wrong([...keys, 'severity'], read.severity, severities.join(', '));
  if (read.skip !== undefined && read.skip !== true)
    return problems.wrong([...keys, 'skip'], read.skip, 'true');
  if ((read.skip === undefined) === (severity === undefined))
    return problems.add(keys, `${keys.at(-1)} needs one of skip: true and severity`);
  const reason = problems.text([...keys, 'reason'], read.reason, longestReason);
  if (read.reason === undefined)
    problems.add(keys, `${keys.at(-1)} has no reason; add one, such as reason: replaced in May`);
  return reason === undefined ? undefined : { ...(severity ? { severity } : { skip: true }), reason };
}

/** The findings with the decisions about them. Of several decisions about one finding, the last counts. */
export function decided(
  findings: readonly Finding[],
  decisions: ReadonlyMap<string, Decision>,
): readonly Finding[] {
  const all = [...decisions]
    .map(([pattern, decision]) => ({ isAbout: nameMatcher(pattern), decision }))
    .reverse();
  return findings.map((finding) => {
    const last = all.find(({ isAbout }) => isAbout(finding.id));
    return last ? { ...finding, decision: last.decision } : finding;
  });
}
