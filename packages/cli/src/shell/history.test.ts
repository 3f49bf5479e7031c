import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { itNeeds } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { openHistory } from './history.js';

const fileOf = (state: string): string => join(state, 'hostspec/shell_history');

/** Opens the history, adds lines, and returns what was there and what was said. */
async function added(env: Record<string, string>, ...lines: string[]) {
  let said = '';
  const history = await openHistory({ env, err: { write: (text) => (said += text) } });
  for (const line of lines) await history.add(line);
  await history.close();
  return { lines: history.lines, said };
}

test('keeps lines for the user alone, from one shell to the next', async () => {
  const home = temporaryDirectory();
  expect(await added({ HOME: home }, 'ip addr', 'ip addr', 'cat /etc/hosts')).toEqual({
    lines: [],
    said: '',
  });
  expect(await added({ HOME: home })).toEqual({ lines: ['ip addr', 'cat /etc/hosts'], said: '' });
  const file = fileOf(join(home, '.local/state'));
  const modes = [file, dirname(file)].map((path) => (statSync(path).mode & 0o777).toString(8));
  expect(modes).toEqual(['600', '700']);
  const state = temporaryDirectory();
  await added({ HOME: home, XDG_STATE_HOME: state }, 'pwd');
  expect(readFileSync(fileOf(state), 'utf8')).toBe('pwd\n');
});

test('without an absolute path, nothing is kept, without a message', async () => {
  expect(await added({}, 'ls')).toEqual({ lines: [], said: '' });
  expect(await added({ HOME: 'home', XDG_STATE_HOME: '' }, 'ls')).toEqual({ lines: [], said: '' });
});

test('two shells at once lose no line, and at most 1000 stay', async () => {
  const env = { XDG_STATE_HOME: temporaryDirectory() };
  const err = { write() {} };
  const shells = [await openHistory({ env, err }), await openHistory({ env, err })];
  for (let number = 0; number < 700; number++)
    for (const [at, shell] of shells.entries()) await shell.add(`cat ${at} ${number}`);
  for (const shell of shells) await shell.close();
  const { lines } = await added(env);
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([1000, 'cat 0 200', 'cat 1 699']);
});

test('lines with secrets, of control characters and of endless length are not kept', async () => {
  const env = { XDG_STATE_HOME: temporaryDirectory() };
  await added(env, 'grep password=Quiet7Harbour /etc', '\x1b[2Jls', 'x'.repeat(5000), ' ', 'ls');
  expect(readFileSync(fileOf(env.XDG_STATE_HOME), 'utf8')).toBe('ls\n');
});

test('reads only the end of an endless file, and shows no control character of it', async () => {
  const env = { XDG_STATE_HOME: temporaryDirectory() };
  await added(env);
  writeFileSync(fileOf(env.XDG_STATE_HOME), `${'x'.repeat(30_000_000)}\n\x1b[2J\nls\n`);
  expect((await added(env)).lines).toEqual(['ls']);
  expect(statSync(fileOf(env.XDG_STATE_HOME)).size).toBe(3);
});

/** A place for the history, and a file of the user that must stay as it is. */
function prepared(): { readonly state: string; readonly file: string; readonly canary: string } {
  const [state, canary] = [temporaryDirectory(), join(temporaryDirectory(), 'canary')];
  writeFileSync(canary, 'secret\n', { mode: 0o644 });
  mkdirSync(join(state, 'hostspec'), { mode: 0o700 });
  return { state, file: fileOf(state), canary };
}

test.each([
  ['a link', symlinkSync],
  ['another name of a file', linkSync],
  ['a directory', (_: string, file: string) => mkdirSync(file)],
])('%s in its place is neither read nor written', async (_, put) => {
  const { state, file, canary } = prepared();
  put(canary, file);
  const { lines, said } = await added({ XDG_STATE_HOME: state }, 'ls');
  expect(lines).toEqual([]);
  expect(said).toMatch(/^The history is not kept in .*shell_history: .+\n$/);
  expect([readFileSync(canary, 'utf8'), statSync(canary).mode & 0o777]).toEqual(['secret\n', 0o644]);
});

test('a directory that every user can write to is not used', async () => {
  const state = temporaryDirectory();
  chmodSync(state, 0o777);
  expect((await added({ XDG_STATE_HOME: state }, 'ls')).said).toBe(
    `The history is not kept in ${fileOf(state)}: ${state} can be written to by everybody\n`,
  );
});

const asRoot = itNeeds('root', process.geteuid?.() === 0);

asRoot("root does not write in another user's home, through a link of theirs, or in their file", async () => {
  const { state, file, canary } = prepared();
  writeFileSync(file, 'theirs\n');
  chownSync(file, 65534, 65534);
  expect((await added({ XDG_STATE_HOME: state }, 'ls')).said).toContain('it belongs to another user');
  expect(readFileSync(file, 'utf8')).toBe('theirs\n');
  const home = temporaryDirectory();
  mkdirSync(join(home, '.local'));
  symlinkSync(dirname(canary), join(home, '.local/state'));
  for (const path of [home, join(home, '.local')]) chownSync(path, 65534, 65534);
  const { said } = await added({ HOME: home }, 'ls');
  expect(said).toContain(`${home} belongs to user 65534`);
  expect(readlinkSync(join(home, '.local/state'))).toBe(dirname(canary));
  expect(() => statSync(join(dirname(canary), 'hostspec'))).toThrow(/ENOENT/);
});
