import { writeFileSync } from 'node:fs';
import { machine } from 'node:os';
import { join } from 'node:path';
import { createRunnerHost } from '@hostspec/runner';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { architectures } from './bootstrap.js';
import { maxNoise } from './channel.js';
import { connectTarget } from './connect.js';
import type { ConnectOptions, RemoteConnection } from './options.js';

/** A host played by the test: a program that finds the mark in its input and answers as `script` says. */
const played = (script: string): readonly string[] => [
  process.execPath,
  '-e',
  `let text = '';
const mark = () => { const [, a, b] = /'%s%s (?:%s|start).n' (\\w+) (\\w+)/.exec(text); return a + b + ' '; };
const say = (...words) => process.stdout.write(mark() + words.join(' ') + '\\n');
const complain = (text, ...words) => process.stderr.write(text + '\\n' + mark() + words.join(' ') + '\\n');
const main = () => { ${script} };
let begun = false;
process.stdin.on('data', (piece) => {
  text += piece;
  if (!begun && /}\\n$/.test(text)) { begun = true; main(); }
});
process.stdin.on('end', () => process.exit());`,
];

const digest = 'a'.repeat(64);

const connecting = (script: string, options: Partial<ConnectOptions> = {}): Promise<unknown> =>
  connectTarget(
    { kind: 'via', command: played(script) },
    {
      runners: (arch) =>
        arch === 'arm64' ? 'there is no runner for arm64' : { program: '/does/not/exist', sha256: digest },
      connectTimeout: 20,
      ...options,
    },
  );

/** The end of the message with which a connection fails; every message is one line. */
const failing = async (script: string, options?: Partial<ConnectOptions>): Promise<string> => {
  const error: unknown = await connecting(script, options).then(
    () => new Error('connected'),
    (reason: unknown) => reason,
  );
  const { message } = error as Error;
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(message.length).toBeLessThan(4000);
  return message.slice(message.indexOf('process.stdin.on') < 0 ? 0 : message.indexOf(': ', 150) + 2);
};

describe('a host that lies', () => {
  test('its output cannot control a terminal', async () => {
    const message = await failing(`process.stdout.write('\\x1b[2J\\u202eok\\n'); process.exit()`);
    expect(message).toContain('\\u001b[2J\\u202eok');
    expect(await failing(`say('fail', 'arch', '\\x1b[31m' + 'v'.repeat(1000))`)).toMatch(
      /the architecture of the host is \\u001b\[31mv+…; there are runners for/,
    );
  });

  const large = `'x'.repeat(${10 * 1024 * 1024})`;
  const afterPassword = (then: string) =>
    `say('start'); say('password'); process.stdin.once('data', () => { ${then} })`;
  const sudo = { sudo: true } as const;
  const known = (password: string) => ({ sudo: true, password: () => password });
  test.each<[script: string, sentence: string, options?: Partial<ConnectOptions>]>([
    ['say("fail", "constructor")', 'the connection failed: constructor'],
    ['say("what")', 'the connection failed: what'],
    ['say("run", "kept", "m68k")', 'the connection failed: run kept m68k'],
    ['say("send", "m68k", "gzip")', 'the host asks for an unknown runner'],
    ['say("send", "__proto__", "gzip")', 'the host asks for an unknown runner'],
    ['say("send", "arm64", "gzip")', 'there is no runner for arm64'],
    ['say("fail", "program", "arm64")', 'there is no runner for arm64'],
    ['say("fail", "system", "FreeBSD")', 'the host runs FreeBSD; the runner is for Linux'],
    ['say("fail", "place")', 'no directory there can hold and run the runner'],
    ['say("fail", "write")', 'the runner cannot be written there; make room'],
    ['say("fail", "digest")', 'has another sha256 than the one that was sent'],
    ['say("start"); process.exit()', 'the connection ended before the runner started'],
    ['process.exit()', 'no shell answered; check that the command gives a shell there'],
    [
      `process.stdout.write(${large})`,
      `it sent more than ${maxNoise} bytes that do not belong to the connection`,
    ],
    [`process.stderr.write(${large})`, 'bytes that do not belong to the connection'],
    ['process.stdout.write(mark() + "x".repeat(100000))', 'a line of more than'],
    [
      `process.stdout.write('${'0'.repeat(48)} run kept amd64\\n'); process.exit()`,
      'no shell answered: 0000',
    ],
    ['', 'no answer for 0.3 s; check that the host is up', { connectTimeout: 0.3 }],
    ['say("start")', 'no answer for 0.3 s', { connectTimeout: 0.3 }],
    ['process.exit()', 'no shell answered; check', sudo],
    [`say('start'); process.stdout.write('bye\\n', () => process.exit())`, 'sudo refuses: bye; check', sudo],
    [`say('fail', 'terminal')`, 'sudo insists on a terminal there', sudo],
    [`say('sudo', 'ended')`, 'sudo refuses; check what sudo -l', sudo],
    [
      `process.stdin.on('data', () => say('fail', 'sudo'));
      complain('tester is not in the sudoers file', 'sudo', 'ended')`,
      'sudo refuses: tester is not in the sudoers file; check',
      sudo,
    ],
    [afterPassword(`say('fail', 'sudo')`), 'sudo asks for a password; name a file that has it', sudo],
    [afterPassword(`say('fail', 'sudo')`), 'the password for sudo must be one line', known('a\nb')],
    [afterPassword(`say('fail', 'sudo')`), 'the password for sudo must be one line', known('a\rb')],
    [afterPassword(`say('fail', 'sudo')`), 'the password for sudo must be one line', known('a\0b')],
    [
      afterPassword(`say('root'); say('home', '/root'); say('fail', 'arch', 'root');`),
      'the architecture of the host is ***;',
      known('root'),
    ],
  ])('%s is one sentence: %s', async (script, sentence, options) => {
    expect(await failing(script, options)).toContain(sentence);
  });

  test('it is not asked for the password of sudo twice', async () => {
    let asked = 0;
    const password = () => `secret${++asked}`;
    const message = await failing('say("start"); say("password"); say("password")', { sudo: true, password });
    expect(message).toContain('sudo did not accept the password');
    expect(message).not.toContain('secret');
    expect(asked).toBe(1);
  });

  test.each([
    ['refuses', 'sudo ended', ''],
    ['fails', 'fail what', ''],
    ['ends after the shell of root', 'root', 'setTimeout(() => process.exit(), 100);'],
  ])('the password is not shown if the host repeats it and %s', async (_, line, then) => {
    const script = `say('start'); say('password');
      process.stdin.once('data', (piece) => { complain('got ' + piece, '${line}'); ${then} });`;
    const message = await failing(script, { sudo: true, password: () => 'pass word' });
    expect(message).not.toContain('pass word');
    expect(message).toMatch(/got \*{3}|the connection failed: what/);
  });

  describe('the password is in no message, whatever the host makes of it:', () => {
    const password = 'Amber9 "Lantern';
    const json = JSON.stringify(password);
    const answers = (bytes: string) => `say('run', 'kept', 'amd64'); process.stdout.write(${bytes});`;

    test.each([
      ['as the reason of a failure', `say('fail', 'arch', 'x '.repeat(20) + password)`],
      ['as a word that is not expected', `say(password)`],
      ['in a line of its own', `say('fail', password)`],
      [
        'before the part of the noise that is kept',
        `process.stdout.write(password + 'y'.repeat(4096 - 9)); process.exit()`,
      ],
      [
        'in pieces',
        `process.stderr.write(password.slice(0, 5)); setTimeout(() => { process.stderr.write(password.slice(5) + '\\n'); process.exit(); }, 50)`,
      ],
      [
        'around a marked line',
        `process.stdout.write(password.slice(0, 5)); say('start'); process.stdout.write(password.slice(5) + '\\n'); process.exit()`,
      ],
      ['after the last marked line', `say('run', 'kept', 'm68k ' + password)`],
    ])('%s', async (_, then) => {
      const script = `say('start'); say('password');
        process.stdin.once('data', () => { const password = ${json}; say('root'); ${then} });`;
      const message = await failing(script, { sudo: true, password: () => password });
      expect(message).not.toMatch(/Amber9|Lantern|ber9/);
    });

    const frame = (kind: number, body: string) => `Buffer.concat([
      Buffer.from([0, 0, Buffer.byteLength(${body}) >> 8, Buffer.byteLength(${body}) & 255, 0, 0, 0, 1, ${kind}, 0, 0, 0, 0, 0, 0, 0]),
      Buffer.from(${body}) ])`;
    const greets = `'hostspec-runner frames follow\\n'`;
    const hello = `{ root: '/', uid: 0, gid: 0, groups: [], hostname: password, build: password, arch: password, protocol: 3 }`;

    test.each([
      ['in place of a runner', `${answers(`'x'.repeat(490) + password + '\\n'`)}process.exit()`, undefined],
      [
        'as the reason of an error',
        answers(greets) + answersWith(66, `{ problem: 'failed', reason: password }`),
        undefined,
      ],
      [
        'as an answer of another kind',
        answers(greets) + answersWith(64, `{ root: 5, [password]: 1, uid: password }`),
        undefined,
      ],
      ['as no JSON', `${answers(greets)}process.stdout.write(${frame(64, 'password')})`, undefined],
      ['as its name and version', answers(greets) + answersWith(64, hello), 'connected'],
    ])('%s', async (_, then, outcome) => {
      const script = `say('start'); say('password');
        process.stdin.once('data', () => { const password = ${json}; say('root'); process.stdin.once('data', () => { ${then} }); });`;
      const said = await connecting(script, { sudo: true, password: () => password })
        .then(async (connection) => {
          const { stream } = connection as RemoteConnection;
          onTestFinished(() => (connection as RemoteConnection).close());
          const host = await createRunnerHost(stream);
          return `connected ${JSON.stringify(host.runner)} ${await host.hostname()}`;
        })
        .catch((error: Error) => error.message);
      expect(said).not.toMatch(/Amber9|Lantern|ber9/);
      if (outcome !== undefined) expect(said).toContain(outcome);
    });

    function answersWith(kind: number, body: string): string {
      return `process.stdout.write(${frame(kind, `JSON.stringify(${body})`)})`;
    }
  });

  test.each([
    'sudo: sorry, you must have a tty to run sudo',
    'sudo: no tty present and no askpass program specified',
    'sudo: a terminal is required to read the password',
  ])('a sudo that says «%s» is tried once more, on a terminal', async (words) => {
    const script = `const refuse = (text) => complain(text, 'sudo', 'ended');
      refuse('${words}');
      let times = 0;
      process.stdin.on('data', (piece) => {
        refuse('script ' + /script -qec/.test(piece) + ' ' + ++times + '\\n${words}');
      });`;
    expect(await failing(script, { sudo: true })).toMatch(
      new RegExp(
        `: sudo refuses: ${words}; script true 1; ${words}; check what sudo -l lists there, or connect as root$`,
      ),
    );
  });

  test('the password is sent once, in one line, and nothing else before the shell of root', async () => {
    const script = `say('start'); say('password'); let sent = '';
      process.stdin.on('data', (piece) => {
        sent += piece;
        if (sent.endsWith('\\n')) say('fail', 'arch', Buffer.from(sent).toString('hex'));
      });`;
    const message = await failing(script, { sudo: true, password: async () => 'pä' });
    expect(message).toContain(`the architecture of the host is ${Buffer.from('pä\n').toString('hex')}`);
  });

  test('a person may think about the password for longer than the host may be silent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const password = async () => {
        vi.advanceTimersByTime(60_000);
        return 'secret';
      };
      const script = afterPassword(`say('fail', 'sudo')`);
      expect(await failing(script, { sudo: true, password })).toContain('sudo is not installed');
    } finally {
      vi.useRealTimers();
    }
  });

  test('it gets no password without --sudo', async () => {
    const password = () => {
      throw new Error('asked');
    };
    expect(await failing('say("password")', { password })).toContain('the connection failed: password');
  });

  const kept = { arch: 'amd64', runner: 'kept', stays: true, home: undefined, lang: undefined };
  test.each<[name: string, script: string, facts: object]>([
    [
      'a home directory with spaces',
      `say('home', '/home/a  b c'); say('lang', 'C.UTF-8'); say('run', 'temporary', 's390x')`,
      { arch: 's390x', runner: 'uploaded', stays: false, home: '/home/a  b c', lang: 'C.UTF-8' },
    ],
    ...[
      ['home', 'relative'],
      ['home', '/a\\x07b'],
      ['home', `/${'x'.repeat(2000)}`],
      ['lang', ''],
      ['lang', '/tmp/x'],
      ['lang', 'C C'],
      ['lang', 'C\\x07'],
      ['lang', 'x'.repeat(2000)],
    ].map(([word, value = '']): [string, string, object] => [
      `no ${word} such as "${value.slice(0, 9)}"`,
      `say('${word}', '${value}'); say('run', 'kept', 'amd64')`,
      kept,
    ]),
  ])('it is believed to have %s', async (_, script, expected) => {
    const { facts, close } = (await connecting(script)) as RemoteConnection;
    await close();
    expect(facts).toEqual(expected);
  });
});

describe('a runner on this machine', () => {
  test('for a machine like this one is read while the connection is opened, unless one may be there', async () => {
    const [own] = Object.entries(architectures).find(([, names]) => names.includes(machine())) ?? [];
    const all = Object.keys(architectures);
    for (const [keepRunner, expected] of [
      [false, [own, ...all]],
      [true, all],
    ] as const) {
      const asked: string[] = [];
      const runners = (arch: string): string => `${asked.push(arch)}`;
      await failing(`say('fail', 'place')`, { runners, keepRunner });
      expect(asked).toEqual(expected);
    }
  });

  const changed = (): string => {
    const program = join(temporaryDirectory(), 'runner');
    writeFileSync(program, 'changed');
    return program;
  };
  test.each([
    [
      'cannot be read',
      () => '/does/not/exist',
      /\/does\/not\/exist cannot be read: .*; install hostspec again/,
    ],
    [
      'is another program',
      changed,
      /is not the runner that hostspec was built with: its sha256 is \w{64}, not a{64}/,
    ],
    ['is a directory', temporaryDirectory, /is not a regular file/],
  ])('that %s is not sent', async (_, make, message) => {
    const program = make();
    const runners = () => ({ program, sha256: digest });
    expect(await failing('say("send", "amd64", "gzip")', { runners })).toMatch(message);
  });
});
