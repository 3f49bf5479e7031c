import { isObject } from './objects.js';
import { jsonShown } from './text.js';

/** Checks a JSON value: returns the problem, or undefined if there is none. `at` is the value's location. */
export type Shape = (value: unknown, at: string) => string | undefined;

/** A value that passes a test; `allowed` says which ones do. */
export function valueThat(allowed: string, test: (value: unknown) => boolean): Shape {
  return (value, at) => (test(value) ? undefined : `${at} is ${shown(value)}; allowed: ${allowed}`);
}

/** A string. */
export const text: Shape = valueThat('a string', (value) => typeof value === 'string');

/** A number. */
export const number: Shape = valueThat('a number', Number.isFinite);

/** A whole number, 0 or more. */
export const count: Shape = valueThat(
  'a whole number, 0 or more',
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
);

/** True or false. */
export const flag: Shape = valueThat('true or false', (value) => typeof value === 'boolean');

const latest = 8.64e15;

/** Milliseconds since the epoch that are a date. */
export const time: Shape = valueThat(
  'milliseconds since 1970',
  (value) => typeof value === 'number' && Math.abs(value) <= latest,
);

/** One of several strings. */
export function oneOf(values: readonly string[]): Shape {
  return valueThat(values.join(', '), (value) => typeof value === 'string' && values.includes(value));
}

/** A list whose entries all have one shape. */
export function listOf(entry: Shape): Shape {
  return (value, at) => {
    if (!Array.isArray(value)) return `${at} is ${shown(value)}; allowed: a list`;
    for (const [index, each] of value.entries()) {
      const problem = entry(each, `${at}[${index}]`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

/** An object with these keys; other keys are not looked at. A required key is required, even if it is also among the optional ones. */
export function objectOf(
  required: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  const all = [...Object.entries(required), ...Object.entries(optional)];
  return (value, at) => {
    if (!isObject(value)) return `${at} is ${shown(value)}; allowed: an object`;
    for (const [key, shape] of all) {
      if (!Object.hasOwn(value, key) && !Object.hasOwn(required, key)) continue;
      const problem = shape(Object.hasOwn(value, key) ? value[key] : undefined, `${at}.${key}`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

/** An object with these keys and no others. */
export function exactObjectOf(
  required: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  const known = objectOf(required, optional);
  const keys = [...Object.keys(required), ...Object.keys(optional)];
  return (value, at) => {
    const other = isObject(value) ? Object.keys(value).find((key) => !keys.includes(key)) : undefined;
    if (other === undefined) return known(value, at);
    return `${at} has the key ${jsonShown(other, 80)}; allowed: ${keys.join(', ')}`;
  };
}

/** An object whose values all have one shape. */
export function mapOf(entry: Shape): Shape {
  return (value, at) => {
    if (!isObject(value)) return `${at} is ${shown(value)}; allowed: an object`;
    for (const [key, each] of Object.entries(value)) {
      const problem = entry(each, `${at}.${key.slice(0, 80)}`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

/** A value in words that fit a message. */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  return jsonShown(value, 80);
}
