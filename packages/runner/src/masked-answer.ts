import type { Answer } from './request.js';

/** What in an answer is only for people to read. The rest names files, or decides something. */
const texts: ReadonlySet<string> = new Set([
  ...['reason', 'cut', 'notEntered', 'code'],
  ...['hostname', 'build', 'arch'],
]);

/** An answer in which the text for people is masked. */
export function maskedAnswer(answer: unknown, masked: (text: string) => string): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
  return Object.fromEntries(
    Object.entries(answer as Answer).map(([key, value]) => [
      key,
      texts.has(key) ? maskedData(value, masked) : value,
    ]),
  );
}

/** Data in which all text is masked, names of properties included. */
export function maskedData(value: unknown, masked: (text: string) => string): unknown {
  if (typeof value === 'string') return masked(value);
  if (Array.isArray(value)) return value.map((each) => maskedData(each, masked));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [masked(key), maskedData(each, masked)]),
  );
}
