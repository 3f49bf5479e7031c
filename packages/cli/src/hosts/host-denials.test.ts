import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRunner } from '@hostspec/runner';
import { joinWords } from '@hostspec/spec';
import { needs } from '@hostspec/testing';
import { expect } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { hostspec, overEtc } from '../testing/cli.js';

const runner = typeof findRunner() === 'string' ? ['a runner'] : [];

needs(...runner, 'root', 'a mount namespace')(
  'another host that is collected keeps back what its files name',
  () => {
    const collected = (pattern: string) => {
      const deny = `files: [/etc/hosts]\npatterns:\n  regex: ["^acme", "${pattern}"]\nkeywords: [zephyr]`;
      const etc = {
        'hostspec/deny.yaml': deny,
        'nscd.conf': `one\nacme plant\ntwo zephyr ${'x'.repeat(5000)}\nthree`,
      };
      const what = ['--only', 'hosts,nscd_conf', '--via', joinWords([...overEtc(etc), 'sh'])];
      const archive = join(temporaryDirectory(), 'archive');
      const format = ['--format', 'directory', '--output', archive, '--quiet'];
      const { status, stderr } = hostspec(['collect', ...what, ...format]);
      expect(stderr).toMatch(status === 0 ? /^$/ : /^hostspec: nothing was collected: /);
      const { outcomes } = JSON.parse(readFileSync(join(archive, 'manifest.json'), 'utf8'));
      const [hosts, nscd] = ['hosts', 'nscd_conf'].map((wanted) =>
        outcomes.find(({ name }: { name: string }) => name === wanted),
      );
      expect(hosts).toMatchObject({ status: 'denied', reason: 'left out by /etc/hostspec/deny.yaml' });
      return { status, nscd, archive, what };
    };
    const { status, nscd, archive, what } = collected('^b');
    expect(status).toBe(0);
    const content = readFileSync(join(archive, 'data', nscd.items[0].path), 'utf8');
    expect(content).toMatch(/^one\ntwo (?!zephyr)/);
    expect(hostspec(['plan', ...what]).stdout).toMatch(
      /hosts +denied +left out by \/etc\/hostspec\/deny\.yaml/,
    );
    // An engine that goes back over the line would not end.
    const slow = collected('(x+x+)+y|(x+)+$');
    expect(slow.status).toBe(0);
    expect(readFileSync(join(slow.archive, 'data', slow.nscd.items[0].path), 'utf8')).toBe('one\nthree\n');
  },
  60_000,
);
