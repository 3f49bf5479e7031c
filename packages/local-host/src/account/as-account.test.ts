import { readFileSync } from 'node:fs';
import { joinWords } from '@hostspec/spec';
import { expect, it } from 'vitest';
import { accountCommand, changesUser } from './as-account.js';

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
