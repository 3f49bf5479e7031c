import { execFileSync, spawnSync } from 'node:child_process';
import * as spec from '@hostspec/spec';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryDirectory, writeFiles } from '../../test/folder.ts';
import { packagesOf } from '../../workspace/packages.mjs';
import { root } from '../../workspace/root.mjs';
import { catalogDiffs, changesetText, compareSlices, diffViolations } from './check.mjs';

const { defineCondition, defineProvider, defineSetting, foreachExecute, simpleCommand, simpleFile } = spec;

const pairs = (overrides = {}) =>
  defineProvider({
    name: 'pairs',
    doc: 'Pairs.',
    yields: 'list',
    width: 2,
    evaluate: () => [],
    ...overrides,
  });
const isLab = (doc = 'In the lab.') =>
  defineCondition({ name: 'IsLab', doc, evaluate: () => ({ holds: true }) });
const words = (value = ['a']) => defineSetting({ name: 'words', doc: 'Words', default: value });
const specs = {
  each: foreachExecute('/bin/x %s %s', { provider: 'pairs' }, { doc: 'Each' }),
  motd: simpleFile('/etc/motd', { doc: 'Message' }),
  uptime: simpleCommand('/usr/bin/uptime', { doc: 'Uptime' }),
};

const data = ({ overlay = { omit: ['uptime'] }, parts = {}, ...changed } = {}) => {
  const defined = Object.entries({ ...specs, ...changed }).filter(([, each]) => each !== undefined);
  const slice = spec.slice({
    name: 'lab',
    version: '1.0.0',
    specs: Object.fromEntries(defined),
    providers: [pairs()],
    conditions: [isLab()],
    settings: [words()],
    ...parts,
  });
  return JSON.parse(JSON.stringify(spec.sliceData(slice, { a: spec.variant(slice, overlay) })));
};

const compare = (after, before = data()) => {
  const { bump, changes } = compareSlices(spec, before, after);
  return [bump, ...changes.map(({ line }) => line)];
};

describe('the release that a change of the catalog requires', () => {
  test.each([
    ['nothing', data(), ['none']],
    [
      'a new spec',
      data({ cmdline: simpleFile('/proc/cmdline', { doc: 'Kernel' }) }),
      ['minor', '+ cmdline = simple_file("/proc/cmdline")'],
    ],
    ['a spec that is gone', data({ motd: undefined }), ['major', '- motd']],
    [
      'a renamed spec',
      data({ motd: undefined, message: specs.motd }),
      ['major', '+ message = simple_file("/etc/motd")', '- motd'],
    ],
    [
      'another path',
      data({ motd: simpleFile('/run/motd', { doc: 'Message' }) }),
      ['patch', '~ motd: simple_file("/run/motd"), was simple_file("/etc/motd")'],
    ],
    [
      'another type',
      data({ motd: simpleCommand('/bin/cat /etc/motd', { doc: 'Message' }) }),
      ['patch', '~ motd: simple_command("/bin/cat /etc/motd"), was simple_file("/etc/motd")'],
    ],
    [
      'another doc and behaviour',
      data({ motd: simpleFile('/etc/motd', { doc: 'Other', timeout: 5, raw: true }) }),
      ['patch', '~ motd: doc, raw, timeout'],
    ],
    [
      'a removed spec of variant A',
      data({ overlay: { omit: ['uptime', 'motd'] } }),
      ['major', '- motd (variant A)'],
    ],
    [
      'a changed spec of variant A',
      data({ overlay: { omit: ['uptime'], override: { motd: simpleFile('/motd', { doc: 'Message' }) } } }),
      ['patch', '~ motd (variant A): simple_file("/motd"), was simple_file("/etc/motd")'],
    ],
    [
      'a provider replaced by another',
      data({
        each: foreachExecute('/bin/x %s %s', { provider: 'twos' }, { doc: 'Each' }),
        parts: { providers: [pairs({ name: 'twos' })] },
      }),
      [
        'major',
        '~ each: foreach_execute("/bin/x %s %s", provider=twos()), was foreach_execute("/bin/x %s %s", provider=pairs())',
        '+ provider twos',
        '- provider pairs',
      ],
    ],
    [
      'a provider of another width',
      data({ parts: { providers: [pairs({ width: 3 })] } }),
      ['major', '~ provider pairs: list 3, was list 2'],
    ],
    [
      'a provider with a new doc',
      data({ parts: { providers: [pairs({ doc: 'Other.' })] } }),
      ['patch', '~ provider pairs: doc'],
    ],
    ['a condition that is gone', data({ parts: { conditions: [] } }), ['major', '- condition IsLab']],
    [
      'a condition that changed',
      data({ parts: { conditions: [isLab('Elsewhere.')] } }),
      ['patch', '~ condition IsLab: doc'],
    ],
    ['another default', data({ parts: { settings: [words(['b'])] } }), ['patch', '~ setting words: default']],
    [
      'a setting with another kind of value',
      data({ parts: { settings: [words('b')] } }),
      ['major', '~ setting words: a string, was a list of strings'],
    ],
    [
      'a new value',
      data({ overlay: { omit: ['uptime'], values: { list: { doc: 'List', value: [] } } } }),
      ['minor', '+ value list'],
    ],
  ])('%s', (_case, after, said) => {
    expect(compare(after)).toEqual(said);
  });
});

describe('in a workspace', () => {
  let workspace;
  const git = (...args) =>
    execFileSync('git', ['-C', workspace, '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args]);
  const write = (path, text) => writeFiles(workspace, { [path]: text });
  const package_ = (version) =>
    write(
      'packages/lab/package.json',
      JSON.stringify({ name: '@hostspec/lab', version, exports: { './specs.json': './specs.json' } }),
    );
  const catalog = (changed) => write('packages/lab/specs.json', JSON.stringify(data(changed)));
  const diffs = () => catalogDiffs(workspace, packagesOf(workspace), spec);
  const violations = () => diffViolations(diffs());

  beforeEach(() => {
    workspace = temporaryDirectory();
    git('init', '--quiet');
    write('.changeset/README.md', 'About changesets\n');
    package_('1.9.0');
    catalog();
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
  });

  test('nothing is required before the first release', () => {
    catalog({ motd: undefined });
    expect(diffs()).toEqual([]);
  });

  describe('with a release', () => {
    beforeEach(() => {
      for (const version of ['1.9.0', '1.10.0']) git('tag', `@hostspec/lab@${version}`);
      git('tag', '@hostspec/lab-other@3.0.0');
      package_('1.10.0');
    });

    test('a catalog that did not change needs no changeset', () => {
      expect(violations()).toEqual([]);
    });

    test('a changed catalog needs its bump and its lines', () => {
      catalog({ motd: undefined });
      expect(violations()).toEqual([
        '@hostspec/lab needs a major release for its changes since 1.10.0, but its changesets declare none',
        '@hostspec/lab: no changeset says `- motd`',
      ]);
    });

    test('a changeset with a lower bump is not enough', () => {
      catalog({ motd: undefined });
      write(
        '.changeset/one.md',
        "---\n'@hostspec/lab': minor\n'@hostspec/other': major\n---\n\nGone: `- motd`\n",
      );
      expect(violations()).toEqual([
        '@hostspec/lab needs a major release for its changes since 1.10.0, but its changesets declare minor',
      ]);
    });

    test('a changeset of another package does not count for this one', () => {
      catalog({ motd: undefined });
      write('.changeset/one.md', "---\n'@hostspec/other': major\n---\n\nGone: `- motd`\n");
      expect(violations()).toHaveLength(2);
    });

    test('the changeset from --write is enough', () => {
      catalog({ motd: undefined, cmdline: simpleCommand('/bin/echo `x`', { doc: 'Backquotes' }) });
      const [diff] = diffs();
      write('.changeset/catalog-lab.md', changesetText(diff));
      expect(changesetText(diff)).toBe(
        '---\n\'@hostspec/lab\': major\n---\n\nChanges of the catalog:\n\n- `` + cmdline = simple_command("/bin/echo `x`") ``\n- `- motd`\n',
      );
      expect(violations()).toEqual([]);
    });

    test('a changeset for a domain releases the catalogs that carry it', () => {
      expect(changesetText({ name: '@hostspec/kernel', bump: 'minor', missing: [] })).toBe(
        "---\n'@hostspec/kernel': minor\n'@hostspec/default-specs': minor\n'@hostspec/linux-specs': minor\n---\n\nChanges of the catalog:\n\n",
      );
    });

    test('once the changesets have become a version, its changelog counts', () => {
      catalog({ motd: undefined });
      package_('2.0.0');
      expect(violations()).toEqual(['@hostspec/lab: no changeset says `- motd`']);
      write(
        'packages/lab/CHANGELOG.md',
        '# @hostspec/lab\n\n## 2.0.0\n\n- `- motd`\n\n## 1.10.0\n\nFirst.\n',
      );
      expect(violations()).toEqual([]);
    });

    test('the changelog of an earlier version does not count', () => {
      catalog({ motd: undefined });
      package_('2.0.0');
      write('packages/lab/CHANGELOG.md', '# @hostspec/lab\n\n## 2.0.0\n\n## 1.10.0\n\n- `- motd`\n');
      expect(violations()).toEqual(['@hostspec/lab: no changeset says `- motd`']);
    });
  });
});

test('the changesets of this workspace list the changes in its catalogs', () => {
  const domains = packagesOf(root).filter(({ isDomain }) => isDomain);
  expect(diffViolations(catalogDiffs(root, domains, spec))).toEqual([]);
});

test('an unknown option is refused', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['tools/release/catalog-diff/catalog-diff.mjs', '--wirte'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  expect(stderr).toBe("Unknown option '--wirte'; allowed: --write\n");
  expect(status).toBe(2);
});

test('a workspace without a difference, or without a release, says so', () => {
  const { status, stdout } = spawnSync(process.execPath, ['tools/release/catalog-diff/catalog-diff.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stdout).toMatch(
    /^(no domain has a release to compare with|the catalogs of \d+ domains have not changed since|@hostspec\/[a-z-]+: \w+ since)/,
  );
  expect(status).toBe(0);
});
