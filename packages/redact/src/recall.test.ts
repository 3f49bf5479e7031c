import { expect, test } from 'vitest';
import { redactText } from './index.js';
import { canaryMark, planted, plantedMany } from './testing/planted.js';
import { missed } from './testing/planted-more.js';

const leaks = ({ line, canary }: { line: string; canary: string }) => redactText(line).includes(canary);

test('the planted secrets are of at least 131 kinds, each with its own value', () => {
  expect(planted.length).toBeGreaterThanOrEqual(131);
  expect(new Set(planted.map(({ kind }) => kind)).size).toBe(planted.length);
  expect(new Set(planted.map(({ canary }) => canary)).size).toBe(planted.length);
  for (const { line, canary } of planted) expect(line).toContain(canary);
});

test('exactly the kinds with a reason are missed', () => {
  expect(planted.filter(leaks).map(({ kind }) => kind)).toEqual(
    planted.map(({ kind }) => kind).filter((kind) => kind in missed),
  );
});

test('all kinds planted in one file are found as well', () => {
  const text = redactText(planted.map(({ line }) => line).join('\n'));
  expect(
    planted
      .filter(({ canary }) => text.includes(canary))
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(Object.keys(missed).sort());
});

test('no line is lost, and the text around a secret stays', () => {
  for (const { kind, line } of planted) {
    const redacted = redactText(line);
    expect(redacted.split(/\r?\n/).length, kind).toBe(line.split(/\r?\n/).length);
    if (line.startsWith('{') && isJson(line)) expect(isJson(redacted), kind).toBe(true);
  }
});

test('ten thousand secrets have a mark each', () => {
  const many = plantedMany(10_000);
  expect(new Set(many.map(({ canary }) => canary)).size).toBe(many.length);
  for (const { kind, line } of many) expect(line.match(canaryMark), kind).not.toBeNull();
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
