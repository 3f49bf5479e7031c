import { expect, it } from 'vitest';
import { rpmQueryFormat } from './rpm-query-format.js';

it('prints one JSON object for each package', () => {
  // rpm takes braces for its own and writes escaped ones as they are.
  const line = rpmQueryFormat.replace(/\\([{}])/g, '$1').replace(/\\n$/, '\n');
  expect(line).toMatch(/^\{.*\}\n$/);
  const fields = JSON.parse(line);
  expect(Object.keys(fields)).toContain('name');
  for (const [key, tag] of Object.entries(fields))
    expect(tag).toMatch(new RegExp(`^%\\{${key}(:\\w+)?\\}$`, 'i'));
});
