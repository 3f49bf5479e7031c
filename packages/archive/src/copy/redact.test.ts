import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Outcome, Redaction } from '@hostspec/spec';
import { needs } from '@hostspec/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import {
  type ArchiveLimits,
  archiveSink,
  formats,
  type ManifestChange,
  openArchive,
  openInput,
  openStream,
  type RedactOptions,
  redactInput,
  verifyArchive,
} from '../index.js';
import { fsWithRoom } from '../testing/failing-disk.js';
import { command, file, runOf } from '../testing/run.js';
import { type TarMember as Member, renameMember, tarOf } from '../testing/tar.js';

afterEach(() => {
  vi.doUnmock('node:fs');
});

const secret = /SECRET\d+/g;
const masked = (text: string): string => text.replaceAll(secret, '__secret_test_00000000__');

/** A redaction that masks SECRET with a number. */
const redaction: Redaction = {
  text: masked,
  content() {
    const pieces: Buffer[] = [];
    let count = 0;
    return {
      push(piece) {
        pieces.push(Buffer.from(piece));
        return new Uint8Array();
      },
      end() {
        const text = Buffer.concat(pieces).toString('latin1');
        count = text.match(secret)?.length ?? 0;
        return Buffer.from(masked(text), 'latin1');
      },
      masked: () => (count > 0 ? { test: count } : {}),
    };
  },
};

const deep = <T>(value: T): T => JSON.parse(masked(JSON.stringify(value)));
const change: ManifestChange = { head: deep, outcome: (outcome: Outcome) => deep(outcome) };

interface Redacted {
  readonly path: string;
  readonly masked: Record<string, number>;
  readonly left: string[];
  readonly closed: string[];
}

async function redact(
  input: string,
  output: string,
  { redaction: by = redaction, ...options }: Partial<RedactOptions> & { readonly redaction?: Redaction } = {},
  limits: Partial<ArchiveLimits> = {},
): Promise<Redacted> {
  const result: Omit<Redacted, 'path'> = { masked: {}, left: [], closed: [] };
  const opened = await openInput(input, { limits });
  try {
    const path = await redactInput(opened, {
      change: () => ({ redaction: by, manifest: change }),
      output: { path: output },
      counted(counts) {
        for (const [rule, count] of Object.entries(counts))
          result.masked[rule] = (result.masked[rule] ?? 0) + count;
      },
      left: (member) => void result.left.push(`${member.path}: ${member.reason}`),
      closed: (member) => void result.closed.push(`${member.path}: ${member.reason}`),
      ...options,
    });
    return { path, ...result };
  } finally {
    await opened.close();
  }
}

async function redactTar(members: readonly Member[], name = 'out.tar', limits: Partial<ArchiveLimits> = {}) {
  const parent = temporaryDirectory();
  const input = join(parent, 'in.tar');
  writeFileSync(input, await tarOf(members));
  return { parent, ...(await redact(input, join(parent, name), {}, limits)) };
}

async function contentsOf(path: string): Promise<Record<string, string>> {
  const archive = await openArchive(path);
  const files = await Promise.all(
    [...archive.files].map(
      async ([name, each]) => [name, Buffer.from(await each.read()).toString()] as const,
    ),
  );
  await archive.close();
  return Object.fromEntries(files);
}

describe('a tar', () => {
  const modified = new Date(1_600_000_000_000);
  const owner = { uid: 1000, gid: 1001, uname: 'bob', gname: 'SECRET9' };
  const long = `${'d'.repeat(90)}/${'e'.repeat(90)}/SECRET3`;
  const members: Member[] = [
    { name: 'top/', type: 'directory', mode: 0o751, mtime: modified, ...owner },
    { name: 'top/a', content: 'x SECRET1 y', mode: 0o4640, mtime: modified, ...owner },
    { name: 'top/SECRET2', content: 'name' },
    { name: `top/${long}`, content: 'long' },
    { name: 'top/link', type: 'symlink', linkname: '/etc/SECRET4' },
    { name: 'top/hard', type: 'link', linkname: 'top/SECRET2' },
    { name: 'top/device', type: 'character-device', devmajor: 1, devminor: 3 },
    { name: 'top/log.gz', content: gzipSync('one\nSECRET5\n') },
  ];

  test('has no secret in contents, names and targets, and everything else is as before', async () => {
    const { path, masked: counts, left } = await redactTar(members);
    const raw = readFileSync(path, 'latin1');
    expect(raw).not.toMatch(secret);
    expect(left).toEqual(['top/device: it is a character device']);
    expect(counts).toEqual({ test: 6 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const { extract } = await import('tar-stream');
    const headers: object[] = [];
    for await (const entry of Readable.from([readFileSync(path)]).pipe(extract())) {
      const { name, type, mode, mtime, uid, gid, uname, gname, linkname } = entry.header;
      headers.push({ name, type, mode, mtime, uid, gid, uname, gname, linkname });
      entry.resume();
    }
    const mask = '__secret_test_00000000__';
    const own = { uid: 1000, gid: 1001, uname: 'bob', gname: mask, mtime: modified };
    expect(headers).toMatchObject([
      { name: 'top/', type: 'directory', mode: 0o751, ...own },
      { name: 'top/a', type: 'file', mode: 0o4640, ...own },
      { name: `top/${mask}` },
      { name: `top/${masked(long)}` },
      { name: 'top/link', type: 'symlink', linkname: `/etc/${mask}` },
      { name: 'top/hard', type: 'link', linkname: `top/${mask}` },
      { name: 'top/log.gz' },
    ]);
    const contents = await openArchive(path);
    expect(gunzipSync((await contents.find('log.gz')?.read()) ?? '').toString()).toBe(`one\n${mask}\n`);
    await contents.close();
  });

  test('becomes a tar.gz unless the name says otherwise, whatever it was compressed with', async () => {
    const parent = temporaryDirectory();
    writeFileSync(join(parent, 'in.tar.gz'), gzipSync(await tarOf(members)));
    const { path } = await redact(join(parent, 'in.tar.gz'), join(parent, 'out'));
    expect(gunzipSync(readFileSync(path)).toString('latin1')).not.toMatch(secret);
    expect(Object.keys(await contentsOf(path))).toHaveLength(4);
  });

  needs('xz')('that xz packed is read', async () => {
    const parent = temporaryDirectory();
    writeFileSync(join(parent, 'in.tar'), await tarOf(members));
    execFileSync('xz', [join(parent, 'in.tar')]);
    const { path } = await redact(join(parent, 'in.tar.xz'), join(parent, 'out.tar'));
    expect(readFileSync(path, 'latin1')).not.toMatch(secret);
    expect(Object.keys(await contentsOf(path))).toHaveLength(4);
  });

  test('in a tar, and one in gzip, are opened and packed again', async () => {
    const inner = await tarOf([{ name: 'SECRET1', content: 'SECRET2 and more' }]);
    const { path, masked: counts } = await redactTar([
      { name: 'inner.tar', content: inner },
      { name: 'inner.tar.gz', content: gzipSync(inner) },
    ]);
    expect(counts).toEqual({ test: 4 });
    const archive = await openArchive(path);
    for (const [name, unpack] of [
      ['inner.tar', (bytes: Uint8Array) => bytes] as const,
      ['inner.tar.gz', gunzipSync] as const,
    ]) {
      const at = join(temporaryDirectory(), name);
      writeFileSync(at, unpack((await archive.find(name)?.read()) ?? new Uint8Array()));
      expect(await contentsOf(at)).toEqual({ __secret_test_00000000__: '__secret_test_00000000__ and more' });
    }
    await archive.close();
  });

  test('keeps names apart that masks make the same, and names that are not UTF-8', async () => {
    const bytes = await tarOf([
      { name: 'SECRET1', content: '1' },
      { name: 'SECRET2', content: '2' },
      { name: 'b?', content: '3' },
    ]);
    renameMember(bytes, 2048, 'b\xff');
    const parent = temporaryDirectory();
    writeFileSync(join(parent, 'in.tar'), bytes);
    const { path } = await redact(join(parent, 'in.tar'), join(parent, 'out.tar'));
    expect(await contentsOf(path)).toEqual({
      __secret_test_00000000__: '1',
      '__secret_test_00000000__~2': '2',
      'b\udcff': '3',
    });
  });

  test('what cannot be unpacked is left out and named, and the rest is there', async () => {
    const whole = gzipSync('SECRET1'.repeat(1000));
    const deep = gzipSync(gzipSync(gzipSync(gzipSync('SECRET4'))));
    const { path, left, closed } = await redactTar([
      { name: 'cut.gz', content: whole.subarray(0, 20) },
      { name: 'bad.gz', content: Buffer.alloc(1_000_000, gzipSync('').subarray(0, 4)) },
      { name: 'cut.tar', content: (await tarOf([{ name: 'a', content: 'SECRET2' }])).subarray(0, 600) },
      { name: 'b.xz', content: Buffer.from('fd377a585a0000', 'hex') },
      { name: 'b.xz.gz', content: gzipSync(Buffer.from('fd377a585a0000', 'hex')) },
      { name: 'deep.gz', content: deep },
      { name: 'c', content: 'SECRET3' },
    ]);
    expect(left).toEqual([
      'cut.gz: it is truncated: its end is missing; copy or download it again',
      expect.stringMatching(/^bad\.gz: it is damaged, as gzip says: \w/),
      expect.stringMatching(/^cut\.tar: it cannot be read: cannot read cut\.tar: it is truncated/),
      'b.xz: it is packed by xz, so nothing in it could be masked',
      'b.xz.gz: it is packed by xz, so nothing in it could be masked',
      'deep.gz: it is packed by gzip, so nothing in it could be masked',
    ]);
    expect(closed).toEqual([]);
    expect(Object.keys(await contentsOf(path))).toEqual(['c']);
    expect(readFileSync(path, 'latin1')).not.toMatch(secret);
  });

  test('of insights-core loses what is denied, with the reason', async () => {
    const parent = temporaryDirectory();
    const members = [
      { name: 'host/insights_archive.txt' },
      { name: 'host/data/etc/a', content: 'a' },
      { name: 'host/data/etc/SECRET1', content: 'x' },
      { name: 'host/meta_data/insights.specs.Specs.a.json', content: '{}' },
      { name: 'host/meta_data/insights.specs.Specs.b.json', content: '{}' },
    ];
    writeFileSync(join(parent, 'in.tar'), await tarOf(members));
    const denials = {
      spec: (name: string) => (name === 'b' ? 'no b' : undefined),
      file: () => undefined,
      command: () => undefined,
      member: (path: string) => (path.startsWith('etc/SECRET') ? 'no secrets' : undefined),
    };
    const { path, left } = await redact(join(parent, 'in.tar'), join(parent, 'out.tar'), {
      change: () => ({ redaction, manifest: change, denials }),
    });
    expect(left).toEqual([
      'host/data/etc/__secret_test_00000000__: no secrets',
      'host/meta_data/insights.specs.Specs.b.json: no b',
    ]);
    const raw = readFileSync(path, 'latin1');
    expect(raw).toContain('host/data/etc/a');
    expect(raw).toContain('Specs.a.json');
    expect(raw).not.toMatch(/SECRET1|Specs\.b/);
  });

  test('metadata of insights-core name a path as its member, even if it shows no secret as a whole', async () => {
    const parent = temporaryDirectory();
    const object = { relative_path: 'etc/SECRET1', rc: null };
    const results = { type: 'insights.core.spec_factory.TextFileProvider', object };
    const metadata = JSON.stringify({ name: 'insights.specs.Specs.a', errors: [], results });
    const members = [
      { name: 'host/insights_archive.txt' },
      { name: 'host/data/etc/SECRET1', content: 'x' },
      { name: 'host/meta_data/insights.specs.Specs.a.json', content: metadata },
    ];
    writeFileSync(join(parent, 'in.tar'), await tarOf(members));
    const alone: Redaction = {
      text: (text) => text.replaceAll(/(?<!\/)SECRET\d/g, 'mask'),
      content: () => ({ push: (piece) => piece, end: () => new Uint8Array(), masked: () => ({}) }),
    };
    const { path } = await redact(join(parent, 'in.tar'), join(parent, 'out.tar'), { redaction: alone });
    const archive = await openArchive(path);
    expect(archive.items('a').map(({ record }) => record.path)).toEqual(['etc/mask']);
    await archive.close();
  });

  test('each content is masked by its path, also inside another one', async () => {
    const parent = temporaryDirectory();
    const inner = await tarOf([{ name: 'etc/munge/munge.key', content: 'x' }]);
    const outer = [
      { name: 'sos/sos_commands/date', content: 'x' },
      { name: 'sos/inner.tar', content: inner },
    ];
    writeFileSync(join(parent, 'in.tar'), await tarOf(outer));
    const paths: (string | undefined)[] = [];
    const noting: Redaction = {
      ...redaction,
      content(origin) {
        paths.push(origin?.path);
        return redaction.content();
      },
    };
    await redact(join(parent, 'in.tar'), join(parent, 'out.tar'), { redaction: noting });
    expect(paths).toEqual(['sos/sos_commands/date', 'sos/inner.tar: etc/munge/munge.key']);
  });
});

describe('an output', () => {
  const small: Member[] = [{ name: 'a', content: 'SECRET1' }];

  test.each<[string, Buffer | (() => Promise<Buffer>), Partial<ArchiveLimits>, string]>([
    ['a truncated tar', async () => (await tarOf(small)).subarray(0, 515), {}, 'it is truncated'],
    [
      'a bomb',
      async () => tarOf([{ name: 'a.gz', content: gzipSync(Buffer.alloc(1e6)) }]),
      { bytes: 1e5 },
      'limit bytes',
    ],
    [
      'a cut gzip file',
      gzipSync('SECRET1'.repeat(1000)).subarray(0, 20),
      {},
      'it is truncated: its end is missing',
    ],
  ])('of %s is nowhere', async (_, content, limits, message) => {
    const parent = temporaryDirectory();
    writeFileSync(join(parent, 'in'), typeof content === 'function' ? await content() : content);
    const run = redact(join(parent, 'in'), join(parent, 'out'), {}, limits);
    await expect(run).rejects.toMatchObject({
      code: 'INVALID_ARCHIVE',
      message: expect.stringContaining(message),
    });
    expect(readdirSync(parent)).toEqual(['in']);
  });

  test.each(['tar', 'directory', 'file', 'archive'])(
    'of a %s disappears at once with a signal',
    async (form) => {
      const parent = temporaryDirectory();
      const input = join(parent, 'in');
      if (form === 'tar') writeFileSync(input, await tarOf(small));
      else if (form === 'file') writeFileSync(input, 'SECRET1');
      else if (form === 'archive')
        await runOf(archiveSink('ndjson', { path: input }), { a: [file('/etc/a', 'SECRET1')] });
      else {
        mkdirSync(input);
        writeFileSync(join(input, 'a'), 'SECRET1');
      }
      const before = readdirSync(parent);
      const controller = new AbortController();
      const seen: string[][] = [];
      const content = () => {
        const inner = redaction.content();
        return {
          ...inner,
          push(piece: Uint8Array) {
            seen.push(readdirSync(parent));
            controller.abort('interrupted');
            seen.push(readdirSync(parent));
            return inner.push(piece);
          },
        };
      };
      const options = { redaction: { ...redaction, content }, signal: controller.signal };
      await expect(redact(input, join(parent, 'out'), options)).rejects.toThrow();
      const [during, after] = seen;
      expect(during).toHaveLength(before.length + 1);
      expect(after).toEqual(before);
      expect(readdirSync(parent)).toEqual(before);
    },
  );

  test('is never the input, in it, or in place of something else', async () => {
    const parent = temporaryDirectory();
    const input = join(parent, 'in');
    mkdirSync(input);
    writeFileSync(join(input, 'a'), 'SECRET1');
    writeFileSync(join(parent, 'other'), 'mine');
    symlinkSync('other', join(parent, 'link'));
    linkSync(join(input, 'a'), join(parent, 'same'));
    const refused = async (from: string, to: string, message: string) =>
      expect(
        redact(join(parent, from), join(parent, to), { output: { path: join(parent, to), force: true } }),
      ).rejects.toMatchObject({
        code: 'INVALID_OPTION',
        message: expect.stringContaining(message),
      });
    await refused('in', 'b'.repeat(300), 'is too long: the name has 300 bytes');
    await refused('in', 'in', 'is the input');
    await refused('in', 'in/out', 'is in the input');
    await refused('in/a', 'in/a', 'is the input');
    await refused('in/a', 'same', 'is the input');
    await refused('in/a', 'link', 'is a symbolic link');
    await refused('in', 'other', 'is not a directory');
    await expect(redact(join(input, 'a'), join(parent, 'other'))).rejects.toThrow(
      'is a file of 4 bytes that is not',
    );
    expect(readFileSync(join(parent, 'other'), 'utf8')).toBe('mine');
    expect(readFileSync(join(input, 'a'), 'utf8')).toBe('SECRET1');
    mkdirSync(join(parent, 'open'));
    chmodSync(join(parent, 'open'), 0o777);
    await refused('in', 'open/out', 'can be written to by everybody');
  });
});

describe('a directory', () => {
  test('becomes a directory, and nothing is written through its links', async () => {
    const parent = temporaryDirectory();
    const input = join(parent, 'in');
    const outside = join(parent, 'outside');
    mkdirSync(join(input, 'SECRET1/empty'), { recursive: true });
    mkdirSync(outside);
    writeFileSync(join(input, 'SECRET1/SECRET2'), 'SECRET3');
    utimesSync(join(input, 'SECRET1/SECRET2'), 1000, 2000);
    symlinkSync(outside, join(input, 'link'));
    symlinkSync('/etc/SECRET4', join(input, 'target'));
    execFileSync('mkfifo', [join(input, 'fifo')]);
    const { path, left, masked: counts } = await redact(input, join(parent, 'out'));
    const mask = '__secret_test_00000000__';
    expect(readdirSync(path, { recursive: true }).sort()).toEqual(
      [mask, `${mask}/${mask}`, `${mask}/empty`, 'link', 'target'].sort(),
    );
    expect(readFileSync(join(path, mask, mask), 'utf8')).toBe(mask);
    expect(statSync(join(path, mask, mask))).toMatchObject({ mtimeMs: 2_000_000 });
    expect(statSync(join(path, mask, mask)).mode & 0o777).toBe(0o600);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(readlinkSync(join(path, 'link'))).toBe(outside);
    expect(readlinkSync(join(path, 'target'))).toBe(`/etc/${mask}`);
    expect(readdirSync(outside)).toEqual([]);
    expect(left).toEqual(['fifo: it is not a file, directory or link']);
    expect(counts).toEqual({ test: 6 });
  });
});

describe.each(formats)('an archive of hostspec as %s', (format) => {
  const made = async (parent: string) =>
    await runOf(archiveSink(format, { path: join(parent, 'in'), top: 'host' }), {
      a: [file('/etc/a', 'SECRET1\n'), file('/etc/SECRET2', 'x')],
      b: [command('mysql -pSECRET3', 'SECRET4'.repeat(3))],
      c: [file('/var/log/c.gz', gzipSync('SECRET5'))],
      d: [],
    });

  test('loses what is packed and not opened, unless it is raw', async () => {
    const parent = temporaryDirectory();
    const packed = Buffer.from('504b0304deadbeef', 'hex');
    const { path: input } = await runOf(archiveSink(format, { path: join(parent, 'in'), top: 'host' }), {
      a: [file('/srv/a.zip', packed)],
      b: [file('/srv/b.zip', packed, { raw: true })],
    });
    const { path, closed } = await redact(input, join(parent, 'out'));
    expect(await verifyArchive(path)).toEqual([]);
    const archive = await openArchive(path);
    expect(archive.outcomes.get('a')).toMatchObject({
      status: 'denied',
      reason: 'left out: it is packed by zip, so nothing in it could be masked',
      items: [],
    });
    expect([...archive.files.keys()]).toEqual(['srv/b.zip']);
    expect(closed).toEqual(['srv/b.zip: it is packed by zip, which is not opened here']);
    await archive.close();
  });

  test('stays a sound one, and says what was masked', async () => {
    const parent = temporaryDirectory();
    const { path: input } = await made(parent);
    const { path, left } = await redact(input, join(parent, 'out'));
    expect(left).toEqual([]);
    expect(await verifyArchive(path)).toEqual([]);
    const archive = await openArchive(path);
    const all = [...archive.files.entries(), ...archive.own.entries()];
    for (const [name, each] of all) {
      const bytes = Buffer.from(await each.read());
      const text = name.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString();
      expect(`${name} ${text}`).not.toMatch(secret);
    }
    expect(JSON.stringify(archive.manifest)).not.toMatch(secret);
    expect([...archive.outcomes.values()].map(({ items }) => items.map((item) => item.masked))).toEqual([
      [{ test: 1 }, undefined],
      [{ test: 3 }],
      [{ test: 1 }],
      [],
    ]);
    expect(archive.outcomes.get('a')?.items.map((item) => item.path)).toEqual([
      'etc/a',
      'etc/__secret_test_00000000__',
    ]);
    await archive.close();
    const again = await redact(path, join(parent, 'again'));
    expect(again.masked).toEqual({});
    const twice = await openArchive(again.path);
    expect(twice.outcomes.get('b')?.items[0]?.masked).toEqual({ test: 3 });
    await twice.close();
  });

  test('is refused if its content does not match its manifest', async () => {
    const parent = temporaryDirectory();
    const { path: input } = await made(parent);
    if (format === 'directory') writeFileSync(join(input, 'data/etc/a'), 'TECRET1\n');
    else {
      const file = readFileSync(input);
      const isPacked = file[0] === 0x1f;
      const bytes = isPacked ? gunzipSync(file) : file;
      const before = format === 'ndjson' ? '"' : '';
      bytes.write(`${before}T`, bytes.indexOf(`${before}SECRET1`));
      writeFileSync(input, isPacked ? gzipSync(bytes) : bytes);
    }
    await expect(redact(input, join(parent, 'out'))).rejects.toMatchObject({
      code: 'INVALID_ARCHIVE',
      message: expect.stringContaining('data/etc/a of spec a has another SHA-256 than the manifest says'),
    });
    expect(existsSync(join(parent, 'out'))).toBe(false);
    expect(readdirSync(parent)).toEqual(['in']);
  });
});

test('an archive of hostspec does not become a .tar', async () => {
  const parent = temporaryDirectory();
  const { path } = await runOf(archiveSink('tar.gz', { path: join(parent, 'in.tar.gz') }), { a: [] });
  const output = join(parent, 'out.tar');
  await expect(redact(path, output)).rejects.toMatchObject({
    code: 'INVALID_OPTION',
    subject: 'path',
    value: output,
    message: `path ${JSON.stringify(output)} ends in .tar, which no format has; allowed for the format tar.gz: a name that ends in .tar.gz or .tgz, or has no ending`,
  });
});

test('the copy of another tar is not called a zip', async () => {
  const parent = temporaryDirectory();
  const path = join(parent, 'in.tar');
  writeFileSync(path, await tarOf([{ name: 'a', content: 'x' }]));
  await expect(redact(path, join(parent, 'out.zip'))).rejects.toMatchObject({
    code: 'INVALID_OPTION',
    message: expect.stringContaining(
      'out.zip" ends in .zip, which no format has; allowed for the format tar.gz: ',
    ),
  });
  expect(readdirSync(parent)).toEqual(['in.tar']);
});

test('a stream with more bytes than the limit is refused', async () => {
  async function* stream() {
    yield await tarOf([{ name: 'a', content: 'x'.repeat(5000) }]);
  }
  const most = (await tarOf([{ name: 'a', content: 'x'.repeat(5000) }])).length;
  await expect(openStream(stream(), 'standard input', { limits: { bytes: most - 1 } })).rejects.toMatchObject(
    {
      code: 'INVALID_ARCHIVE',
      subject: 'standard input',
      message: expect.stringContaining(`it has more than ${most - 1} bytes of content`),
    },
  );
  const input = await openStream(stream(), 'standard input', { limits: { bytes: most } });
  await input.close();
});

test('a stream that is not an archive is masked as it comes', async () => {
  const seen: string[] = [];
  const written: string[] = [];
  async function* stream() {
    for (const piece of ['x'.repeat(600), 'y'.repeat(600), 'z']) {
      seen.push(`${written.length}`);
      yield Buffer.from(piece);
    }
  }
  const input = await openStream(stream(), 'standard input');
  const passing: Redaction = {
    ...redaction,
    content: () => ({ push: (piece) => piece, end: () => new Uint8Array(), masked: () => ({}) }),
  };
  const where = await redactInput(input, {
    change: () => ({ redaction: passing, manifest: change }),
    output: { fd: 1, write: (piece) => void written.push(Buffer.from(piece).toString()) },
    counted() {},
    left() {},
    closed() {},
  });
  await input.close();
  expect(where).toBe('standard output');
  expect(written.join('')).toBe(`${'x'.repeat(600)}${'y'.repeat(600)}z`);
  expect(seen).toEqual(['0', '1', '2']);
});

test('a stream without space says so', async () => {
  const fd = openSync('/dev/full', 'w');
  const input = await openStream(
    (async function* () {
      yield Buffer.from('x');
    })(),
    'standard input',
  );
  const redacting = redactInput(input, {
    change: () => ({ redaction, manifest: change }),
    output: { fd },
    counted() {},
    left() {},
    closed() {},
  });
  await expect(redacting).rejects.toMatchObject({
    code: 'NO_SPACE',
    message: `no space left for file descriptor ${fd}`,
  });
  await input.close();
  closeSync(fd);
});

describe('an archive of hostspec whose content changes', () => {
  const dropping: Redaction = {
    ...redaction,
    content() {
      const inner = redaction.content();
      return {
        ...inner,
        end: () =>
          Buffer.from(
            Buffer.from(inner.end())
              .toString()
              .replace(/^drop.*/s, ''),
          ),
      };
    },
  };

  const outcomesOf = async (path: string) => {
    const archive = await openArchive(path);
    await archive.close();
    expect(await verifyArchive(path)).toEqual([]);
    return archive.outcomes;
  };

  test('loses an item of which every line is left out, with the reason', async () => {
    const parent = temporaryDirectory();
    const { path } = await runOf(archiveSink('directory', { path: join(parent, 'in') }), {
      a: [file('/etc/a', 'drop it'), file('/etc/b', 'keep it')],
      b: [file('/etc/c', 'drop it')],
      c: [file('/etc/d', '')],
    });
    const outcomes = await outcomesOf(
      (await redact(path, join(parent, 'out'), { redaction: dropping })).path,
    );
    const reason = 'every line of it is left out';
    expect(outcomes.get('a')).toMatchObject({
      status: 'collected',
      reason,
      items: [{ path: 'etc/b' }],
      misses: [{ source: { kind: 'file', path: '/etc/a' }, status: 'empty', reason }],
    });
    expect(outcomes.get('b')).toMatchObject({
      status: 'empty',
      reason,
      items: [],
      misses: [{ status: 'empty' }],
    });
    expect(outcomes.get('c')).toMatchObject({ status: 'collected', items: [{ bytes: 0 }], misses: [] });
    expect(readdirSync(join(parent, 'out/data/etc'))).toEqual(['b', 'd']);
  });

  test('loses an item that cannot be unpacked, which has failed', async () => {
    const parent = temporaryDirectory();
    const broken = gzipSync('x'.repeat(1000)).subarray(0, 15);
    const { path } = await runOf(archiveSink('directory', { path: join(parent, 'in') }), {
      a: [file('/var/log/a.gz', broken)],
    });
    const { path: copy, left } = await redact(path, join(parent, 'out'));
    const why = 'it is truncated: its end is missing; copy or download it again';
    expect(left).toEqual([`var/log/a.gz: ${why}`]);
    expect((await outcomesOf(copy)).get('a')).toMatchObject({
      status: 'failed',
      reason: `left out: ${why}`,
      items: [],
      misses: [{ status: 'failed', reason: `left out: ${why}` }],
    });
  });

  test('has a list in metadata if it had one, unless that is too large to look at', async () => {
    const parent = temporaryDirectory();
    const { path } = await runOf(
      archiveSink('directory', { path: join(parent, 'in') }),
      { a: [file('/etc/a', 'a')], b: [file('/etc/b', 'b')] },
      { specs: ['a', 'b'].map((name) => ({ name, domain: 'd', type: 'first_of', multiOutput: true })) },
    );
    const large = join(path, 'meta_data/insights.specs.Specs.b.json');
    writeFileSync(large, readFileSync(large, 'utf8') + ' '.repeat(5000));
    const limits = { jsonBytes: 5000 };
    await redact(path, join(parent, 'out'), {}, limits);
    const lists = ['a', 'b'].map((name) => {
      const metadata = readFileSync(join(parent, `out/meta_data/insights.specs.Specs.${name}.json`), 'utf8');
      return Array.isArray(JSON.parse(metadata).results);
    });
    expect(lists).toEqual([true, false]);
  });
});

test('only metadata of insights-core are read as JSON', async () => {
  const text = '{ "path":  "SECRET1" }';
  const { path } = await redactTar([
    { name: 'host/insights_archive.txt' },
    { name: 'host/data/etc/a.json', content: text },
    { name: 'host/meta_data/a.txt', content: text },
    { name: 'host/meta_data/a.json', content: text },
  ]);
  expect(await contentsOf(path)).toMatchObject({ 'etc/a.json': masked(text) });
  const tar = readFileSync(path).toString('latin1');
  expect(tar.split(masked(text))).toHaveLength(3);
  expect(tar).toContain(masked('{"path":"SECRET1"}'));
});

test('only files and masked names are counted', async () => {
  const counted: unknown[] = [];
  const parent = temporaryDirectory();
  writeFileSync(
    join(parent, 'in.tar'),
    await tarOf([
      { name: 'plain', type: 'directory' },
      { name: 'link', type: 'symlink', linkname: 'plain' },
      { name: 'SECRET1', type: 'symlink', linkname: 'plain' },
      { name: 'file', content: 'x' },
    ]),
  );
  const options = { counted: (counts: object) => void counted.push(counts) };
  await redact(join(parent, 'in.tar'), join(parent, 'out.tar'), options);
  expect(counted).toEqual([{ test: 1 }, {}]);
});

test('content as long as the limit is masked, and one byte more is refused', async () => {
  const members = [
    { name: 'a', content: 'x'.repeat(600) },
    { name: 'b', content: 'x'.repeat(400) },
  ];
  const { path } = await redactTar(members, 'out.tar', { bytes: 1000 });
  expect(Object.keys(await contentsOf(path))).toEqual(['a', 'b']);
  await expect(redactTar(members, 'out.tar', { bytes: 999 })).rejects.toThrow('limit bytes');
});

test('a disk that is full ends the work, also within a tar inside another one', async () => {
  const parent = temporaryDirectory();
  const input = join(parent, 'in.tar');
  const inner = await tarOf([{ name: 'x', content: 'x'.repeat(300_000) }]);
  writeFileSync(input, await tarOf([{ name: 'inner.tar', content: inner }]));
  const disk = join(parent, 'disk');
  mkdirSync(disk);
  vi.resetModules();
  vi.doMock('node:fs', () => fsWithRoom(disk, { bytes: 100_000 }));
  const here = await import('../index.js');
  const left: unknown[] = [];
  const opened = await here.openInput(input);
  await expect(
    here.redactInput(opened, {
      change: () => ({ redaction, manifest: change }),
      output: { path: join(parent, 'out.tar') },
      temporaryDirectory: disk,
      counted() {},
      left: (member) => void left.push(member),
      closed() {},
    }),
  ).rejects.toMatchObject({ code: 'NO_SPACE' });
  await opened.close();
  expect(left).toEqual([]);
  expect(readdirSync(parent).sort()).toEqual(['disk', 'in.tar']);
  expect(readdirSync(disk)).toEqual([]);
});

test('an input whose first bytes are a bomb is refused, and closed', async () => {
  const path = join(temporaryDirectory(), 'x.gz');
  writeFileSync(path, gzipSync(Buffer.alloc(1_000_000)));
  const before = readdirSync('/proc/self/fd').length;
  await expect(openInput(path, { limits: { ratio: 10, ratioFrom: 1000 } })).rejects.toThrow('limit ratio');
  const input = await openInput(path);
  await input.close();
  expect(readdirSync('/proc/self/fd')).toHaveLength(before);
});

test('a tar that is packed several times is masked', async () => {
  const parent = temporaryDirectory();
  const inner = await tarOf([{ name: 'a', content: 'SECRET1' }]);
  writeFileSync(join(parent, 'in.gz'), gzipSync(gzipSync(inner)));
  const { path } = await redact(join(parent, 'in.gz'), join(parent, 'out.gz'));
  const tar = gunzipSync(gunzipSync(readFileSync(path))).toString('latin1');
  expect([tar.includes('SECRET1'), tar.includes(masked('SECRET1'))]).toEqual([false, true]);
});
