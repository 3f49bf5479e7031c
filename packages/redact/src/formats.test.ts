import { expect, test } from 'vitest';
import { redactText } from './index.js';
import { clean } from './testing/clean.js';
import { planted } from './testing/planted.js';

const secret = 'Zq9kW7x&<b>';
const escaped = 'Zq9kW7x&amp;&lt;b&gt;';
const maskForm = /__secret_[a-z_]+_[0-9a-f]{8}__/;

test.each([
  ['JSON with strings', `{"user":"bob","password":"${secret}","port":1}`],
  ['JSON with numbers', '{"user":"bob","password": 48151623,"port":1,"token":"a\\"b91"}'],
  ['JSON within a string', '{"msg":"{\\"password\\":48151623,\\"token\\":\\"a1b2c3d4\\"}"}'],
])('%s parses after masking', (_, text) => {
  const masked = JSON.parse(redactText(text));
  expect(JSON.stringify(masked)).toMatch(maskForm);
  expect(Object.keys(masked)).toEqual(Object.keys(JSON.parse(text)));
});

test.each([
  ['a plain scalar', 'db:\n  password: Zq9kW7x!\n  port: 1\n', /^db:\n {2}password: \w+\n {2}port: 1\n$/],
  ['quotes', "db:\n  password: 'Zq9: kW7x'\n  port: 1\n", /^db:\n {2}password: '\w+'\n {2}port: 1\n$/],
  [
    'a block',
    'db:\n  password: |\n    Zq9kW7x\n  port: 1\n',
    /^db:\n {2}password: \|\n {4}\w+\n {2}port: 1\n$/,
  ],
  ['a number', 'db:\n  password: 48151623\n  port: 1\n', /^db:\n {2}password: \w+\n {2}port: 1\n$/],
  [
    'names',
    '- name: DB_PASSWORD\n  value: Zq9kW7x\n- name: x\n',
    /^- name: DB_PASSWORD\n {2}value: \w+\n- name: x\n$/,
  ],
])('a mask in YAML with %s is a word in its place', (_, text, form) => {
  expect(redactText(text)).toMatch(form);
  expect(redactText(text)).toMatch(maskForm);
});

const elements = (xml: string): string[] =>
  [...xml.matchAll(/<(\/?[\w:.-]+)((?:\s+[\w:.-]+="[^"<>&]*(?:&\w+;[^"<>&]*)*")*)\s*\/?>/g)].map(
    ([, name = '']) => name,
  );

test.each([
  ['cib.xml', `<cib><nvpair id="f-passwd" name="passwd" value="${escaped}"/><x/></cib>`],
  ['libvirt', `<domain><graphics type="vnc" port="-1" passwd="${escaped}"/></domain>`],
  ['server.xml', `<Server><Connector port="8443" keystorePass="${escaped}"/></Server>`],
  ['text', `<settings><password>${escaped}</password><b/></settings>`],
])('XML such as that of %s keeps its elements, and no sign of the mask needs an escape', (_, text) => {
  const masked = redactText(text);
  expect(masked).toMatch(maskForm);
  expect(masked.replace(/=""|<[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!\w+;)/);
  expect(elements(masked)).toEqual(elements(text));
});

test.each([
  ['INI', 'password = Zq9#k;W7x', /^password = \w+$/],
  ['a shell', 'export DB_PASSWORD=Zq9kW7x', /^export DB_PASSWORD=\w+$/],
  [
    'a list of options',
    '//h/s /mnt cifs username=bob,password=Zq9kW7x,uid=0 0 0',
    /^\S+ \S+ cifs username=bob,password=\w+,uid=0 0 0$/,
  ],
])('a mask in %s is one word', (_, text, form) => {
  expect(redactText(text)).toMatch(form);
});

const key = Buffer.from('a key for tests');

test('masking again gives the same bytes, whatever is masked', () => {
  const corpora = [
    ...planted.map(({ line }) => line),
    planted.map(({ line }) => line).join('\n'),
    ...Object.values(clean),
  ];
  for (const text of corpora) {
    const once = redactText(text, { key });
    expect(redactText(once, { key })).toBe(once);
    expect(redactText(once, { key: Buffer.from('another key') })).toBe(once);
  }
});
