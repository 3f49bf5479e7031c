import { HostspecError } from '@hostspec/spec';
import { patternLimits } from './match/pattern-limits.js';
import { patternWork } from './match/pattern-work.js';
import { type Rule, windowAhead, windowBehind } from './match/rule.js';
import { redactText } from './redactor.js';

/** Throws a `HostspecError` (`INVALID_OPTION`) that lists every problem of the rules, each with the name of its rule. */
export function checkRules(rules: readonly Rule[]): void {
  const ids = rules.map(({ id }) => id);
  const problems = rules.flatMap((rule, index) => [
    ...(ids.indexOf(rule.id) < index ? [`${rule.id}: another rule has this id; choose another one`] : []),
    ...problemsOf(rule).map((problem) => `${rule.id}: ${problem}`),
  ]);
  if (problems.length > 0) throw new HostspecError('INVALID_OPTION', problems.join('\n'));
}

function problemsOf(rule: Rule): string[] {
  const formal = [...nameProblems(rule), ...patternProblems(rule)];
  return formal.length > 0 ? formal : exampleProblems(rule);
}

function nameProblems({ id, keywords, rest }: Rule): string[] {
  const problems: string[] = [];
  if (!/^[a-z0-9-]{1,40}$/.test(id))
    problems.push(`the id is ${JSON.stringify(id)}; allowed: 1 to 40 of a-z, 0-9 and -`);
  if (keywords.length === 0) problems.push('it has no keyword; name the text that its pattern starts with');
  for (const keyword of keywords)
    if (!/^[\0-~]{3,64}$/.test(keyword))
      problems.push(`a keyword is ${JSON.stringify(keyword)}; allowed: 3 to 64 characters of ASCII`);
  if (rest !== undefined && !isClass(rest))
    problems.push(`rest is ${JSON.stringify(rest)}; allowed: the inside of a character class, such as \\w-`);
  return problems;
}

function isClass(inside: string): boolean {
  try {
    return /^(?:[^\]\\]|\\.)+$/.test(inside) && new RegExp(`[${inside}]`).source !== '';
  } catch {
    return false;
  }
}

/** A pattern may look at this number of characters at one keyword, as `patternWork` estimates it: much more than it does. */
const mostWork = 3_000_000;

// With an empty alternative, an expression always matches.
const groups = ({ source }: RegExp): number =>
  (new RegExp(`${source}|`).exec('') as RegExpExecArray).length - 1;

function patternProblems({ pattern, block }: Rule): string[] {
  const { ahead, behind, nested } = patternLimits(pattern);
  const problems: string[] = [];
  if (nested)
    problems.push('the pattern repeats a group that repeats something; write it without a nested quantifier');
  if (ahead > windowAhead)
    problems.push(
      `the pattern looks ${ahead} characters ahead; at most ${windowAhead}: limit its quantifiers`,
    );
  if (behind > windowBehind)
    problems.push(
      `the pattern looks ${behind} characters back; at most ${windowBehind}: limit its quantifiers`,
    );
  if (problems.length === 0 && patternWork(pattern) > mostWork)
    problems.push('the pattern can match in too many ways; make neighbouring parts differ in how they start');
  if (groups(pattern) === 0 && !block)
    problems.push('the pattern has no capture group; put the secret into one');
  return problems;
}

const inMarks = /«([^»]*)»/g;

function exampleProblems(rule: Rule): string[] {
  const alone = [rule];
  const problems: string[] = [];
  if (rule.matches.length === 0 || rule.others.length === 0)
    problems.push('it needs at least one example that matches and one that does not');
  // Each example does not show the secret: examples of users may be real.
  for (const [index, example] of rule.matches.entries()) {
    const wanted = example.replace(inMarks, '«»');
    if (!example.includes('«')) problems.push(`example ${index + 1} of matches marks no secret with « and »`);
    else if (masked(alone, example.replace(inMarks, '$1')) !== wanted)
      problems.push(`example ${index + 1} of matches is not masked exactly between « and »`);
  }
  for (const [index, example] of rule.others.entries())
    if (masked(alone, example) !== example)
      problems.push(`example ${index + 1} of others is masked; it must stay unchanged`);
  return problems;
}

function masked(rules: readonly Rule[], text: string): string {
  return redactText(text, { rules }).replaceAll(/<secret:[a-z0-9-]+:[0-9a-f]{4}>/g, '«»');
}
