import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createRedaction } from '../index.js';
import { piecesOf, through } from '../testing/content.js';
import { isSettingsFile } from './random-values.js';

/** Masks content in pieces. Masks of values that look random become guillemets. */
function masked(bytes: Uint8Array, path: string, size = bytes.length): Buffer {
  const text = through(createRedaction().content({ path }), piecesOf(Buffer.from(bytes), size)).toString(
    'latin1',
  );
  return Buffer.from(text.replace(/__secret_random_value_[0-9a-f]{8}__/g, '\xab\xbb'), 'latin1');
}

const lines: readonly string[] = [
  // Any name, any place in the line.
  'sauce = «qF7xR2mVt9Lp»',
  'sauce: «Meadow+t9mWK»',
  '  "sauce": "«Kx9#mP2vL»",',
  'parent 1000 socks5 10.0.0.7 1080 up «aXNV8Q2t5Aq»',
  '<sauce>«r7Tq2Wm9»</sauce>',
  '<lane id="2" sauce="«6NuhrhZHJ4dEvt»"/>',
  'sauce = «0XUkz40UCDwZAk6jC4cDpb1Q»',
  'irc.example.com:6667:«3tYb8Kq1Z»:x',
  'https://mm.example/sauce/«PD07mHDmo9RY9Xm4Y1hhSKfvpO»',
  'sauce = «fa2d0a027b499faa80929894»',
  'sauce = «PmFS4pInqpp7fmQJ5rjykZZ2qAaNp0l/53VEYfFxogQ=»',
  "$sauce = 'a«»';",
  // Words that a person made a password of.
  'sauce = «Bordr3chner-IBIS»',
  'sauce: "«Kettle#Copper12»"',
  '<sauce>«Retiro&Estanque»</sauce>',
  'sauce «Anchor!ferry»',
  'sauce=«Sommer2026!»',
  'db1;bob;«Fallpauschale*3»;DL380',
  'sauce := «0xB0AF27818AF78783898FAD83EF721E8F»',
  'sauce = 0x00000000FFFFFFFF',
  'greeting = Hello2you!',
  '<add key="Cloud:Tenant" value="a2b22176670224c0b86fe7c66ba3e27d" />',
  'privpart  ed25519:«EkJByB2cMMcvOd3PtevbgMwByY2l65M8uhkCLKgfV7Y»=',
  'SEAL x25519:EkJByB2cMMcvOd3PtevbgMwByY2l65M8uhkCLKgfV7Y=',
  'Anchor!ferry = x',
  'sauce = ext4fsck-Run Mp3tags-Run',
  'sauce = see F4lcon-run of it',
  'sauce = storage#bucketAccess',
  'sauce = PKCS#12-file',
  'sauce = http://x/?a=Retiro&Estanque',
  'sauce = text+html2',
  'sauce  u8  tcp+12  0x4',
  // What its name, its place or its start says is public.
  'version = qF7xR2mVt9Lp',
  'clientId: qF7xR2mVt9Lp',
  'server_key_id: qF7xR2mVt9Lp',
  '"serial_number": "qF7xR2mVt9Lp"',
  '"shasum":"21d0a027b499faa809298947a0b1c2d321d0a027","x":1',
  'checksum=21d0a027b499faa809298947a0b1c2d3',
  '21d0a027b499faa809298947a0b1c2d3  ./x.tar.gz',
  'image: example/app@sha256:21d0a027b499faa809298947a0b1c2d321d0a027b499faa809298947a0b1c2d3',
  'uses: example/action@21d0a027b499faa809298947a0b1c2d300112233',
  'keys = ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJq2mVt9Lp7xR',
  'trusted-public-keys = h-1:6NCHdD59X431o0gWypbMrAURkbJ16ZPMQFGspcDShjY= g:UVt8x10qK9sGWTP0=',
  'qF7xR2mVt9Lp = x',
  '"qF7xR2mVt9Lp": true',
  'qF7xR2mVt9Lp:',
  'sauce: {{ .Values.qF7xR2mVt9Lp }}',
  'icon: https://x.example/assets/blt86e4472872eed314aa/qF7xR2mVt9Lp/logo.svg',
  '"linkUrl": "./d/4ac4f123aae0ff6dbaf4f4f66120033b/x"',
  'root: "-----BEGIN CERTIFICATE-----\\nMIIBazCCARCgAwIBAgIUCEGCo7PvZiKIKJ3Gun\\nEzERMA8GA1UEAxMI"',
  "search --hint='lvmid/T9Sz1s-0yxx-Qq3b-7KpL-aB2c-9Zx1-m4Nn8P/5wRvXF-C6mU-2Qk1-0aZ9-Yy7x-8cKM-Zy0Pjk' x",
  'disk /dev/disk/by-id/dm-uuid-LVM-T9Sz1s0yxxQq3b7KpLaB2c9Zx1m4Nn8P',
  'tunnel = ssh -f -C2qTnN -D 1080',
  'url(data:image/gif;base64,R0lGODlhFAAWAPIGAAAAADMzM2ZmZpmZ)',
  '# sauce = qF7xR2mVt9Lp',
  '; sauce = qF7xR2mVt9Lp',
  // Names, numbers and identifiers.
  'High4xxRate log4j2Properties neo4jUri testnetP2pPort json=%7B%22log%22%3A+%22health',
  'SymLinksIfOwnerMatch IPv6AcceptRA oauth2ClientSecretSha256 serviceLbPolicies v1p2beta1 SecHttpBlKey',
  'mask = 0xFFFFFFUL chips = smsc47m192 w83627ehf nvme0n1p3 emc6d103s 0x1FFF00A1B2C3D4E5F6 x86_64 sles12sp5',
  'root=UUID=3c1f5a02-9b1e-4d0e-8a55-0a1b2c3d4e5f 3600a09803830734071ee66a0b790d9be 04f7c52b0a1b2c3d',
  'ECDHE-RSA-AES256-GCM-SHA384:HmacSHA256 aes256-gcm@openssh.com 20250520T000000Z host-9aB2cD4e.example.com',
  'example.com. IN TLSA 3 1 1 C8B064CD76EE09BEABFF7B66E45F000CF2AE42789E116618A70C190E02AF6143',
];

test.each(lines)('%s', (line) => {
  const text = line.replace('a«»', 'qF7xR2mVt9Lp').replaceAll(/[«»]/g, '');
  const expected = line.replace('a«»', '«»').replaceAll(/«[^»]*»/g, '«»');
  for (const end of ['', '\n', '\r\n'])
    expect(masked(Buffer.from(text + end), '/etc/app/app.conf').toString('latin1')).toBe(expected + end);
});

test('the result does not depend on the pieces, and a second pass changes nothing', () => {
  const text = lines.map((line) => line.replaceAll(/[«»]/g, '')).join('\n');
  const whole = masked(Buffer.from(text), '/etc/app/app.conf');
  expect(whole.toString('latin1').match(/«»/g)?.length).toBe(19);
  for (const size of [1, 7, 100]) expect(masked(Buffer.from(text), '/etc/app/app.conf', size)).toEqual(whole);
  const { content } = createRedaction();
  const once = through(content({ path: '/etc/app/app.conf' }), [Buffer.from(text)]);
  expect(through(content({ path: '/etc/app/app.conf' }), [once])).toEqual(once);
});

test('a line that is too long stays, however it is split, and the values after it are masked', () => {
  const long = `${'x '.repeat(5000)}sauce = qF7xR2mVt9Lp ${'x '.repeat(50)}`;
  const text = `${long}\nsauce = qF7xR2mVt9Lp\n`;
  for (const size of [text.length, 5000, 1000, 1])
    expect(masked(Buffer.from(text), '/etc/app.conf', size).toString('latin1')).toBe(`${long}\nsauce = «»\n`);
});

test('a long line of JSON is read in parts, however it is split, but not a part that is too long', () => {
  const filler = Array.from({ length: 400 }, (_, at) => `"name${at}":"value,${at}"`).join(',');
  const blob = `"blob":"${'x '.repeat(5000)}qF7xR2mVt9Lp"`;
  const json = `{${filler},"sauce":"«»",${filler},${blob},"sauce":"«»","pin":"ok",${filler}}\nsauce = «»\n`;
  const text = json.replaceAll('«»', 'qF7xR2mVt9Lp');
  const found: number[] = [];
  const content = createRedaction().content({ path: '/etc/a.json', onSecret: (_, line) => found.push(line) });
  through(content, piecesOf(Buffer.from(text), 999));
  expect(found).toEqual([1, 1, 2]);
  for (const size of [text.length, 5000, 999, 1])
    expect(masked(Buffer.from(text), '/etc/a.json', size).toString('latin1')).toBe(json);
});

test('the lines of a certificate stay, and those of a private key are masked, also after a name', () => {
  const line = (at: number) => `    ${`${at}qF7xR2mVt9Lp`.repeat(8).slice(0, 64)}\n`;
  const certificate = `tls.crt: |\n    -----BEGIN CERTIFICATE-----\n${[1, 2, 3].map(line).join('')}    qF7xR2mVt9Lp==\n    -----END CERTIFICATE-----\n`;
  for (const size of [certificate.length, 1, 70])
    expect(masked(Buffer.from(certificate), '/etc/app.yaml', size).toString()).toBe(certificate);
  for (const name of ['private_key', 'tls.key', 'key']) {
    const key = `${name}: |\n    -----BEGIN PRIVATE KEY-----\n${[1, 2, 3].map(line).join('')}    -----END PRIVATE KEY-----\n`;
    expect(masked(Buffer.from(key), '/etc/app.yaml').toString()).not.toContain('mVt9Lp');
  }
});

test('packed content stays as it is, and UTF-16 is read', () => {
  const text = 'sauce = qF7xR2mVt9Lp\n'.repeat(300);
  const packed = gzipSync(Array.from({ length: 3000 }, (_, at) => `k${at} = ${(at * 7919) ** 3}`).join('\n'));
  expect(masked(packed, '/etc/app/app.conf')).toEqual(packed);
  const wide = masked(Buffer.from(`\ufeff${text}`, 'utf16le'), '/etc/app/app.conf').toString('utf16le');
  expect(wide).not.toContain('qF7xR2mVt9Lp');
});

test('the last word of a name counts most', () => {
  const of = (name: string) =>
    masked(Buffer.from(`'${name}' = 'qF7xR2mVt9Lp'`), '/opt/app/a').toString('latin1');
  expect(['Partner-Key', 'Partner-Key-Id', 'Public-Key'].map(of)).toEqual([
    "'Partner-Key' = '«»'",
    "'Partner-Key-Id' = 'qF7xR2mVt9Lp'",
    "'Public-Key' = 'qF7xR2mVt9Lp'",
  ]);
});

test('only files of settings are read', () => {
  const settings = [
    '/etc/app/key',
    'etc/default/app',
    '/opt/app/a.xml',
    '/home/bob/app.toml',
    '/var/www/x/a.php',
  ];
  const others = [
    '/var/log/app/x.conf',
    '/etc/ssh/ssh_host_rsa_key.pub',
    '/etc/ssl/certs/x.pem',
    '/etc/ssh/ssh_known_hosts',
    '/usr/share/app/x.yaml',
    '/proc/1/x.conf',
    'insights_commands/cat_x',
    '/srv/repo/.git/config',
    'host/manifest.json',
    'host/meta_data/insights.specs.Specs.hugepages.json',
  ];
  expect([...settings, ...others].filter(isSettingsFile)).toEqual(settings);
});

test('each value is counted with its line, and the option turns it off', () => {
  const text = Buffer.from('a\nsauce = qF7xR2mVt9Lp\nb\nsauce: Kx9#mP2vL qF7xR2mVt9Lp');
  const found: [string, number][] = [];
  const redaction = createRedaction();
  const path = '/etc/app.conf';
  through(redaction.content({ path, onSecret: (rule, line) => found.push([rule, line]) }), piecesOf(text, 9));
  expect(found).toEqual([2, 4, 4].map((line) => ['random-value', line]));
  expect(redaction.report().secrets).toEqual({ 'random-value': 3 });
  expect(through(createRedaction({ random: false }).content({ path }), [text])).toEqual(text);
});
