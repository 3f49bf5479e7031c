import { expect, test } from 'vitest';
import { allRules, checkRules } from './index.js';

test('all rules are in form, and their examples hold', () => {
  expect(() => checkRules(allRules)).not.toThrow();
});
