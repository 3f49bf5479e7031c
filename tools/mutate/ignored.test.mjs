import { expect, test } from 'vitest';
import { ignoredTexts } from './ignored.mjs';

const text = { type: 'StringLiteral', value: '' };
const list = { type: 'ArrayExpression', elements: [] };
const identifier = { type: 'Identifier' };
const call = (name) => ({ type: 'CallExpression', callee: { property: { name } } });

/** Whether the right side is ignored, after Stryker came to the expression and replaced the left one. */
const isIgnored = (left, right, operator = '??') => {
  const parent = { type: 'LogicalExpression', operator, left, right };
  const path = (node) => ({ node, isObjectProperty: () => false });
  ignoredTexts.shouldIgnore(path(parent));
  parent.left = { type: 'ConditionalExpression' };
  return ignoredTexts.shouldIgnore(path(right)) !== undefined;
};

test.each([
  ['an index', { type: 'MemberExpression', computed: true }, true],
  ['an index behind ?.', { type: 'OptionalMemberExpression', computed: true }, true],
  ['exec', call('exec'), true],
  ['at', call('at'), true],
  ['a property', { type: 'MemberExpression', computed: false }, false],
  ['another call', call('read'), false],
  ['an await', { type: 'AwaitExpression' }, false],
])('the empty default of %s is ignored, or not', (_what, left, ignored) => {
  expect(isIgnored(left, { ...text })).toBe(ignored);
  expect(isIgnored(left, { ...list })).toBe(ignored);
  expect(isIgnored(left, { ...text, value: 'x' })).toBe(false);
  expect(isIgnored(left, { ...list, elements: [identifier] })).toBe(false);
  expect(isIgnored(left, { ...text }, '||')).toBe(false);
});
