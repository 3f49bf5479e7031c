import type { Archive } from '@hostspec/archive';
import { check, type Finding as KnownFinding } from '@hostspec/findings';
import { isForOthers, shortened, someOf } from '@hostspec/host-kit';
import type { Host } from '@hostspec/spec';
import { type Answers, withAnswers } from '../findings/answers.js';
import { factsIn } from '../findings/archive-facts.js';
import { type Evidence, evidenceOf } from './evidence.js';
import { inContainer } from './in-container.js';
import type { Places, SpecName } from './sources.js';
import type { Fact, Finding, Summary, SummarySection } from './summary.js';
import { type Subject, topics } from './topics.js';

const longestText = 1000;

/**
 * What an open archive says about its host. The host is the one that the archive is presented as: it answers for archives
 * without outcomes of specs. `findings` are the problems that are looked for, `places` those
 * of `archiveFacts`, `answers` as for `withAnswers` (default: nothing is marked).
 */
export async function summarize(
  archive: Archive,
  host: Host,
  findings: readonly KnownFinding[] = [],
  places?: Places,
  answers?: Answers,
): Promise<Summary> {
  const evidence = evidenceOf(archive, host, places);
  const sections: SummarySection[] = [];
  const isContainer = (await inContainer(evidence)) !== undefined;
  for (const { name, title, subjects, facts } of topics) {
    const found = await supported(evidence, await facts(evidence), subjects, isContainer);
    sections.push({ name, title, facts: found.map(withShortTexts) });
  }
  const result = await check(findings, factsIn(evidence));
  const problems = answers ? await withAnswers(result, answers) : result;
  return { archive: archive.path, kind: archive.kind, problems, sections };
}

/** The host decides how long its texts are. */
function withShortTexts(fact: Fact): Fact {
  return { ...fact, label: shortened(fact.label, longestText), text: shortened(fact.text, longestText) };
}

/**
 * The facts that the archive supports, and the subjects that it does not cover: no section is empty.
 */
async function supported(
  evidence: Evidence,
  found: readonly Finding[],
  subjects: readonly Subject[],
  isContainer: boolean,
): Promise<Fact[]> {
  const specs = new Set(found.flatMap(specsOf));
  const open = subjects.filter((subject) => !subject.specs.some((spec) => specs.has(spec)));
  const elsewhere = isContainer ? open.filter(({ ofMachine }) => ofMachine) : [];
  return [
    ...found
      .filter((one) => !one.whole || specsOf(one).every((spec) => evidence.missing(spec) === undefined))
      .map(({ whole: _, ...fact }) => fact),
    ...incompleteFacts(evidence, specs),
    ...(await unknownFacts(
      evidence,
      open.filter((subject) => !elsewhere.includes(subject)),
    )),
    ...factOf('does not apply', elsewhere, (all) => `a container has ${all} of its own`),
  ];
}

function specsOf({ from }: Fact): string[] {
  return from.split(', ');
}

function incompleteFacts({ missing }: Evidence, specs: ReadonlySet<string>): Fact[] {
  const byReason = new Map<string, string[]>();
  for (const spec of specs) {
    const reason = missing(spec);
    if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), spec]);
  }
  return [...byReason].map(([reason, all]) => ({
    label: 'incomplete',
    text: `${reason}, so there can be more than is shown`,
    from: all.join(', '),
    data: { reason, specs: all },
  }));
}

async function unknownFacts({ archive, text }: Evidence, subjects: readonly Subject[]): Promise<Fact[]> {
  const isForHost = (spec: SpecName): boolean => !isForOthers(archive.outcomes.get(spec)?.reason);
  const none: Subject[] = [];
  const unread: Subject[] = [];
  for (const subject of subjects) {
    const contents = await Promise.all(subject.specs.map((spec) => text(spec)));
    (contents.some((content) => content !== undefined) ? unread : none).push(subject);
  }
  return [
    ...factOf('not known', none, (all) => `${all} was collected`, isForHost),
    ...factOf('not known', unread, (all) => `${all} was found in what was collected`, isForHost),
  ];
}

/** A fact about subjects, each with the first of its specs that is for the host. */
function factOf(
  label: string,
  subjects: readonly Subject[],
  sentence: (all: string) => string,
  isForHost: (spec: SpecName) => boolean = () => true,
): Fact[] {
  if (subjects.length === 0) return [];
  const [last = '', ...others] = subjects.map(({ what }) => `no ${what}`).reverse();
  const all = others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
  const specs = subjects.flatMap((subject) => subject.specs);
  const from = someOf(
    subjects.flatMap(({ specs: all }) => all.find(isForHost) ?? all.slice(0, 1)),
    2,
  );
  return [{ label, text: sentence(all), from, data: { specs } }];
}
