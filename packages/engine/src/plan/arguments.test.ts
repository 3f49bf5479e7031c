import { describe, expect, test } from 'vitest';
import { type Filling, fillTemplate, prepareCommand, substitute } from './arguments.js';

const filled = (...values: string[]): Filling => ({ kind: 'values', values });
const several = (...values: string[]): Filling => ({ kind: 'arguments', values });

describe('a command', () => {
  test('without %s is split into words', () => {
    const command = "/bin/a 'b c' d";
    expect(prepareCommand(command)).toEqual({ argv: ['/bin/a', 'b c', 'd'], commandLine: command });
  });

  test('keeps each value one argument, in order', () => {
    expect(fillTemplate("/bin/a %s x=%s:%s '%s y'", filled('b c', '$(d)', 'e;', "f'"))).toEqual({
      argv: ['/bin/a', 'b c', 'x=$(d):e;', "f' y"],
      commandLine: "/bin/a b c x=$(d):e; 'f' y'",
    });
  });

  test('takes several arguments in place of one', () => {
    expect(fillTemplate('/bin/ls -la %s', several('/a b', '/c'))).toEqual({
      argv: ['/bin/ls', '-la', '/a b', '/c'],
      commandLine: '/bin/ls -la /a b /c',
    });
    expect(fillTemplate('/bin/a %s %s', filled('b', 'c'))).toMatchObject({ commandLine: '/bin/a b c' });
  });

  test('that is one value is the command line itself', () => {
    expect(fillTemplate('%s', filled("/bin/a -x 'b c'"))).toEqual({
      argv: ['/bin/a', '-x', 'b c'],
      commandLine: "/bin/a -x 'b c'",
    });
  });

  test.each(['a\0b', 'a\ud800b'])('with %j is refused, also beside a good value', (bad) => {
    for (const template of ['/bin/a %s', '%s'])
      expect(fillTemplate(template, filled(bad))).toEqual({
        refused: `${JSON.stringify([bad])} contains NUL or bytes that are not UTF-8, which cannot be passed as a program argument`,
      });
    expect(fillTemplate('/bin/a %s %s', filled('good', bad))).toHaveProperty('refused');
  });

  test('quotes values only in a word that is a command line for another shell', () => {
    const nested = { nestedCommandLine: true };
    const given = filled("b' c");
    expect(fillTemplate("/bin/sh -c 'echo %s'", given, nested)).toMatchObject({
      argv: ['/bin/sh', '-c', "echo 'b'\\'' c'"],
    });
    expect(fillTemplate("/bin/sh -c 'echo %s'", given)).toMatchObject({
      argv: ['/bin/sh', '-c', "echo b' c"],
    });
    expect(fillTemplate('/bin/sh %s', given, nested)).toMatchObject({ argv: ['/bin/sh', "b' c"] });
  });

  test.each(['ls', 'du', 'md5sum', 'getent', 'rpm', 'lsattr', 'modinfo', 'cat', 'stat'])(
    '%s gets -- before a value that looks like an option',
    (program) => {
      expect(fillTemplate(`/bin/${program} -x %s`, filled('-rf'))).toMatchObject({
        argv: [`/bin/${program}`, '-x', '--', '-rf'],
      });
      expect(fillTemplate(`/bin/${program} %s`, several('a', '-rf'))).toMatchObject({
        argv: [`/bin/${program}`, '--', 'a', '-rf'],
      });
    },
  );

  test('of another program is refused if a value would become an option', () => {
    expect(fillTemplate('/bin/tar %s', filled('--to-command=x'))).toEqual({
      refused: '"--to-command=x" would be read as an option of /bin/tar',
    });
    expect(fillTemplate('/bin/tar --file=%s', filled('-x'))).toMatchObject({
      argv: ['/bin/tar', '--file=-x'],
    });
    expect(fillTemplate('/bin/tar %s-', filled('-x'))).toHaveProperty('refused');
    expect(fillTemplate('%s x', filled('-x'))).toEqual({
      refused: '"-x" would be read as an option of the command',
    });
  });

  test.each(['%s -v', ' %s -v'])('whose program is a value needs an absolute path: %j', (template) => {
    expect(fillTemplate(template, filled('/usr/bin/java'))).toMatchObject({ argv: ['/usr/bin/java', '-v'] });
    for (const program of ['java', 'bin/java', 'java/', ''])
      expect(fillTemplate(template, filled(program))).toEqual({
        refused: `${JSON.stringify(program)} is not an absolute path to a program`,
      });
  });

  test('whose program is not a value may have a relative path', () => {
    expect(fillTemplate('java %s', filled('x'))).toMatchObject({ argv: ['java', 'x'] });
  });
});

describe('a secret', () => {
  const hidden = { secret: 'curl-config' } as const;

  test.each([
    ['-H', 'header'],
    ['--header', 'header'],
    ['-u', 'user'],
    ['-b', 'cookie'],
  ])('of the option %s goes to the standard input of curl', (option, name) => {
    const template = `/usr/bin/curl -s ${option} 'token: %s' http://localhost/`;
    expect(fillTemplate(template, filled('x+/='), hidden)).toEqual({
      argv: ['/usr/bin/curl', '-s', '--config', '-', 'http://localhost/'],
      commandLine: template,
      stdin: `${name} = "token: x+/="\n`,
    });
  });

  test('cannot end the quotes of its line', () => {
    expect(fillTemplate('/usr/bin/curl -H %s', filled('a"b\\c"'), hidden)).toMatchObject({
      stdin: 'header = "a\\"b\\\\c\\""\n',
    });
  });

  test.each(['a\nb', 'a\rb', '\n'])('with more than one line is refused without telling it: %j', (secret) => {
    expect(fillTemplate('/usr/bin/curl -H %s', filled(secret), hidden)).toEqual({
      refused: 'the secret has more than one line',
    });
  });

  test.each(['/usr/bin/curl -X %s', '%s -H'])(
    'is refused if it does not follow an option that can be hidden: %s',
    (template) => {
      expect(fillTemplate(template, filled('token'), hidden)).toEqual({
        refused: `cannot pass curl the secret in ${template}`,
      });
    },
  );
});

test('values replace the placeholders in order, and `%s` in a value stays', () => {
  expect(substitute('a %s b %s', ['1', '%s'])).toBe('a 1 b %s');
  expect(substitute('a', [])).toBe('a');
});

test.each([
  ['%s%s', ['1'], '"%s%s" has 2 %s for 1 values'],
  ['%s', [], '"%s" has 1 %s for 0 values'],
  ['a', ['1'], '"a" has 0 %s for 1 values'],
  ['a %s', ['1', '2'], '"a %s" has 1 %s for 2 values'],
])('%j with %j is an error: no %%s stays, and no value is lost', (template, values, message) => {
  expect(() => substitute(template, values)).toThrow(
    expect.objectContaining({ code: 'PLACEHOLDER_MISMATCH', message }),
  );
});
