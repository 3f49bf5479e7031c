import { everyMask, shapes } from '@hostspec/host-kit';
import { available, HostspecError } from '@hostspec/spec';
import { countSteps } from './match/count-steps.js';
import { ownTexts } from './match/own-texts.js';
import { patternLimits, patternWork } from './match/pattern-limits.js';
import { type Rule, usualSteps, windowAhead, windowBehind } from './match/rule.js';
import { redactText } from './redactor.js';

type Refuse = (field: string, problem: string) => never;

const { shown } = shapes;

const required = ['id', 'keywords', 'pattern', 'matches', 'others'];
const optional = ['flags', 'entropy', 'allowed', 'rest'];

const longestPattern = 2000;
const longestText = 10_000;
const mostTexts = 100;

/**
 * Creates a rule from unchecked data, such as a user's file: `pattern` and `allowed` are strings, and `flags` (default `im`) applies to
 * both. Throws a `HostspecError` (`INVALID_OPTION`) that names the rule and the field, also for patterns that can take long and for
 * examples that fail.
 */
export function ruleOf(data: unknown): Rule {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new HostspecError(
      'INVALID_OPTION',
      `a rule is ${shown(data)}; allowed: an object with ${required.join(', ')}`,
      {
        value: data,
      },
    );
  const fields = data as Readonly<Record<string, unknown>>;
  const name = typeof fields.id === 'string' ? shown(fields.id) : 'without an id';
  const refuse: Refuse = (field, problem) => {
    throw new HostspecError('INVALID_OPTION', `rule ${name}: ${field} ${problem}`, {
      subject: typeof fields.id === 'string' ? fields.id : undefined,
      value: fields[field],
      at: [field],
    });
  };
  checkNames(fields, refuse);
  const flags = flagsOf(fields.flags, refuse);
  const rule: Rule = {
    id: textOf('id', fields.id, refuse),
    keywords: textsOf('keywords', fields.keywords, refuse),
    pattern: expressionOf('pattern', fields.pattern, flags, refuse),
    ...(fields.entropy !== undefined && { entropy: entropyOf(fields.entropy, refuse) }),
    ...(fields.allowed !== undefined && { allowed: allowedOf(fields.allowed, flags, refuse) }),
    ...(fields.rest !== undefined && { rest: textOf('rest', fields.rest, refuse) }),
    matches: textsOf('matches', fields.matches, refuse),
    others: textsOf('others', fields.others, refuse),
  };
  checkRules([rule]);
  const steps = patternWork(rule.pattern);
  if (steps > mostUserWork)
    refuse(
      'pattern',
      'can take long at each keyword; make neighbouring parts differ in how they start, or repeat less',
    );
  return { ...rule, steps };
}

function checkNames(fields: Readonly<Record<string, unknown>>, refuse: Refuse): void {
  const known = [...required, ...optional];
  for (const field of Object.keys(fields))
    if (!known.includes(field))
      refuse(shown(field), `is not a field of a rule; allowed: ${available(known, field)}`);
  for (const field of required) if (fields[field] === undefined) refuse(field, 'is missing');
}

function textOf(field: string, value: unknown, refuse: Refuse): string {
  return typeof value === 'string' ? value : refuse(field, `is ${shown(value)}; allowed: a string`);
}

function textsOf(field: string, value: unknown, refuse: Refuse): string[] {
  const allowed = `a list of up to ${mostTexts} strings`;
  if (!Array.isArray(value)) return refuse(field, `is ${shown(value)}; allowed: ${allowed}`);
  if (value.length > mostTexts) return refuse(field, `has ${value.length} entries; allowed: ${allowed}`);
  return value.map((each: unknown, index) => {
    if (typeof each !== 'string')
      return refuse(field, `has ${shown(each)} as entry ${index + 1}; allowed: ${allowed}`);
    // The error does not show the text: an example may be a real secret.
    if (each.length > longestText)
      return refuse(field, `has ${each.length} characters in entry ${index + 1}; at most ${longestText}`);
    return each;
  });
}

function flagsOf(value: unknown, refuse: Refuse): string {
  if (value === undefined) return 'im';
  if (typeof value === 'string' && /^(?:i?m?|mi)$/.test(value)) return value;
  return refuse(
    'flags',
    `is ${shown(value)}; allowed: i (without case), m (^ and $ at each line), both or none`,
  );
}

function entropyOf(value: unknown, refuse: Refuse): number {
  if (typeof value === 'number' && value >= 0 && value <= 8) return value;
  return refuse('entropy', `is ${shown(value)}; allowed: a number from 0 to 8`);
}

function expressionOf(field: string, value: unknown, flags: string, refuse: Refuse): RegExp {
  const source = textOf(field, value, refuse);
  if (source.length > longestPattern)
    return refuse(field, `has ${source.length} characters; at most ${longestPattern}`);
  try {
    return new RegExp(source, flags);
  } catch (error) {
    return refuse(field, `is not a regular expression: ${(error as Error).message}`);
  }
}

/**
 * Most characters that a user's pattern may read at one keyword, so that text full of keywords cannot delay a run: a character takes about
 * 15 ns. The rules of this package may exceed it, because tests measure them on real text.
 */
const mostUserWork = 10_000;

/** Most characters that `allowed` may read for one secret. */
const mostAllowedWork = 200_000;

function allowedOf(value: unknown, flags: string, refuse: Refuse): RegExp {
  const expression = expressionOf('allowed', value, flags, refuse);
  if (patternLimits(expression).nested)
    return refuse('allowed', 'repeats a group that repeats something; write it without a nested quantifier');
  const starts = expression.source.startsWith('^') ? 1 : windowAhead;
  if (patternWork(expression) * starts > mostAllowedWork)
    return refuse('allowed', 'can take too long; start it with ^, and limit its quantifiers');
  return expression;
}

/** Throws a `HostspecError` (`INVALID_OPTION`) that lists every problem of the rules, each with the id of its rule. */
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
    if (!/^[\0-\xff]{3,64}$/.test(keyword) || Buffer.from(keyword, 'latin1').toString().includes('\ufffd'))
      problems.push(
        `a keyword is ${JSON.stringify(keyword)}; allowed: 3 to 64 characters of ASCII, or bytes of UTF-8`,
      );
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

/** Most characters that a pattern may read at one keyword, by the high estimate of `patternWork`. */
const mostWork = 3_000_000;

// The empty alternative always matches, so the match has one entry for each group.
const groups = ({ source }: RegExp): number =>
  (new RegExp(`${source}|`).exec('') as RegExpExecArray).length - 1;

const costsTooMuch = (rule: Rule): boolean =>
  ownTexts(rule).some(
    ({ text, at }) => countSteps(rule.pattern, text, at).steps > (rule.steps ?? usualSteps),
  );

function patternProblems(rule: Rule): string[] {
  const { pattern, block } = rule;
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
  if (problems.length === 0 && costsTooMuch(rule))
    problems.push(
      `the pattern looks at more than ${rule.steps ?? usualSteps} characters at one of its keywords, repeated; begin with what is rare, and shorten the parts that look back`,
    );
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
  // The problems do not show examples: they may be real secrets.
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
  return redactText(text, { rules }).replaceAll(everyMask, '«»');
}
