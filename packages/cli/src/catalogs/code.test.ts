import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { describe, expect } from 'vitest';
import { directoryOf, install, parentOfPrograms } from '../testing/cli.js';

const itAsRoot = needs('root');

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
