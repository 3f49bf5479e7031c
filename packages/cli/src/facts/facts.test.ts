import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FactTable, factTables } from '@hostspec/parse/facts';
import { describe, expect, test } from 'vitest';
import { directoryOf, fakeRoot } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

const root = {
  'etc/os-release': 'ID=debian\nVERSION_ID="12"\n',
  'etc/passwd': 'root:x:0:0:root:/root:/bin/bash\nred\x1b[2J:x:7:7:a "b", c:/:/bin/sh\n',
  'proc/mounts': '/dev/vda1 / ext4 ro 0 0\n',
  'etc/ssh/sshd_config': 'Port 22\n',
};

const facts = async (...args: string[]) => {
  const archive = join(directoryOf({}), 'a.tar.gz');
  const only = ['--only', 'os_release,passwd,mounts,sshd_config', '--output', archive];
  const made = await runInProcess(['collect', '--in-process', '--root', fakeRoot(root), ...only]);
  expect(made.status).toBe(0);
  return runInProcess(['facts', archive, ...args]);
};

test('without a table, lists the tables with the number of their rows', async () => {
  const { status, stdout } = await facts();
  expect(status).toBe(0);
  expect(stdout).toMatch(/^host +1 +The host/m);
  expect(stdout).toMatch(/^account +2 +/m);
  expect(stdout).toMatch(/^raid +0 +/m);
  const listed = JSON.parse((await facts('--json')).stdout);
  expect(listed).toContainEqual({ table: 'mount', rows: 1, doc: 'A mounted file system' });
});

describe('the rows of a table, each with its spec, item and line', () => {
  test('for people, without what could control the terminal', async () => {
    const { stdout } = await facts('--table', 'account');
    expect(stdout).toMatch(/^name +uid +gid +comment +home +shell +spec +item +line\n/);
    expect(stdout).toMatch(/^root +0 +0 +root +\/root +\/bin\/bash +passwd +etc\/passwd +1\n/m);
    expect(stdout).toContain('red\\x1b[2J');
    expect((await facts('--table', 'raid')).stdout).toMatch(
      /^The archive has nothing for the table raid, which comes from (?:\w+ \(skipped\)(?:, |\.\n$))+/,
    );
  });

  test('whole in a pipe, short on a terminal', async () => {
    const archive = join(directoryOf({}), 'a.tar.gz');
    const comment = 'long '.repeat(50).trim();
    const host = fakeRoot({ 'etc/passwd': `a:x:1:1:${comment}:/:/bin/sh\nb:x:2:2:b:/:/bin/sh\n` });
    await runInProcess(['collect', '--in-process', '--root', host, '--only', 'passwd', '--output', archive]);
    const { stdout } = await runInProcess(['facts', archive, '--table', 'account']);
    expect(stdout).toContain(`  ${comment}  /     /bin/sh`);
    expect(stdout).toMatch(/^b +2 +2 +b {61}\/ /m);
    const terminal = await runInProcess(['facts', archive, '--table', 'account'], {
      isTTY: true,
      columns: 500,
    });
    expect(terminal.stdout).toMatch(/ (?:long )+long… {2}\/ /);
  });

  test('as JSON and CSV', async () => {
    const { stdout } = await facts('--table', 'mount', '--format', 'json');
    expect(JSON.parse(stdout)).toEqual([
      {
        ...{ mount: '/', device: '/dev/vda1', type: 'ext4', options: 'ro', read_only: true },
        ...{ spec: 'mounts', item: 'proc/mounts', line: 1 },
      },
    ]);
    const csv = (await facts('--table', 'account', '--format', 'csv')).stdout;
    expect(csv).toContain('name,uid,gid,comment,home,shell,password,spec,item,line\n');
    expect(csv).toContain(',7,7,"a ""b"", c",/,/bin/sh,,passwd,etc/passwd,2\n');
    expect((await facts('--table', 'raid', '--format', 'json')).stdout).toBe('[]\n');
  });

  test('of other content, by name', async () => {
    const { stdout } = await facts('--table', 'facts_kv', '--format', 'json');
    expect(JSON.parse(stdout)).toContainEqual({
      ...{ section: null, key: 'Port', value: '22', number: 22 },
      ...{ spec: 'sshd_config', item: 'etc/ssh/sshd_config', line: 1 },
    });
  });
});

test('says what is wrong in one sentence', async () => {
  expect(await facts('--table', 'filesystems')).toMatchObject({
    status: 2,
    stderr: 'hostspec: --table "filesystems" is not a table; did you mean filesystem?\n',
  });
  const sos = directoryOf({ 'host/sos_commands/host/uptime': 'x\n' });
  const { status, stderr } = await runInProcess(['facts', join(sos, 'host')]);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining('run hostspec collect --archive'),
  });
  writeFileSync(join(sos, 'x.tar.gz'), 'x');
  expect((await runInProcess(['facts', join(sos, 'x.tar.gz')])).stderr).toMatch(/^hostspec: .+\n$/);
});

describe('--list', () => {
  const list = (...args: string[]) => runInProcess(['facts', '--list', ...args]);

  test('has every column with its unit, or type, and what it says', async () => {
    const { status, stdout } = await list();
    expect(status).toBe(0);
    expect(stdout).toContain('filesystem: A file system that is mounted and has a size\n  mount ');
    expect(stdout).toMatch(/^ {2}used_percent +percent +The share of the space in use$/m);
    expect(stdout).toMatch(/^ {2}number +real +The value, if it is a number$/m);
    const documented = Object.values<FactTable>(factTables).flatMap(({ columns }) => Object.values(columns));
    for (const { doc } of documented) expect(stdout).toContain(doc);
    expect(stdout).toMatch(/^Every table also has:\n {2}spec +text +The spec that the row comes from\n/m);
  });

  test('of one table, for programs', async () => {
    expect(JSON.parse((await list('--table', 'mount', '--json')).stdout)).toMatchObject([
      {
        name: 'mount',
        columns: expect.arrayContaining([
          { name: 'read_only', type: 'boolean', doc: 'Nothing can be written' },
        ]),
      },
    ]);
    const csv = (await list('--table', 'filesystem', '--format', 'csv')).stdout;
    expect(csv).toMatch(/^table,column,type,unit,doc\nfilesystem,mount,text,,The mount point\n/);
    expect(csv).toContain('\nfilesystem,size,integer,bytes,The size\n');
  });

  test('breaks lines on a narrow terminal', async () => {
    const { stdout } = await runInProcess(['facts', '--list'], { isTTY: true, columns: 60 });
    expect(
      Math.max(
        ...stdout
          .split('\n')
          .filter((line) => line.startsWith(' '))
          .map(({ length }) => length),
      ),
    ).toBeLessThanOrEqual(72);
  });

  test('needs no archive, and nothing else does', async () => {
    expect(await list('a.tar.gz')).toMatchObject({
      status: 2,
      stderr: 'hostspec: --list cannot be combined with ARCHIVE a.tar.gz; give only one of them\n',
    });
    expect(await list('--table', 'mounts')).toMatchObject({
      status: 2,
      stderr: 'hostspec: --table "mounts" is not a table; did you mean mount?\n',
    });
    expect(await runInProcess(['facts'])).toMatchObject({
      status: 2,
      stderr: 'hostspec: facts needs an ARCHIVE, or --list\n',
    });
  });
});
