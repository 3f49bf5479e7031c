import { available, HostspecError } from '@hostspec/spec';
import { checkRules } from './check-rules.js';
import { patternLimits } from './match/pattern-limits.js';
import { patternWork } from './match/pattern-work.js';
import { type Rule, windowAhead } from './match/rule.js';

/** Refuses a field of a rule. */
type Refuse = (field: string, problem: string) => never;

const required = ['id', 'keywords', 'pattern', 'matches', 'others'];
const optional = ['flags', 'entropy', 'allowed', 'rest'];

const longestPattern = 2000;
const longestText = 10_000;
const mostTexts = 100;

/**
 * Makes a rule from plain data that nobody checked, such as a file of a user: `pattern` and `allowed` are strings, and `flags` has the flags
 * of both, `im` by default. Throws a `HostspecError` (`INVALID_OPTION`) that names the rule and the field. Patterns that can take long are
 * refused, and so is a rule whose examples fail.
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
  if (patternWork(rule.pattern) > mostWork)
    refuse(
      'pattern',
      'can take long at each keyword; make neighbouring parts differ in how they start, or repeat less',
    );
  return rule;
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
    // An example may be real, so it is not shown.
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
 * A pattern looks at this number of characters at one keyword at most, so that text with nothing but keywords cannot hold up a run: each
 * character takes some 15 ns. The rules of this package may do more; their tests show how little they do.
 */
const mostWork = 10_000;

/** More characters than this are not looked at to see that a secret is allowed. */
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

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return JSON.stringify(typeof value === 'string' ? value.slice(0, 80) : value) ?? String(value);
}
