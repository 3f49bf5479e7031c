import type { CheckResult, Found } from '@hostspec/findings';
import { sentenceParts } from '@hostspec/host-kit';

/** Whether an archive has an answer to a command line. */
export type Answers = (line: string) => Promise<boolean>;

/** Problems with a mark on each command that the archive has no answer to, so that only the host can run it. */
export async function withAnswers(result: CheckResult, answers: Answers): Promise<CheckResult> {
  const found: Found[] = [];
  for (const each of result.found) {
    const onHost: string[] = [];
    for (const line of commandsIn(each.hits[0]?.do)) if (!(await answers(line))) onHost.push(line);
    found.push(onHost.length === 0 ? each : { ...each, onHost });
  }
  return { ...result, found };
}

/** The commands that a sentence has between backquotes. */
export function commandsIn(sentence = ''): string[] {
  return sentenceParts(sentence).flatMap(({ text, isCommand }) => (isCommand ? [text] : []));
}
