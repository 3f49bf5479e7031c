import type { Archive } from '@hostspec/archive';
import { check, type Finding as KnownFinding } from '@hostspec/findings';
import { shortened } from '@hostspec/host-kit';
import type { Host } from '@hostspec/spec';
import { type Answers, withAnswers } from '../findings/answers.js';
import { factsIn } from '../findings/archive-facts.js';
import { evidenceOf } from './evidence.js';
import { inContainer } from './in-container.js';
import { supported } from './not-known.js';
import type { Places } from './sources.js';
import type { Fact, Summary, SummarySection } from './summary.js';
import { topics } from './topics.js';

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
