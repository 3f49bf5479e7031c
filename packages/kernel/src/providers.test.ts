import { release } from 'node:os';
import { isNothing, joinWords, splitWords } from '@hostspec/spec';
import {
  fakeContext,
  fakeHost,
  garbageTexts,
  liveHost,
  namespacedHost,
  namespacedHostNeeds,
  needs,
} from '@hostspec/testing';
import { describe, expect, it } from 'vitest';
import { blockedTasks, currentVersion, kernelModuleFilters, modinfoModules, semid } from './providers.js';
import { kernel } from './specs.js';

const evaluate = (
  provider: typeof semid | typeof currentVersion | typeof kernelModuleFilters,
  ...given: Parameters<typeof fakeContext>
) => provider.definition.evaluate(fakeContext(...given));

describe('current_version', () => {
  const of = (output: string) =>
    evaluate(currentVersion, fakeHost({ commands: { '/usr/bin/uname -a': output } }));

  it.each([
    [
      'Linux web01 4.18.0-240.el8.x86_64 #1 SMP Wed Sep 23 05:13:10 EDT 2020 x86_64 x86_64 x86_64 GNU/Linux',
      '4.18.0-240.el8.x86_64',
    ],
    ['warning: x\nLinux h 6.1.0-18-amd64 #1 SMP PREEMPT_DYNAMIC Debian\nLinux h 1.2.3\n', '6.1.0-18-amd64'],
    ['Not a Linux h 9.9.9\nLinux   h\t12.10.2 #1', '12.10.2'],
    ['Linux h 5.14.0-70.13.1.rt21.83.el9_0.x86_64+debug #1', '5.14.0-70.13.1.rt21.83.el9_0.x86_64+debug'],
  ])('of %j', async (output, version) => {
    expect(await of(output)).toBe(version);
  });

  it.each([
    '',
    'Linux',
    'Linux h #1 SMP',
    'Linux h ../../x',
    'Linux h v4.18.0',
    'Linux h 4.18.0;reboot',
    'SunOS h 5.11 11.4',
  ])('nothing of %j', async (output) => {
    expect(await of(output)).toEqual({ nothing: 'uname gives no kernel version' });
  });

  it('gives nothing without uname', async () => {
    expect(isNothing(await evaluate(currentVersion, fakeHost()))).toBe(true);
  });
});

const lsmod = `Module                  Size  Used by
nvme_tcp               45056  0
nvme_fabrics           32768  1 nvme_tcp
nvme_core             172032  2 nvme_tcp,nvme_fabrics
xfs                  1605632  3
mlx5_core            1298432  1 mlx5_ib
Warning: something with several words
x
`;

describe('kernel_module_filters', () => {
  const host = fakeHost({ commands: { '/sbin/lsmod': lsmod } });
  const of = (modinfo_modules: string[], from = host) =>
    evaluate(kernelModuleFilters, from, { modinfo_modules });

  it('lists loaded modules by word, then in the order of lsmod, each once', async () => {
    expect(await of(['xfs', 'mlx5', 'nvme_f', 'nvme'])).toEqual([
      'mlx5_core',
      'nvme_tcp',
      'nvme_fabrics',
      'nvme_core',
      'xfs',
    ]);
  });

  it('takes only rows of the table: a name, a size and a number of users', async () => {
    const output = `${lsmod}cannot read: nvme_far 45056  0\nnvme_cut 45056\nnvme_size x  0\n`;
    expect(await of(['nvme_'], fakeHost({ commands: { '/sbin/lsmod': output } }))).toEqual([
      'nvme_tcp',
      'nvme_fabrics',
      'nvme_core',
    ]);
  });

  it('finds modules by default', async () => {
    expect(await evaluate(kernelModuleFilters, host)).toEqual([
      'mlx5_core',
      'nvme_tcp',
      'nvme_fabrics',
      'nvme_core',
    ]);
  });

  it('reads /proc/modules if lsmod is missing', async () => {
    const files = { '/proc/modules': 'tg3 200704 0 - Live 0xffffffffc0000000\nptp 20480 1 tg3, Live 0x0\n' };
    expect(await of(['ptp', 'tg3'], fakeHost({ files }))).toEqual(['ptp', 'tg3']);
  });

  it('accepts modules of a kernel that cannot unload them', async () => {
    const output = 'Module                  Size  Used by\nnvme                   49152  -1\n';
    expect(await of(['nvme'], fakeHost({ commands: { '/sbin/lsmod': output } }))).toEqual(['nvme']);
    const files = { '/proc/modules': 'nvme 49152 - - Live 0xffffffffc0000000\n' };
    expect(await of(['nvme'], fakeHost({ files }))).toEqual(['nvme']);
  });

  it('says why there is nothing', async () => {
    expect(await of([])).toEqual({ nothing: 'the setting modinfo_modules is empty' });
    expect(await of(['absent'])).toEqual({ nothing: 'no loaded module matches the setting modinfo_modules' });
    expect(isNothing(await of(['nvme'], fakeHost()))).toBe(true);
  });
});

const ipcs = `
------ Semaphore Arrays --------
key        semid      owner      perms      nsems
0x00000000 557056     apache     600        1
0x00000000 65536      root       600        1
0x0052e2c1 98304      postgres   600        17
0x00000000 65536      root       600        1
0x00000000 131072     oracle     640        152
0x00000000 abc        root       600        1
0x00000000 1          root       600
0x00000000 12x        root       600        1
0x00000000 x12        root       600        1
`;

describe('semid', () => {
  it('gives the ids of the three owners in order', async () => {
    expect(await evaluate(semid, fakeHost({ commands: { '/usr/bin/ipcs -s': ipcs } }))).toEqual([
      '557056',
      '65536',
      '131072',
    ]);
  });

  it('says why there is nothing', async () => {
    const nothing = { nothing: 'no semaphore set of root, apache or oracle' };
    expect(
      await evaluate(
        semid,
        fakeHost({ commands: { '/usr/bin/ipcs -s': '\nkey semid owner perms nsems\n' } }),
      ),
    ).toEqual(nothing);
    expect(await evaluate(semid, fakeHost())).toEqual(nothing);
  });
});

describe('blocked_tasks', () => {
  const header = 'USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\n';
  const row = (pid: number, state: string, command: string) =>
    `root     ${pid}  0.0  0.1 168140 12800 ?        ${state}   Nov20   0:09 ${command}\n`;
  const of = (output: string) =>
    blockedTasks.definition.evaluate(fakeContext(fakeHost({ commands: { '/bin/ps auxww': output } })));

  it('the processes in state D, whatever a command line says', async () => {
    const table = `${header}${row(1, 'Ss', '/sbin/init')}${row(40, 'D<s', 'rsync')}${row(41, 'S', 'sh 1 2 3 4 5 D')}${row(42, 'D', 'cp')}`;
    expect(await of(table)).toEqual(['40', '42']);
    expect(await of(header)).toEqual({ nothing: 'no process waits uninterruptibly' });
  });

  it('of many, the first hundred', async () => {
    const many = Array.from({ length: 120 }, (_, index) => row(index + 1, 'D', 'ls')).join('');
    expect(await of(header + many)).toEqual(Array.from({ length: 100 }, (_, index) => `${index + 1}`));
  });
});

it.each([
  [currentVersion, kernel.specs.uname],
  [kernelModuleFilters, kernel.specs.lsmod],
  [semid, kernel.specs.ipcs_s],
] as const)('what a provider reads comes from the command of an entry: %#', async (provider, { command }) => {
  const host = fakeHost();
  await evaluate(provider, host);
  expect(host.ran).toEqual([joinWords(splitWords(command))]);
});

describe('garbage', () => {
  it('gives only valid arguments', async () => {
    for (const output of garbageTexts(['Linux h 4.18.0-1 #1\n', ...lsmod.split('\n'), ...ipcs.split('\n')])) {
      const commands = {
        '/usr/bin/uname -a': { output },
        '/sbin/lsmod': { output },
        '/usr/bin/ipcs -s': { output },
      };
      for (const provider of [currentVersion, kernelModuleFilters, semid]) {
        const value = await evaluate(provider, fakeHost({ commands }));
        if (isNothing(value)) continue;
        for (const element of [value].flat()) expect(element).toMatch(/^[\w][\w.+~-]*$/);
      }
    }
  });
});

describe('the running machine', () => {
  needs('uname')('gives its kernel', async () => {
    expect(await evaluate(currentVersion, await liveHost())).toBe(release());
  });

  needs(
    'ipcs',
    'ipcmk',
    ...namespacedHostNeeds,
  )('gives the semaphore sets of root', async () => {
    const inside = await namespacedHost();
    try {
      const made = [1, 2].map(() => /\d+/.exec(inside.prepare('ipcmk', '-S', '1'))?.[0]);
      expect(await evaluate(semid, inside.host)).toEqual(made);
    } finally {
      await inside.end();
    }
  });
});

it.each(['', '-x', 'a b', '../x'])('no part of a module name: %j', (value) => {
  expect(modinfoModules.check?.(value)).toMatch(/^must be/);
});
