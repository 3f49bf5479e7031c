import type { RunOptions } from '@hostspec/spec';
import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { db2DatabasesInfo, db2Users } from './providers.js';

const header = 'USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND';
const row = (user: string, pid: number, command: string) =>
  `${user.padEnd(8)} ${pid}  0.5  8.1 1998776 649316 ?      Sl   Jun26   1:02 ${command}`;
const ps = (...rows: string[]) => ({ '/bin/ps auxww': `${[header, ...rows].join('\n')}\n` });
const listing = (...names: string[]) =>
  ` System Database Directory\n\n Number of entries in the directory = ${names.length}\n${names
    .map(
      (name, i) =>
        `\nDatabase ${i + 1} entry:\n\n Database alias                       = ${name}\n Database name                        = ${name}\n Local database directory             = /home/db2\n`,
    )
    .join('')}`;
const list = (user: string) => `/usr/sbin/runuser -l ${user} -c 'db2 list database directory'`;
const users = (host: Parameters<typeof fakeContext>[0]) => db2Users.definition.evaluate(fakeContext(host));
const databases = (host: Parameters<typeof fakeContext>[0]) =>
  db2DatabasesInfo.definition.evaluate(fakeContext(host));

it('names the owners of the engines once, sorted, without root', async () => {
  const host = fakeHost({
    commands: ps(
      row('root', 1, '/usr/lib/systemd/systemd'),
      row('db2inst2', 20, 'db2sysc 0'),
      row('db2inst1', 21, '/home/db2inst1/sqllib/adm/db2sysc 0'),
      row('db2inst1', 22, 'db2sysc 1'),
      row('root', 23, 'db2sysc 0'),
      row('apache', 24, '/usr/bin/grep db2sysc'),
    ),
  });
  expect(await users(host)).toEqual(['db2inst1', 'db2inst2']);
});

it('looks up the names that ps shortens or gives as a number', async () => {
  const host = fakeHost({
    files: {
      '/etc/passwd': 'root:x:0:0::/root:/bin/sh\ndb2production:x:1007:1007::/home/db2:/bin/bash\n',
      '/proc/20/status': 'Name:\tdb2sysc\nUid:\t1007\t1007\t1007\t1007\n',
    },
    commands: {
      ...ps(row('db2prod+', 20, 'db2sysc 0'), row('70001', 21, 'db2sysc 0'), row('70002', 22, 'db2sysc 0')),
      '/usr/bin/getent passwd 70001': 'db2-from-ldap:*:70001:100::/home/l:/bin/bash\n',
      '/usr/bin/getent passwd 70002': { rc: 2 },
    },
  });
  expect(await users(host)).toEqual(['db2-from-ldap', 'db2production']);
});

it.each([
  ['a number with letters', '70001x', ['70001x']],
  ['an option of runuser', '-lroot', undefined],
])('a user that looks like %s', async (_, user, expected) => {
  const commands = {
    ...ps(row(user, 20, 'db2sysc 0')),
    '/usr/bin/getent passwd 70001x': 'root:x:70001x:0::/:\n',
  };
  const reason = { nothing: 'no db2sysc process of a user other than root is running' };
  expect(await users(fakeHost({ commands }))).toEqual(expected ?? reason);
});

it('takes the effective user id of a process with a shortened name, and leaves out what has none', async () => {
  const host = fakeHost({
    files: {
      '/proc/20/status': 'XUid:\t1\t1\nUid:  5  1007\t1007\n',
      '/proc/21/status': 'Name:\tdb2sysc\n',
      '/etc/passwd': 'short\n',
    },
    commands: {
      ...ps(
        row('db2prod+', 20, 'db2sysc 0'),
        row('db2gone+', 21, 'db2sysc 0'),
        row('db2left+', 22, 'db2sysc 0'),
      ),
      '/usr/bin/getent passwd 1007': 'db2production:x:1007:1007::/home/db2:/bin/bash\n',
      '/usr/bin/getent passwd 1': 'daemon:x:1:1::/:/bin/sh\n',
      '/usr/bin/getent passwd undefined': 'nobody:x:undefined:1::/:/bin/sh\n',
    },
  });
  expect(await users(host)).toEqual(['db2production']);
});

it('says that no engine is running', async () => {
  const reason = { nothing: 'no db2sysc process of a user other than root is running' };
  expect(await users(fakeHost({ commands: ps(row('root', 1, 'init')) }))).toEqual(reason);
  expect(await users(fakeHost())).toEqual(reason);
  expect(await databases(fakeHost({ commands: { '/bin/ps auxww': 'garbage\n\0\xff' } }))).toEqual(reason);
});

it("pairs each user with that user's distinct databases", async () => {
  const host = fakeHost({
    commands: {
      ...ps(row('db2b', 20, 'db2sysc'), row('db2a', 21, 'db2sysc')),
      [list('db2a')]: listing('TOOLS', 'SAMPLE', 'SAMPLE'),
      [list('db2b')]: { output: listing('SALES'), rc: 1 },
    },
  });
  expect(await databases(host)).toEqual([
    ['db2a', 'SAMPLE'],
    ['db2a', 'TOOLS'],
    ['db2b', 'SALES'],
  ]);
});

it.each([
  ['failing', { rc: 1, output: 'SQL1024N  A database connection does not exist.\n' }],
  ['hanging', { problem: 'timed out' as const }],
  ['silent', ''],
])('keeps the databases of the others when the command of one user is %s', async (_, command) => {
  const host = fakeHost({
    commands: {
      ...ps(row('db2a', 20, 'db2sysc'), row('db2b', 21, 'db2sysc')),
      [list('db2a')]: command,
      [list('db2b')]: listing('SALES'),
    },
  });
  expect(await databases(host)).toEqual([['db2b', 'SALES']]);
});

it('says that no user has a database', async () => {
  const host = fakeHost({
    commands: {
      ...ps(row('db2a', 20, 'db2sysc'), row('db2b', 21, 'db2sysc')),
      [list('db2a')]: listing(),
      [list('db2b')]: { rc: 1 },
    },
  });
  expect(await databases(host)).toEqual({
    nothing: '`db2 list database directory` names no database for db2a, db2b',
  });
});

it('reads the names of databases from lines that begin with their heading', async () => {
  const output = '  Database name=ONE\nDatabase name  =  TWO WORDS  \n Old Database name = THREE\n';
  const host = fakeHost({ commands: { ...ps(row('db2a', 20, 'db2sysc')), [list('db2a')]: output } });
  expect(await databases(host)).toEqual([
    ['db2a', 'ONE'],
    ['db2a', 'TWO WORDS'],
  ]);
});

const installed = '/opt/ibm/db2/V11.5';
const live = (...rows: string[]) => ({
  ...fakeHost({
    files: {
      [`${installed}/instance/db2ilist`]: '',
      '/etc/passwd': 'root:x:0:0::/root:/bin/sh\ndb2inst1:x:1001:1001::/home/db2inst1:/bin/sh\n',
    },
    commands: {
      ...ps(...rows),
      '/usr/local/bin/db2ls -a -c': `#PATH:VRMF:FIXPACK:SPECIAL:INSTALLTIME:INSTALLERUID\n${installed}:11.5.8.0:8::Mon:0\n/srv/db2:11.1.4.7:7::Mon:0\n`,
      [`${installed}/instance/db2ilist`]: 'db2inst1\ndb2inst2\n',
      '/srv/db2/instance/db2ilist': 'db2old\n',
      '/usr/bin/getent passwd db2inst2': 'db2inst2:x:1002:1002::/home/db2inst2:/bin/sh\n',
      '/usr/bin/readlink /proc/20/exe': '/home/db2inst1/sqllib/adm/db2sysc\n',
      '/usr/bin/readlink /proc/21/exe': '/home/eve/sqllib/adm/db2sysc\n',
      '/usr/bin/readlink /proc/22/exe': '/srv/db2/adm/db2sysc\n',
      '/usr/bin/readlink /proc/26/exe': '/home/db2inst2/sqllib/adm/db2sysc\n',
      '/usr/bin/readlink /proc/27/exe': '/root/sqllib/adm/db2sysc\n',
    },
  }),
  executes: true,
});

it('on the running machine, counts only owners that an installation lists, whose process runs DB2', async () => {
  const host = live(
    row('db2inst1', 20, 'db2sysc 0'),
    row('db2inst2', 21, 'db2sysc 0'),
    row('db2old', 22, 'db2sysc 0'),
    row('eve', 23, 'db2sysc 0'),
  );
  expect(await users(host)).toEqual(['db2inst1', 'db2old']);
  expect(host.ran).not.toContain('/usr/bin/readlink /proc/23/exe');
});

it('on the running machine, says whose processes do not count, and runs nothing as them', async () => {
  const host = live(row('eve', 23, 'db2sysc 0'));
  const reason = {
    nothing:
      'processes of eve are called db2sysc, but no DB2 installation lists an instance of theirs that runs',
  };
  expect([await users(host), await databases(host)]).toEqual([reason, reason]);
  expect(host.ran.filter((line) => line.includes('runuser'))).toEqual([]);
});

it('on the running machine, names everybody whose process does not count', async () => {
  const { nothing } = (await users(live(row('eve', 23, 'db2sysc 0'), row('bob', 24, 'db2sysc 0')))) as {
    nothing: string;
  };
  expect(nothing).toMatch(/^processes of bob, eve are called db2sysc/);
});

it('on the running machine, does not count a process whose program cannot be read', async () => {
  expect(await users(live(row('db2inst1', 25, 'db2sysc 0')))).toHaveProperty('nothing');
});

it('on the running machine, looks up the home of an owner, also of one that is not local', async () => {
  expect(await users(live(row('db2inst2', 26, 'db2sysc 0')))).toEqual(['db2inst2']);
  for (const name of ['db2inst1', 'db2inst2'])
    expect(await users(live(row(name, 27, 'db2sysc 0')))).toHaveProperty('nothing');
});

it('finds an installation in the default directory that db2ls does not list', async () => {
  const host = {
    ...fakeHost({
      files: { [`${installed}/instance/db2ilist`]: '', '/etc/passwd': '' },
      commands: {
        ...ps(row('db2inst1', 20, 'db2sysc 0')),
        [`${installed}/instance/db2ilist`]: ' db2inst1\n',
        '/usr/bin/readlink /proc/20/exe': `${installed}/adm/db2sysc\n`,
      },
    }),
    executes: true,
  };
  expect(await users(host)).toEqual(['db2inst1']);
  expect(host.ran.filter((line) => line.endsWith('db2ilist'))).toEqual([`${installed}/instance/db2ilist`]);
});

it('runs db2ilist of absolute paths only', async () => {
  const host = live(row('db2old', 22, 'db2sysc 0'));
  await users(host);
  expect(host.ran.filter((line) => line.includes('db2ilist'))).toEqual([
    `${installed}/instance/db2ilist`,
    '/srv/db2/instance/db2ilist',
  ]);
});

it.each([
  ['bin', { uid: 2, gid: 2, name: 'bin' }, ['db2inst1']],
  ['bin with the number of a person', { uid: 100, gid: 2, name: 'bin' }, undefined],
  ['somebody else', { uid: 2, gid: 2, name: 'daemon' }, undefined],
  ['a person', { uid: 1000, gid: 1000, name: 'eve' }, undefined],
])(
  'runs db2ilist only as the system account bin: the installation belongs to %s',
  async (_, account, expected) => {
    const host = live(row('db2inst1', 20, 'db2sysc 0'));
    const accounts: unknown[] = [];
    const guarded = {
      ...host,
      controller: async () => account,
      run: (command: string | readonly string[], options?: RunOptions) => {
        if (command.includes(`${installed}/instance/db2ilist`)) accounts.push(options?.as);
        return host.run(command, options);
      },
    };
    const found = await users(guarded);
    expect(accounts).toEqual(expected ? [account] : []);
    if (expected) expect(found).toEqual(expected);
    else expect(found).toHaveProperty('nothing');
  },
);
