import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { git } from '../workspace/execute.mjs';
import { packagesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { baseOf, changesSince } from './changes.mjs';
import { runApart } from './namespace.mjs';
import { runsOfPackages, survivorsOf, thresholdOf } from './runs.mjs';
import { listed, mutantsOf, scoreOf, staleOf } from './score.mjs';
import { resultsOf, textOf } from './text.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mutate-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const source = 'const one = 1;\n  return one > 0;\n';
const mutant = (status, replacement = 'one >= 0') => ({
  file: 'src/a.ts',
  location: { start: { line: 2, column: 10 }, end: { line: 2, column: 17 } },
  replacement,
  status,
});
const tested = (...mutants) =>
  mutantsOf(mutants.map((each) => `${JSON.stringify(each)}\n`).join(''), () => source);
const entry = (change, reason = 'equal') => ({
  reason,
  mutants: [{ file: 'src/a.ts', line: 'return one > 0;', change }],
});

describe('the score', () => {
  test('a mutant is known by its file, its line and its change', () => {
    expect(tested(mutant('Survived'))).toEqual([
      { file: 'src/a.ts', at: 2, line: 'return one > 0;', change: 'one > 0 → one >= 0', status: 'survived' },
    ]);
  });

  test('what takes for ever is caught, and what cannot be run or is ignored does not count', () => {
    const all = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'RuntimeError', 'CompileError'];
    const mutants = tested(...all.map((status) => mutant(status)));
    expect(mutants.map(({ status }) => status)).toEqual(['caught', 'caught', 'survived', 'uncovered']);
    expect(scoreOf(mutants, new Map())).toMatchObject({ mutants: 4, caught: 2, percent: 50 });
  });

  test('a survivor with a reason counts against its package, but not against a change', () => {
    const mutants = tested(mutant('Killed'), mutant('Survived', 'true'), mutant('Survived'));
    const entries = listed([entry('one > 0 → true')]);
    expect(scoreOf(mutants, entries)).toMatchObject({ listed: 1, percent: 100 / 3 });
    expect(scoreOf(mutants, entries, { isChange: true })).toMatchObject({ listed: 1, percent: 50 });
    expect(scoreOf(mutants, entries).survivors.map(({ change }) => change)).toEqual(['one > 0 → one >= 0']);
    expect(scoreOf([], entries).percent).toBe(100);
  });

  test('an entry is stale once its mutant is caught or gone, if its file was tested', () => {
    const entries = listed([entry('one > 0 → true'), entry('one > 0 → false'), entry('one > 0 → one >= 0')]);
    const mutants = tested(mutant('Killed', 'true'), mutant('Survived'));
    const stale = staleOf(mutants, entries, ['src/a.ts']).join('\n');
    expect(stale).toContain('one > 0 → true is caught now');
    expect(stale).toContain('one > 0 → false does not exist any more');
    expect(stale).not.toContain('one >= 0');
    expect(staleOf(mutants, entries, ['src/b.ts'])).toEqual([]);
  });
});

describe('the result', () => {
  const runOf = (...mutants) => [{ each: { folder: 'a' }, files: ['src/a.ts'], mutants: tested(...mutants) }];
  const results = (runs, { threshold = 50, list = [], isChange = false } = {}) =>
    resultsOf(runs, { survivorsOf: () => listed(list), thresholdOf: () => threshold, isChange });

  test('a package passes at its threshold, and fails below it', () => {
    const runs = runOf(mutant('Killed'), mutant('Survived'));
    expect(textOf(results(runs), [])).toMatch(
      /1 of 2 mutants caught, 50 %; [\s\S]*\n1 passed, 0 failed, 0 skipped$/,
    );
    expect(textOf(results(runs, { threshold: 51 }), [])).toMatch(
      /50 %; at least 51 % is needed; [\s\S]*\n0 passed, 1 failed, 0 skipped$/,
    );
  });

  test('a package fails if its list of survivors is wrong, but a change says nothing about the list', () => {
    const runs = runOf(mutant('Killed'));
    const list = [entry('one > 0 → one >= 0')];
    expect(results(runs, { list })[0].passed).toBe(false);
    expect(textOf(results(runs, { list }), [])).toContain('survivors/a.json: src/a.ts');
    expect(results(runs, { list, isChange: true })[0].passed).toBe(true);
  });

  test('survivors without a reason, uncovered lines and files that were left out are named', () => {
    const text = textOf(results(runOf(mutant('NoCoverage'))), ['packages/a/src/b.ts']);
    expect(text).toContain('src/a.ts:2: return one > 0;\n    one > 0 → one >= 0 (no test comes here)');
    expect(text).toContain('left out, there was no time: packages/a/src/b.ts');
    expect(text).toMatch(/0 passed, 1 failed, 1 skipped$/);
  });

  test('a sample is named as such', () => {
    const [run] = runOf(mutant('Killed'));
    const text = textOf(results([{ ...run, files: [], sampled: { 'src/a.ts': 9 } }]), []);
    expect(text).toContain('1 of 1 mutants caught (only a sample of 1 files), 100 %;');
  });

  test('nothing to mutate passes', () => {
    expect(textOf([], [])).toBe('nothing to mutate\n0 passed, 0 failed, 0 skipped');
  });
});

describe('changes', () => {
  const write = (file, text) => {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const commit = () => {
    git(folder, 'add', '.');
    git(folder, '-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '-qm', 'x');
    return git(folder, 'rev-parse', 'HEAD').trim();
  };
  beforeEach(() => git(folder, 'init', '--quiet', '--initial-branch=main'));

  test('the lines of sources that differ, the most changed file first', () => {
    write('packages/a/src/one.ts', '1\n2\n3\n4\n');
    write('packages/b/src/gone.ts', 'gone\n');
    write('packages/b/README.md', '1\n');
    const base = commit();
    write('packages/a/src/one.ts', '1\nzwei\n3\n');
    write('packages/a/src/deep/new.ts', '1\n2\n');
    write('packages/b/README.md', '2\n');
    rmSync(join(folder, 'packages/b/src/gone.ts'));
    commit();
    expect(changesSince(folder, base)).toEqual([
      { folder: 'a', file: 'src/deep/new.ts', ranges: [[1, 2]], lines: 2 },
      { folder: 'a', file: 'src/one.ts', ranges: [[2, 2]], lines: 1 },
    ]);
    expect(() => changesSince(folder, 'no-such-commit')).toThrow('no-such-commit');
  });

  test('a change begins where HEAD left main, and on main at the commit before', () => {
    write('a', '1');
    const first = commit();
    expect(baseOf(folder)).toBeUndefined();
    write('a', '2');
    const second = commit();
    expect(baseOf(folder)).toBe(first);
    git(folder, 'switch', '--quiet', '--create', 'branch');
    for (const text of ['3', '4']) {
      write('a', text);
      commit();
    }
    expect(baseOf(folder)).toBe(second);
  });
});

describe('what is mutated', () => {
  test('every package with a threshold has sources, and no test or table of specs is mutated', () => {
    const folders = packagesOf(root)
      .filter(thresholdOf)
      .map((each) => each.folder);
    const files = runsOfPackages(folders).flatMap(({ files }) => files);
    expect(files.length).toBeGreaterThan(folders.length);
    expect(files.filter((file) => /\.test\.ts$|\/specs\.ts$|variant-a|\/version\.ts$/.test(file))).toEqual(
      [],
    );
    expect(() => runsOfPackages(['none'])).toThrow('there is no package none; allowed: archive');
  });

  test('every survivor with a reason is in a line that exists', () => {
    for (const { folder, path } of packagesOf(root))
      for (const { file, line, reason } of survivorsOf(folder).values()) {
        const lines = existsSync(join(path, file)) ? readFileSync(join(path, file), 'utf8').split('\n') : [];
        const start = line.replace(/…$/, '');
        const found = lines.some((text) => text.trim().replace(/\s+/g, ' ').startsWith(start));
        expect(found, `${folder}/${file}: ${line}`).toBe(true);
        expect(reason).toMatch(/\w/);
      }
  });
});

describe('apart from the machine', () => {
  const withNamespaces = needs(
    'root',
    'a mount namespace',
    'a network namespace',
    'a PID namespace',
    'setpriv',
  );
  const script = (text) => ['sh', '-c', text, 'sh'];

  const commandLines = () =>
    readdirSync('/proc').flatMap((name) => {
      try {
        return /^\d+$/.test(name) ? [readFileSync(`/proc/${name}/cmdline`, 'utf8')] : [];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });

  beforeEach(() => {
    vi.stubEnv('TMPDIR', folder);
  });

  withNamespaces('what it writes is lost, and only its results come back', async () => {
    const probe = join(root, 'packages/spec/src/mutant-probe.ts');
    const text = `cat "$1/task.json" >"$1/results"; echo x >/etc/mutant-probe; echo x >${probe}; test -e ${probe}`;
    const answer = await runApart(script(text), { a: 1 });
    expect(answer).toEqual({ status: 0, results: '{"a":1}' });
    expect([probe, '/etc/mutant-probe'].filter(existsSync)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  withNamespaces('it cannot see or end processes of the machine, and reaches no network', async () => {
    const text = `! kill -0 ${process.pid} && [ "$(ls /sys/class/net)" = lo ]`;
    expect((await runApart(script(text), {})).status).toBe(0);
  });

  withNamespaces('it cannot change the kernel or the machine’s devices', async () => {
    // Each of these leaves the machine as it is, even if nothing stops it: files are only opened, and the mode stays the same.
    const text = [
      'for path in /proc/sys/kernel/hostname /sys/power/state; do [ ! -e "$path" ] || ! (: >>"$path") || exit 1; done',
      '! chmod 666 /dev/null && ! mknod /tmp/disk b 8 0 && echo x >/dev/null',
    ].join('\n');
    expect((await runApart(script(text), {}, { stdio: 'ignore' })).status).toBe(0);
  });

  withNamespaces('it ends with everything in it when the time is up', async () => {
    const marker = `${31536000 + process.pid}.5`;
    const run = runApart(script(`sleep ${marker} & sleep ${marker}`), {}, { seconds: 3 });
    expect((await run).status).toBeUndefined();
    expect(commandLines().filter((line) => line.includes(marker))).toEqual([]);
  });
});
