import { spawnSync } from 'node:child_process';
import type { CheckResult } from '@hostspec/findings';
import { itNeeds } from '@hostspec/testing';
import { expect } from 'vitest';
import { hostspec } from '../../packages/cli/src/testing/cli.js';
import {
  collected,
  debianRoot,
  inside,
  lackingForRoots,
  type RootChange,
  serverPackages,
  withJournal,
} from '../../packages/cli/src/testing/roots.js';
import { temporaryDirectory } from '../test/folder.js';

/** What a root says of the machine that the test runs on, which may be busy. */
const ofTheMachine = ['system/load_high', 'system/memory_low', 'system/swap_in_use', 'system/steal_high'];

/** Lines that administrators type, which every root has to answer. */
const words = [
  ...['df -h', 'free -m', 'ip -br a', 'ps aux', 'mount', 'uptime', 'uname -r'],
  ...['cat /etc/os-release', 'sysctl kernel.tainted', 'id root'],
];
const debianWords = [
  ...[...words, 'ss -lnt', 'top', 'ps aux --sort=-%mem | head', 'lsblk'],
  ...['dpkg -l bash', 'apt list --installed', 'journalctl -p err'],
];

/** A root to collect from: what the machine needs for it, whether it has that, and its path. */
interface Root {
  readonly name: string;
  readonly needs: string;
  readonly isThere: boolean;
  path(): string;
  readonly words: readonly string[];
  readonly changes: readonly RootChange[];
}

function debian(name: string, suite: string, without: readonly string[] = []): Root {
  const path = debianRoot(
    suite,
    serverPackages.filter((each) => !without.includes(each)),
  );
  return {
    ...{ name, needs: `a root of ${name}`, isThere: path !== undefined, path: () => path ?? '' },
    ...{ words: debianWords, changes: [withJournal] },
  };
}

/** The root of the small archive that each release of Alpine has, at this path. */
const alpineArchive = process.env.HOSTSPEC_ALPINE;

const alpine: Root = {
  ...{ name: 'Alpine', needs: 'HOSTSPEC_ALPINE', isThere: alpineArchive !== undefined },
  path() {
    const root = temporaryDirectory();
    const { stderr } = spawnSync('tar', ['-C', root, '-xzf', alpineArchive ?? ''], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return root;
  },
  // BusyBox has no `ss`, and its `ps` does not sort.
  ...{ words: [...words, 'netstat -lnt'], changes: [] },
};

const roots: readonly Root[] = [
  debian('Debian 12', 'bookworm'),
  debian('Debian 13', 'trixie'),
  // With chrony, debootstrap would also install systemd-timesyncd, which conflicts with it. The others are not in Ubuntu's main part.
  debian('Ubuntu 24.04', 'noble', ['chrony', 'at', 'bpftool']),
  alpine,
];

for (const root of roots) {
  const lacking = lackingForRoots.length > 0 ? lackingForRoots.join(', ') : root.needs;
  itNeeds(lacking, lackingForRoots.length === 0 && root.isThere)(
    `${root.name}: nothing fails, nothing is wrong with it, and it answers what people type`,
    () => {
      const { output } = collected(inside(root.path(), ...root.changes));
      const skipped = ofTheMachine.flatMap((id) => ['--skip-finding', id]);
      const { found }: CheckResult = JSON.parse(hostspec(['check', '--json', ...skipped, output]).stdout);
      const wrong = found.filter(({ severity }) => severity !== 'notice');
      expect(wrong.map(({ id, hits }) => [id, hits.map(({ title }) => title)])).toEqual([]);

      const commands = found.flatMap(({ hits }) =>
        hits.flatMap((hit) => [...(hit.do ?? '').matchAll(/`([^`]+)`/g)].map(([, line = '']) => line)),
      );
      const unanswered = [...root.words, ...commands].filter(
        (line) => hostspec(['run', output, '--', line]).stdout === '',
      );
      expect(unanswered).toEqual([]);
    },
    600_000,
  );
}
