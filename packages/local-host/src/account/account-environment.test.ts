import { readFileSync } from 'node:fs';
import { joinWords, runMarker } from '@hostspec/spec';
import { describe, expect, it, test, vi } from 'vitest';
import { accountCommand, accountEnvironment, changesUser, safeEnvironment } from './account-environment.js';

const account = (name: string) => ({ name, uid: 1000, gid: 1000, home: `/home/${name}` });
const none = vi.fn(async () => []);
const searched = '/bin:/usr/bin:/sbin:/usr/sbin:/usr/share/Modules/bin';
const base = (name: string) => ({
  HOME: `/home/${name}`,
  USER: name,
  LOGNAME: name,
  PATH: searched,
  PSQLRC: '/dev/null',
  PGSYSCONFDIR: '/dev/null',
});

test('a command has the name and home of its account, and the search path of all commands', async () => {
  expect(await accountEnvironment(account('postgres'), ['psql'], none)).toEqual({ env: base('postgres') });
  expect(none).not.toHaveBeenCalled();
});

test('the one of DB2 has the directories of its instance, and a parent of its own', async () => {
  const lib = '/home/db2inst1/sqllib';
  expect(await accountEnvironment(account('db2inst1'), ['db2', 'get'], none)).toEqual({
    ownParent: true,
    env: {
      ...base('db2inst1'),
      DB2INSTANCE: 'db2inst1',
      INSTHOME: '/home/db2inst1',
      PATH: `${lib}/bin:${lib}/adm:${lib}/misc:${searched}`,
      LD_LIBRARY_PATH: `${lib}/lib64:${lib}/lib64/gskit:${lib}/lib32`,
    },
  });
});

const hana = (instance: string) => ({
  ...base('h01adm'),
  SAPSYSTEMNAME: 'H01',
  DIR_INSTANCE: instance,
  DIR_EXECUTABLE: `${instance}/exe`,
  PYTHONPATH: `${instance}/exe/python_support:${instance}/exe`,
  PATH: `${instance}:${instance}/exe:${instance}/exe/Python/bin:${searched}`,
  LD_LIBRARY_PATH: `${instance}/exe:${instance}/exe/Python/lib`,
});
const listed = vi.fn(async (path: string) =>
  path === '/usr/sap/H01' ? ['SYS', 'HDB', 'HDB05', 'HDB10'] : [],
);

test('the one of SAP HANA has the directories of the first instance of its account', async () => {
  const { env, ownParent } = await accountEnvironment(account('h01adm'), ['HDB', 'version'], listed);
  expect(env).toEqual(hana('/usr/sap/H01/HDB05'));
  expect(ownParent).toBeUndefined();
});

test('or of the instance that it names, if that belongs to its account', async () => {
  const env = async (word: string) => (await accountEnvironment(account('h01adm'), ['ls', word], listed)).env;
  expect(await env('/usr/sap/H01/HDB10/exe/x')).toEqual(hana('/usr/sap/H01/HDB10'));
  for (const other of ['/usr/sap/H02/HDB10/x', '/usr/sap/H01/HDB10', '/srv/usr/sap/H01/HDB10/x'])
    expect(await env(other)).toEqual(hana('/usr/sap/H01/HDB05'));
});

test.each(['h01adm', 'admin', 'xh01adm', 'h01admx', '001adm'])(
  '%s has no instance if there is none',
  async (name) => {
    const { env } = await accountEnvironment(account(name), ['/usr/sap/x'], none);
    expect(env).toEqual(base(name));
  },
);

interface Login {
  readonly argv: readonly string[];
  readonly user?: string;
  readonly words?: readonly string[];
  readonly refused?: string;
}
// The runner is tested with the same table.
const { logins }: { readonly logins: readonly Login[] } = JSON.parse(
  readFileSync(new URL('../../../testing/src/tables/commands.json', import.meta.url), 'utf8'),
);

const asked = (argv: readonly string[]) => {
  try {
    return accountCommand(argv);
  } catch (error) {
    return { refused: String(error) };
  }
};

it.each(logins)('$argv', ({ argv, refused, ...request }) => {
  if (refused !== undefined) expect(asked(argv)).toEqual({ refused: expect.stringContaining(refused) });
  else if (request.user !== undefined) expect(asked(argv)).toEqual(request);
  else expect(asked(argv)).toBeUndefined();
});

it('splits every quoted word again', () => {
  const words = ['db2', "it's", '$(id)', 'a b', '*', '"', '\\', 'x\ny', '`', '#', ''];
  expect(accountCommand(['su', '-l', 'x', '-c', joinWords(words)])).toEqual({ user: 'x', words });
});

it('knows every program that changes the user', () => {
  for (const program of ['su', '/bin/su', '/usr/bin/sudo', '/usr/sbin/runuser'])
    expect(changesUser([program])).toBe(true);
  for (const program of ['/usr/bin/sum', '/bin/sudoers', '/opt/su'])
    expect(changesUser([program])).toBe(false);
});

describe('the environment of a command', () => {
  const fixed = {
    PATH: '/bin:/usr/bin:/sbin:/usr/sbin:/usr/share/Modules/bin',
    LC_ALL: 'C',
    [runMarker]: 'run-1',
  };

  test('is the same whatever that of the collector is', () => {
    vi.stubEnv('PATH', '/home/eve');
    vi.stubEnv('LD_PRELOAD', '/home/eve/x.so');
    expect(safeEnvironment({}, 'run-1')).toEqual(fixed);
  });

  test('has the LANG of the collector, if it is the plain name of a locale, unless the spec sets another', () => {
    vi.stubEnv('LANG', 'tr_TR.UTF-8');
    expect(safeEnvironment({}, 'run-1')).toEqual({ ...fixed, LANG: 'tr_TR.UTF-8' });
    expect(safeEnvironment({ env: { LANG: 'C.UTF-8' } }, 'run-1')).toEqual({ ...fixed, LANG: 'C.UTF-8' });
    vi.stubEnv('LANG', '/tmp/x');
    expect(safeEnvironment({}, 'run-1')).toEqual(fixed);
  });

  test('what a spec sets counts more than what it takes over, but the mark of the run stays', () => {
    vi.stubEnv('LC_ALL', 'de');
    const options = { inheritEnv: ['LC_ALL'], env: { LC_ALL: 'fr', [runMarker]: 'x' } };
    expect(safeEnvironment(options, 'run-1')).toEqual({ ...fixed, LC_ALL: 'fr' });
    expect(safeEnvironment({ inheritEnv: ['LC_ALL'] }, 'run-1').LC_ALL).toBe('de');
  });
});
