import { fakeContext, fakeHost } from '@hostspec/testing';
import { describe, expect, it } from 'vitest';
import { parseIni } from './ini.js';
import { mssqlTlsCertFile } from './providers.js';

const path = '/var/opt/mssql/mssql.conf';
const evaluate = (text?: string) =>
  mssqlTlsCertFile.definition.evaluate(
    fakeContext(fakeHost({ files: text === undefined ? {} : { [path]: text } })),
  );

it('yields the certificate of section network', async () => {
  expect(
    await evaluate(`[sqlagent]
enabled = false
tlscert = /not/this.pem

; a comment: tlscert = /nor/this.pem
[network]
tlskey = /etc/ssl/private/mssql.key
tlscert = /old.pem
TLSCert = /etc/ssl/certs/mssql server.pem
tlsprotocols = 1.2
`),
  ).toBe('/etc/ssl/certs/mssql server.pem');
});

it('uses a default that applies to every section', async () => {
  expect(await evaluate('[DEFAULT]\ntlscert: /etc/d.pem\n[network]\n')).toBe('/etc/d.pem');
});

it.each([
  ['no such file', undefined, `${path}: no such file or directory`],
  ['an empty file', '', `${path} sets no tlscert in section network`],
  ['an empty value', '[network]\ntlscert =\n', `${path} sets no tlscert in section network`],
  [
    'a section in another letter case',
    '[Network]\ntlscert = /x\n',
    `${path} sets no tlscert in section network`,
  ],
  [
    'a relative path',
    '[network]\ntlscert = x.pem\n',
    `${path} sets tlscert to x.pem, which is not the absolute path of a regular file`,
  ],
  ['garbage', '\0\xff[[[\n]=\n===', `${path} sets no tlscert in section network`],
])('says why there is nothing: %s', async (_, text, reason) => {
  expect(await evaluate(text)).toEqual({
    nothing: reason,
    ...(text === undefined ? { status: 'absent' } : {}),
  });
});

describe('an INI file', () => {
  it('treats lines that begin with ; or # as comments', () => {
    const look = parseIni('[a]\n;x=1\n  # x=2\nx = 3;4 # 5\n; [b]\ny: 6\n');
    expect(look('a', 'x')).toBe('3;4 # 5');
    expect(look('a', 'X')).toBe('3;4 # 5');
    expect(look('a', 'y')).toBe('6');
    expect(look('a', ';x')).toBeUndefined();
    expect(look('b', 'y')).toBeUndefined();
  });

  it('applies options of [DEFAULT] to every existing section', () => {
    const look = parseIni('z=0\n[DEFAULT]\nx=1\n[a]\n[c]\nx=2\nx=3\n');
    expect(look('a', 'x')).toBe('1');
    expect(look('c', 'x')).toBe('3');
    expect(look('b', 'x')).toBeUndefined();
    expect(look('a', 'z')).toBeUndefined();
  });

  it('reads names and values up to the first sign, and leaves out lines without one', () => {
    const look = parseIni(' [a] \n  x  =  1=2:3  \nword\n= 5\nundefined\n');
    expect(look('a', 'x')).toBe('1=2:3');
    for (const name of ['word', '', 'undefined']) expect(look('a', name)).toBeUndefined();
  });
});
