import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { describe, expect } from 'vitest';
import { directoryOf, install, parentOfPrograms } from '../testing/cli.js';
import { whyUntrustedCode, whyUntrustedData } from './trust.js';

const itAsRoot = needs('root');

/** A directory that only root can change, with a chain of links to a file: the last is `link`. */
function chain(links: number): string {
  const folder = directoryOf({ file: '' }, parentOfPrograms);
  let target = 'file';
  for (let count = 1; count < links; count++) {
    symlinkSync(target, join(folder, `link${count}`));
    target = `link${count}`;
  }
  symlinkSync(target, join(folder, 'link'));
  return join(folder, 'link');
}

describe('links', () => {
  itAsRoot('are followed as far as the kernel does, and no further', () => {
    for (const why of [whyUntrustedData, whyUntrustedCode]) {
      expect(why(chain(40), 0)).toBeUndefined();
      expect(why(chain(41), 0)).toMatch(/leads through more than 40 symbolic links$/);
    }
  });

  itAsRoot('that lead to themselves are refused, and end', () => {
    const folder = directoryOf({ x: '' }, parentOfPrograms);
    symlinkSync('round', join(folder, 'round'));
    expect(whyUntrustedData(join(folder, 'round/a'), 0)).toContain('more than 40 symbolic links');
  });

  itAsRoot('lead on to a directory that everybody can change', () => {
    const folder = directoryOf({ 'open/file': '' }, parentOfPrograms);
    chmodSync(join(folder, 'open'), 0o777);
    symlinkSync('open/../open', join(folder, 'link'));
    for (const why of [whyUntrustedData, whyUntrustedCode])
      expect(why(join(folder, 'link/file'), 0)).toBe(`${folder}/open can be written to by everybody`);
  });
});

describe('a target is found where the kernel finds it, beside a safe file elsewhere', () => {
  const whys = [whyUntrustedData, whyUntrustedCode];
  const made = (files: readonly string[], open: string) => {
    const folder = directoryOf(Object.fromEntries(files.map((file) => [file, ''])), parentOfPrograms);
    chmodSync(join(folder, open), 0o666);
    return folder;
  };

  itAsRoot('an absolute one', () => {
    const folder = made(['open'], 'open');
    const safe = join(folder, 'in', folder);
    mkdirSync(safe, { recursive: true });
    writeFileSync(join(safe, 'open'), '');
    symlinkSync(join(folder, 'open'), join(folder, 'in/link'));
    for (const why of whys)
      expect(why(join(folder, 'in/link'), 0)).toBe(`${folder}/open can be written to by everybody`);
  });

  itAsRoot('a relative one, from the directory of the link', () => {
    const folder = made(['sub/open', 'open', 'sub/link/open'], 'sub/open');
    rmSync(join(folder, 'sub/link'), { recursive: true });
    symlinkSync('open', join(folder, 'sub/link'));
    symlinkSync('sub/link', join(folder, 'first'));
    for (const why of whys)
      expect(why(join(folder, 'first'), 0)).toBe(`${folder}/sub/open can be written to by everybody`);
  });

  itAsRoot('one that goes up from where another link leads', () => {
    const folder = made(['far/deep/x', 'far/open', 'open'], 'far/open');
    symlinkSync(join(folder, 'far/deep'), join(folder, 'other'));
    symlinkSync('other/../open', join(folder, 'link'));
    for (const why of whys)
      expect(why(join(folder, 'link'), 0)).toBe(`${folder}/far/open can be written to by everybody`);
  });

  itAsRoot('one that goes up beyond the root', () => {
    const folder = made(['open'], 'open');
    symlinkSync(`${'../'.repeat(50)}${folder.slice(1)}/./open`, join(folder, 'link'));
    for (const why of whys)
      expect(why(join(folder, 'link'), 0)).toBe(`${folder}/open can be written to by everybody`);
  });
});

describe('a group that may change hostspec itself', () => {
  const [own, other] = [12345, 54321];
  const domain = {
    'node_modules/@hostspec/one/package.json': JSON.stringify({
      name: '@hostspec/one',
      exports: { '.': './index.js', './specs.json': './specs.json' },
    }),
    'node_modules/@hostspec/one/index.js': 'throw new Error("it was loaded");',
  };
  const installed = () => {
    const project = directoryOf(domain, parentOfPrograms);
    const run = install(project);
    execFileSync('chgrp', ['-R', String(own), project]);
    execFileSync('chmod', ['-R', 'g+w', project]);
    return {
      project,
      code: join(project, 'node_modules/@hostspec/one/index.js'),
      load: () => run('catalog').stderr,
    };
  };

  itAsRoot('may change a domain too', () => {
    expect(installed().load()).toContain('it was loaded');
  });

  itAsRoot('does not make another group trusted', () => {
    const { code, load } = installed();
    chownSync(code, 0, other);
    expect(load()).toContain(`index.js can be written to by group ${other}\n`);
  });

  itAsRoot('does not make everybody trusted', () => {
    const { code, load } = installed();
    chmodSync(code, 0o666);
    expect(load()).toContain('index.js can be written to by everybody\n');
  });

  itAsRoot('is not trusted once it may not change hostspec', () => {
    const { project, load } = installed();
    execFileSync('chmod', ['-R', 'g-w', join(project, 'node_modules/@hostspec/cli')]);
    expect(load()).toContain(`can be written to by group ${own}\n`);
  });
});
