import { expect, test } from 'vitest';
import { filledSentences, unknownValue } from './sentence.js';

const known: Readonly<Record<string, string>> = { issuer: 'CN = a. B', size: '1 GiB' };
const value = (name: string): string => known[name] ?? unknownValue;

test.each([
  ['Clients refuse it. It was issued by {issuer}.', 'Clients refuse it. It was issued by CN = a. B.'],
  ['Clients refuse it. It was issued by {other}.', 'Clients refuse it.'],
  ['{other} of {size}. Its size is {size}. {other|FILE} is it.', 'Its size is 1 GiB. FILE is it.'],
  ['{other} free of {size}.', undefined],
])('%j leaves out a sentence with a value that is not known', (sentences, says) => {
  expect(filledSentences(sentences, value)).toBe(says);
});
