import { compose, replaceEndpoint, type Specs, splitWords } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { cloudMetadata, cloudMetadataA } from './index.js';

describe.each([
  ['B', compose(cloudMetadata).specs as Specs],
  ['A', compose(cloudMetadataA).specs as Specs],
])('variant %s', (_variant, specs) => {
  const requests = Object.entries(specs).flatMap(([name, spec]) =>
    spec.effects?.network && 'command' in spec && spec.command !== null ? [{ name, ...spec }] : [],
  );

  test('has requests to each cloud', () => {
    expect(new Set(requests.map(({ name }) => name.split('_')[0]))).toEqual(new Set(['aws', 'azure', 'gcp']));
  });

  test.each(requests)(
    '$name asks the endpoint of the setting, and nothing else',
    ({ name, command, endpoint }) => {
      expect(endpoint?.setting).toBe(`${name.split('_')[0]}_metadata_endpoint`);
      const words = splitWords(String(command));
      const moved = replaceEndpoint(words, endpoint?.url ?? '', 'http://127.0.0.1:9');
      expect(moved.filter((word, index) => word !== words[index])).toEqual([
        expect.stringMatching(/^http:\/\/127\.0\.0\.1:9\/\w/),
      ]);
      expect(moved.filter((word) => /^https?:/.test(word))).toHaveLength(1);
    },
  );
});
