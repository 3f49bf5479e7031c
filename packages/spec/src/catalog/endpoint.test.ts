import { describe, expect, test } from 'vitest';
import {
  checkEndpoint,
  compose,
  defineSetting,
  replaceEndpoint,
  simpleCommand,
  slice,
  splitWords,
} from '../index.js';

const url = 'http://169.254.169.254';

describe('replaceEndpoint', () => {
  const words = splitWords(
    '/usr/bin/curl -s -H "X-a: b" http://169.254.169.254/latest?x=1&y=2 --connect-timeout 5',
  );

  test('replaces scheme and host of the one argument that begins with them', () => {
    expect(replaceEndpoint(words, url, 'http://127.0.0.1:8000')).toEqual([
      ...words.slice(0, 4),
      'http://127.0.0.1:8000/latest?x=1&y=2',
      ...words.slice(5),
    ]);
  });

  test('a trailing slash of the value does not double', () => {
    expect(replaceEndpoint([`${url}/a`], url, 'http://[::1]:80/')).toEqual(['http://[::1]:80/a']);
  });

  test('an empty value changes nothing', () => {
    expect(replaceEndpoint(words, url, '')).toEqual(words);
  });

  test('a longer host is another host', () => {
    const longer = ['http://metadata.google.internal/x', 'http://metadata/y', 'http://metadata?z'];
    expect(replaceEndpoint(longer, 'http://metadata', 'http://a')).toEqual([
      'http://metadata.google.internal/x',
      'http://a/y',
      'http://a?z',
    ]);
  });
});

describe('checkEndpoint', () => {
  test.each(['', 'http://127.0.0.1', 'https://meta.example:8443', 'http://[fd00:ec2::254]', 'http://a/'])(
    'allows %j',
    (value) => {
      expect(checkEndpoint(value)).toBeUndefined();
    },
  );

  test.each([
    '127.0.0.1',
    'ftp://a',
    'http://a/b',
    'http://a?b',
    'http://u:p@a',
    'http://a b',
    'http://',
    'http://a\n',
    'http://a:99999',
    '--config',
  ])('refuses %j', (value) => {
    expect(checkEndpoint(value)).toMatch(/http or https URL without a path/);
  });
});

describe('the option endpoint', () => {
  const setting = defineSetting({ name: 'where', doc: 'Where to ask', default: '', check: checkEndpoint });
  const specs = (endpoint: { setting: string; url: string }) => ({
    answer: simpleCommand('/usr/bin/curl http://169.254.169.254/a', { doc: 'An answer', endpoint }),
  });
  const make = (endpoint: { setting: string; url: string }) =>
    compose(slice({ name: 'x', version: '1.0.0', specs: specs(endpoint), settings: [setting] }));

  test('names a setting of the catalog', () => {
    expect(make({ setting: 'where', url }).specs.answer.endpoint).toEqual({ setting: 'where', url });
    expect(() => make({ setting: 'wher', url })).toThrow(
      /spec answer needs setting wher .* did you mean where\?/,
    );
  });

  test('takes a URL without a path', () => {
    expect(() => make({ setting: 'where', url: `${url}/latest` })).toThrow(/endpoint/);
  });
});
