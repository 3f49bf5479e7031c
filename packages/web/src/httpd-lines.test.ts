import { expect, it } from 'vitest';
import { parseHttpd } from './httpd-lines.js';

const directive = (name: string, ...words: string[]) => ({ kind: 'directive', name, words });

it('reads directives and sections, with names in lower case', () => {
  expect(
    parseHttpd('# no\n  Listen 443 https\r\n<VirtualHost *:443>\n\tSSLENGINE on\n</VirtualHost>\n'),
  ).toEqual([
    directive('listen', '443', 'https'),
    { kind: 'start', name: 'virtualhost', words: [] },
    directive('sslengine', 'on'),
    { kind: 'end', name: 'virtualhost', words: [] },
  ]);
});

it('joins continued lines, including those of a comment', () => {
  expect(parseHttpd('Include \\\n  conf.d/a.conf\n# Include \\\r\nconf.d/b.conf\nListen 80')).toEqual([
    directive('include', 'conf.d/a.conf'),
    directive('listen', '80'),
  ]);
});

it('keeps quoted words together, with their escapes', () => {
  expect(parseHttpd(String.raw`NSSNickname "My \"Own\" Cert" 'it''s' C:\dir\\x un"quoted`)).toEqual([
    directive('nssnickname', 'My "Own" Cert', 'it', 's', String.raw`C:\dir\\x`, 'un"quoted'),
  ]);
});

it('survives garbage', () => {
  expect(parseHttpd('')).toEqual([]);
  expect(parseHttpd('<\n<>\n</\n"\n\\')).toEqual([
    directive('<'),
    directive('<>'),
    { kind: 'start', name: '/', words: [] },
    directive('"'),
    directive('\\'),
  ]);
});
