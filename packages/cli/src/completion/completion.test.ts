import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { commands } from '../commands.js';
import { bin, hostspec } from '../testing/cli.js';
import { complete, operandsOf } from './complete.js';

/** What a shell offers at the end of a command line, sorted. */
type Offer = (line: string) => string[];

const stubs = new Map<string, string>();

/** The completion of a shell, which is the same for every command line. */
function stubOf(shell: string): string {
  const text = stubs.get(shell) ?? hostspec(['completion', shell]).stdout;
  stubs.set(shell, text);
  return text;
}

/** Runs a program of a shell where `hostspec` is in the path and the directory has some files. */
function runIn(shell: string, args: readonly string[], line: string): string {
  const folder = temporaryDirectory();
  const programs = temporaryDirectory();
  for (const name of ['host one.tar.gz', 'other.json']) writeFileSync(join(folder, name), '');
  mkdirSync(join(folder, 'hosts'));
  writeFileSync(join(programs, 'hostspec'), `#!/bin/sh\nexec ${process.execPath} ${bin} "$@"\n`);
  chmodSync(join(programs, 'hostspec'), 0o755);
  writeFileSync(join(programs, 'stub'), stubOf(shell));
  const { stdout, stderr } = spawnSync(shell, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
    env: {
      HOME: folder,
      LINE: line,
      STUB: join(programs, 'stub'),
      PATH: `${programs}:${process.env.PATH}`,
      TERM: 'dumb',
      LC_ALL: 'C.UTF-8',
    },
  });
  expect(stderr).toBe('');
  return stdout;
}

const linesOf = (text: string): string[] =>
  [...new Set(text.split('\n').map((each) => each.trimEnd()))].filter((each) => each !== '').sort();

const inBash: Offer = (line) =>
  linesOf(
    runIn(
      'bash',
      [
        '--norc',
        '-c',
        `source "$STUB"
         eval "COMP_WORDS=($(sed 's/=/ = /g' <<< "$LINE"))"
         [[ $LINE == *' ' || $LINE == *= ]] && COMP_WORDS+=('')
         COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
         _hostspec hostspec
         printf '%s\\n' "\${COMPREPLY[@]}"`,
      ],
      line,
    ),
  );

// compadd is replaced: it prints what would be offered, because only a terminal shows it.
const inZsh: Offer = (line) =>
  linesOf(
    runIn(
      'zsh',
      [
        '-f',
        '-c',
        `zmodload zsh/zpty
         zpty shell 'PS1= zsh -f -i'
         zpty -w shell 'autoload -Uz compinit; compinit -u -D; source "$STUB"
           zstyle ":completion:*" list-separator "#"
           compadd() { [[ $argv[1,-2] == *-O* || $argv[1,-2] == *-A* || $argv[1,-2] == *-D* ]] && { builtin compadd "$@"; return }
             local -a found; builtin compadd -O found "$@"; local each; for each in $found; do print -r -- "<$each>"; done; builtin compadd "$@" }
           finished() { zle complete-word; print -r -- "FINI""SHED" }
           zle -N finished; bindkey "^I" finished; print "REA""DY"'
         zpty -r shell text '*READY*'
         zpty -w -n shell "$LINE"$'\\t'
         zpty -r shell text '*FINISHED*'
         print -r -- "$text"`,
      ],
      line,
    )
      .replaceAll('\r', '')
      .split('\n')
      .flatMap((each) => /<(.*)>/.exec(each)?.[1] ?? [])
      .join('\n'),
  );

const inFish: Offer = (line) =>
  linesOf(
    runIn('fish', ['--no-config', '-c', 'source "$STUB"; complete -C "$LINE"'], line)
      .split('\n')
      .map((each) => each.split('\t')[0])
      .join('\n'),
  );

const shells: readonly (readonly [string, Offer])[] = [
  ['bash', inBash],
  ['zsh', inZsh],
  ['fish', inFish],
];

describe.each(shells)('in %s', (shell, offer) => {
  const names = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))].sort();
  needs(shell)('offers the commands', () => {
    expect(offer('hostspec ').filter((each) => !each.startsWith('-'))).toEqual(names);
    expect(offer('hostspec check')).toEqual(['check', 'check-secrets']);
  });

  needs(shell)('offers the options of a command, of one or two words', () => {
    expect(offer('hostspec collect --max-')).toEqual([
      '--max-bytes',
      '--max-item-bytes',
      '--max-spec-time',
      '--max-time',
    ]);
    expect(offer('hostspec catalog d')).toEqual(['diff']);
    expect(offer('hostspec catalog diff --p').map((each) => each.replace(/=$/, ''))).toEqual(['--packages']);
  });

  needs(shell)('offers the values of an option', () => {
    expect(offer('hostspec collect --format ')).toEqual(['directory', 'ndjson', 'tar.gz']);
    expect(offer('hostspec collect --format nd')).toEqual(['ndjson']);
    expect(offer('hostspec catalog --domain kern')).toEqual(['kernel']);
  });

  needs(shell)('offers the names of specs', () => {
    expect(offer('hostspec collect --only ethtool_')).toContain('ethtool_S');
    expect(offer('hostspec show cpuinf')).toEqual(['cpuinfo']);
    expect(offer('hostspec read other.json cpuinf')).toEqual(['cpuinfo']);
  });

  needs(shell)('offers files where a path is expected, also after an option with a value', () => {
    expect(offer('hostspec read oth')).toEqual(['other.json']);
    expect(offer('hostspec read --status failed oth')).toEqual(['other.json']);
    expect(offer('hostspec collect --plan oth')).toEqual(['other.json']);
    expect(offer('hostspec collect --root ho').map((each) => each.replace(/\/$/, ''))).toEqual(['hosts']);
  });
});

needs('bash')('bash completes --option=value, the last of several values, and names with blanks', () => {
  expect(inBash('hostspec collect --format=nd')).toEqual(['ndjson']);
  expect(inBash('hostspec collect --plan=oth')).toEqual(['other.json']);
  expect(inBash('hostspec collect --format=')).toEqual(['directory', 'ndjson', 'tar.gz']);
  expect(inBash('hostspec collect --only cpuinfo,cmdl')).toEqual(['cpuinfo,cmdline']);
  expect(inBash('hostspec read --status tim')).toEqual(['timed\\ out']);
  expect(inBash('hostspec read host')).toEqual(['host one.tar.gz', 'hosts']);
});

needs('zsh')('zsh completes the last of several values', () => {
  expect(inZsh('hostspec collect --only cpuinfo,cmdl')).toEqual(['cpuinfo,cmdline']);
  expect(inZsh('hostspec read --status failed,tim')).toEqual(['failed,timed out']);
  expect(inZsh('hostspec collect --format=nd')).toEqual(['--format=ndjson']);
  expect(inZsh('hostspec collect --plan=oth')).toEqual(['other.json']);
});

needs('fish')('fish completes the last of several values', () => {
  expect(inFish('hostspec collect --only cpuinfo,cmdl')).toEqual(['cpuinfo,cmdline']);
  expect(inFish('hostspec collect --format=nd')).toEqual(['--format=ndjson']);
  expect(inFish('hostspec collect --plan=oth')).toEqual(['--plan=other.json']);
});

test('all that the help names can be completed', async () => {
  const operands = new Map<string, ReturnType<typeof operandsOf>>();
  for (const { name, load } of commands) {
    const { usage, options } = (await load()).default;
    operands.set(name, operandsOf(usage));
    for (const option of Object.keys(options)) {
      const { words } = await complete([...name.split(' '), `--${option}`], commands);
      expect(words).toContainEqual({ word: `--${option}`, brief: expect.stringMatching(/\w$|[)%"]$/) });
      await complete([...name.split(' '), `--${option}`, ''], commands);
    }
  }
  expect(operands.get('read')).toEqual(['files', 'specs']);
  expect(operands.get('explain')).toEqual(['specs', 'files']);
  expect(operands.get('redact')).toEqual(['files']);
  expect(operands.get('collect')).toEqual([]);
});

test.each([
  [['nothing', ''], {}],
  [['collect', '--'], { words: expect.arrayContaining([{ word: '--help', brief: 'Show the help' }]) }],
  [['read', '--', '--js'], { shell: 'files' }],
  [['read', '--json', 'x', 'cpuinf'], { words: [{ word: 'cpuinfo' }] }],
  [['read', 'x', 'cpuinfo', ''], {}],
  [['collect', '--__proto__', ''], {}],
  [['__proto__', ''], {}],
  [['collect', '--only=cpuinfo,cmdl'], { shell: 'list', words: [{ word: '--only=cpuinfo,cmdline' }] }],
  [
    ['check', '--skip-finding', 'storage/raid_d'],
    { shell: 'list', words: [{ word: 'storage/raid_degraded' }] },
  ],
  [['read', '--status=tim'], { shell: 'list', words: [{ word: '--status=timed out' }] }],
])('%j', async (words, candidates) => {
  expect(await complete(words, commands)).toEqual({ words: [], ...candidates });
});

test('the commands alone are completed without loading one', async () => {
  const unloaded = commands.map((each) => ({ ...each, load: () => Promise.reject(new Error('loaded')) }));
  expect((await complete(['check-'], unloaded)).words).toMatchObject([{ word: 'check-secrets' }]);
});

test('names that cannot be completed are refused', () => {
  expect(hostspec(['completion', 'csh'])).toEqual({
    status: 2,
    stdout: '',
    stderr: 'hostspec: there is no completion for "csh"; allowed: bash, zsh, fish\n',
  });
});
