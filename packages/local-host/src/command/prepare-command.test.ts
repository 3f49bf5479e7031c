import { itNeeds } from '@hostspec/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Program } from '../program/programs.js';
import { type PreparationTools, prepareCommand } from './prepare-command.js';

const isRoot = process.geteuid?.() === 0;
const itAsRoot = itNeeds('root', isRoot);
const own = process.geteuid?.() ?? 0;
const other = { uid: 4217, gid: 4218 };

const there = (path: string, real = path): Program => ({ path, real });
const absent = (word: string): Program => ({ problem: 'absent', reason: `command not found: ${word}` });
const refused = (word: string): Program => ({ problem: 'refused', reason: `${word} is refused` });

const machine: Readonly<Record<string, Program>> = {
  '/usr/bin/id': there('/usr/bin/id'),
  '/usr/bin/env': there('/usr/bin/env'),
  '/bin/su': there('/bin/su'),
  '/usr/bin/sudo': there('/usr/bin/sudo'),
  setpriv: there('/usr/bin/setpriv'),
  '/opt/own': refused('/opt/own'),
};

interface Machine {
  readonly programs?: Readonly<Record<string, Program>>;
  readonly answers?: Readonly<Record<string, string>>;
  readonly group?: number;
}

/** The tools of a machine with these programs; `/opt/own` is controlled by the other account. */
function toolsOf({ programs = {}, answers = {}, group }: Machine = {}): PreparationTools {
  const all = { ...machine, ...programs };
  return {
    findProgram: (word) => all[word] ?? absent(word),
    mark: { run: 'run', group, starting: (start) => start(), written() {}, endDescendants: () => 0 },
    list: async () => [],
    controller: async (path) => (path === '/opt/own' ? other : undefined),
    ask: async (argv) => answers[argv.join(' ')],
  };
}

const prepared = (argv: readonly string[], how = {}, on: Machine = {}) =>
  prepareCommand(toolsOf(on), argv, how);

/** The words with which setpriv gives up its rights. */
const rights = (groups: string) => [
  'setpriv',
  '--reuid=4217',
  '--regid=4218',
  groups,
  '--inh-caps=-all',
  '--no-new-privs',
  '--',
];

const withoutSetpriv = {
  problem: 'failed',
  reason: 'cannot run as user 4217: setpriv of util-linux is needed, but is not installed',
};

describe("a command of the collector's own user", () => {
  test('is started as it is, through pipes only if it changes the user by itself', async () => {
    const env = { A: 'b' };
    const id = ['/usr/bin/id', '-u'];
    const plain = { program: machine['/usr/bin/id'], argv: id, env, piped: false };
    expect(await prepared(id, { env })).toEqual(plain);
    expect(await prepared(id, { env, as: { uid: own, gid: 0 } })).toEqual(plain);
    const su = ['/bin/su', 'x'];
    expect(await prepared(su)).toEqual({ program: machine['/bin/su'], argv: su, env: {}, piped: true });
  });

  test('is not started if its program is not there, or refused', async () => {
    expect(await prepared(['/none'])).toEqual(absent('/none'));
    expect(await prepared([])).toEqual(absent(''));
    expect(await prepared(['/opt/own'])).toEqual(refused('/opt/own'));
  });
});

describe('a command as another user', () => {
  itAsRoot('gets the rights of that user alone, and the group of the run', async () => {
    const withRights = (how: object, group?: number) =>
      prepared(
        ['id', '-u'],
        { env: { A: 'b' }, ...how },
        {
          programs: { id: there('/usr/bin/id') },
          ...(group === undefined ? {} : { group }),
        },
      );
    const expected = (groups: string) => ({
      program: machine.setpriv,
      argv: [...rights(groups), '/usr/bin/id', '-u'],
      env: { A: 'b' },
      piped: true,
    });
    expect(await withRights({ as: other })).toEqual(expected('--clear-groups'));
    expect(await withRights({ as: { ...other, groups: [] } })).toEqual(expected('--clear-groups'));
    expect(await withRights({ as: { ...other, groups: [5, 6] } })).toEqual(expected('--groups=5,6'));
    expect(await withRights({ as: other }, 77)).toEqual(expected('--groups=77'));
    expect(await withRights({ as: { ...other, groups: [5] } }, 77)).toEqual(expected('--groups=5,77'));
  });

  itAsRoot('is not started without setpriv, or with that of busybox', async () => {
    for (const setpriv of [absent('setpriv'), there('/usr/bin/setpriv', '/usr/bin/busybox')])
      for (const argv of [['/usr/bin/id'], ['/opt/own']])
        expect(await prepared(argv, { as: other }, { programs: { setpriv } })).toEqual(withoutSetpriv);
  });

  itAsRoot('may be one that only that user could replace, and no other', async () => {
    const argv = ['/opt/own', 'x'];
    expect(await prepared(argv, { as: other })).toMatchObject({
      program: machine.setpriv,
      argv: [...rights('--clear-groups'), '/usr/bin/env', '--', '/opt/own', 'x'],
    });
    expect(await prepared(argv, { as: { uid: 4216, gid: 4218 } })).toEqual(refused('/opt/own'));
    const foreign = { programs: { '/opt/foreign': refused('/opt/foreign') } };
    expect(await prepared(['/opt/foreign'], { as: other }, foreign)).toEqual(refused('/opt/foreign'));
    const gone = { programs: { '/opt/own': absent('/opt/own') } };
    expect(await prepared(argv, { as: other }, gone)).toEqual(absent('/opt/own'));
    const withoutEnv = { programs: { '/usr/bin/env': absent('/usr/bin/env') } };
    expect(await prepared(argv, { as: other }, withoutEnv)).toEqual(refused('/opt/own'));
  });

  test('needs root', async () => {
    if (isRoot) process.seteuid?.(65534);
    onTestFinished(() => {
      if (isRoot) process.seteuid?.(0);
    });
    const denied = { problem: 'denied', reason: 'needs root to run as user 4217' };
    expect(await prepared(['/usr/bin/id'], { as: other })).toEqual(denied);
    const web = 'web:x:4217:4218::/srv/web:';
    const answers = { '/usr/bin/getent passwd nobody.web': web.replace('web', 'nobody.web') };
    expect(await prepared(['/bin/su', '-l', 'nobody.web', '-c', 'id'], {}, { answers })).toEqual({
      problem: 'denied',
      reason: 'needs root to run as nobody.web',
    });
  });
});

// No machine has an account of this name.
const user = 'hostspec.test';
const passwd = (uid: number, name = user) => ({
  [`/usr/bin/getent passwd ${user}`]: `${name}:x:${uid}:4218::/srv/web:/bin/sh`,
});
const login = (words: string): string[] => ['/bin/su', '-l', user, '-c', words];

/** The variables of the account that a command gets, as words of env. */
const variables = [
  'HOME=/srv/web',
  `USER=${user}`,
  `LOGNAME=${user}`,
  'PATH=/bin:/usr/bin:/sbin:/usr/sbin:/usr/share/Modules/bin',
  'PSQLRC=/dev/null',
  'PGSYSCONFDIR=/dev/null',
];

describe('a login of the catalog', () => {
  itAsRoot('becomes a command with the rights, groups and environment of the account', async () => {
    const answers = { ...passwd(4217), [`/usr/bin/id -G ${user}`]: '4218 27 x 10 1x x1' };
    expect(await prepared(login('psql -l'), { env: { LANG: 'C' } }, { answers, group: 77 })).toEqual({
      program: machine.setpriv,
      argv: [...rights('--groups=4218,27,10,77'), '/usr/bin/env', ...variables, 'LANG=C', 'psql', '-l'],
      env: {},
      piped: true,
    });
    const asked = await prepared(['/usr/bin/sudo', '-iu', user, 'psql'], {}, { answers: passwd(4217) });
    expect(asked).toMatchObject({
      argv: [...rights('--clear-groups'), '/usr/bin/env', ...variables, 'psql'],
    });
  });

  itAsRoot('is not run if there is no setpriv', async () => {
    const programs = { setpriv: absent('setpriv') };
    expect(await prepared(login('psql'), {}, { answers: passwd(4217), programs })).toEqual(withoutSetpriv);
  });

  itAsRoot('of DB2 has a parent process of its own', async () => {
    const answers = passwd(4217);
    const db2 = await prepared(login('db2 get'), {}, { answers });
    expect(db2).toHaveProperty('argv', expect.arrayContaining(['/usr/bin/timeout', '0', 'db2', 'get']));
    const psql = await prepared(login('psql'), {}, { answers });
    expect(psql).not.toHaveProperty('argv', expect.arrayContaining(['/usr/bin/timeout']));
  });

  itAsRoot('of a program of that user runs; one that is not there does not', async () => {
    const answers = passwd(4217);
    expect(await prepared(login('/opt/own a'), {}, { answers })).toMatchObject({
      argv: [...rights('--clear-groups'), '/usr/bin/env', ...variables, '/opt/own', 'a'],
    });
    expect(await prepared(login('/usr/bin/id'), {}, { answers })).toMatchObject({
      argv: [...rights('--clear-groups'), '/usr/bin/env', ...variables, '/usr/bin/id'],
    });
    expect(await prepared(login('/none'), {}, { answers })).toEqual(absent('/none'));
    const programs = { '/usr/bin/env': absent('/usr/bin/env') };
    expect(await prepared(login('psql'), {}, { answers, programs })).toEqual(absent('/usr/bin/env'));
  });

  test('of an unknown account, or one that has another name, is not run', async () => {
    const unknown = { problem: 'failed', reason: `there is no user ${user}` };
    expect(await prepared(login('id'))).toEqual(unknown);
    expect(await prepared(login('id'), {}, { answers: passwd(0, 'root') })).toEqual(unknown);
    expect(await prepared(login('id'), {}, { answers: passwd(-1) })).toEqual(unknown);
  });

  test('that needs a shell is refused', async () => {
    expect(await prepared(login('id; id'), {}, { answers: passwd(4217) })).toEqual({
      problem: 'refused',
      reason: `"id; id" needs a shell, but none is started as ${user}`,
    });
  });

  test("of the collector's own account runs the first program of its search path", async () => {
    const answers = passwd(own);
    const env = Object.fromEntries(variables.map((each) => each.split('=')));
    const on = (programs: Machine['programs'] = {}): Machine => ({ answers, programs });
    const found = there('/usr/bin/tool');
    const both = { '/usr/bin/tool': found, '/sbin/tool': there('/sbin/tool') };
    expect(await prepared(login('tool x'), {}, on(both))).toEqual({
      program: found,
      argv: ['tool', 'x'],
      env,
    });
    const [first, second] = [refused('/bin/tool'), refused('/usr/bin/tool')];
    const later = { '/bin/tool': first, '/usr/bin/tool': second, '/sbin/tool': found };
    expect(await prepared(login('tool'), {}, on(later))).toMatchObject({ program: found });
    expect(await prepared(login('tool'), {}, on({ ...later, '/sbin/tool': absent('tool') }))).toEqual(first);
    expect(await prepared(login('tool'), {}, on())).toEqual(absent('tool'));
    const named = there('/opt/tool');
    expect(await prepared(login('/opt/tool'), {}, on({ '/opt/tool': named }))).toMatchObject({
      program: named,
    });
    expect(await prepared(login('/opt/own'), {}, on())).toEqual(refused('/opt/own'));
    const env2 = { PATH: '/opt:' };
    expect(await prepared(login('tool'), { env: env2 }, on({ '/opt/tool': named }))).toMatchObject({
      program: named,
      env: { ...env, ...env2 },
    });
  });
});
