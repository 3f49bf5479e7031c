import { textLines } from '@hostspec/spec';
import { fakeContext, fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { parseContainerTable } from './container-table.js';
import { dockerContainers, dockerNetworkNames } from './providers.js';

const recorded =
  textLines(`CONTAINER ID                                                      IMAGE                COMMAND          CREATED        STATUS            PORTS       NAMES
08926e15eb15e4a436e91e66420ae4af33a2881cb175a6428515172f668329be  localhost/hs-rhel:1  /bin/sleep 1000  2 minutes ago  Up 2 minutes ago              hs-web
7284989ea5914163923fc0395a951cf1f8934ab27c67c50cb2c13a82b8eb1a26  localhost/hs-rhel:1  sh -c sleep 900
# Up 3 hours                                                      echo "é  x"          2 minutes ago  Up 2 minutes ago                    hs-multi
b21e29e74ada173d255b40841715d2fca7d0fb3e94089719ecc50daef356f8c3                       sleep 900      2 minutes ago     Up 2 minutes ago              hs-rootfs
cb1b7fb917db0a56237d34ba528ece1b32550dc2d7f679a8921903266dfa29ee  localhost/hs-rhel:1  sleep 900      2 minutes ago     Created                       hs-created
714932ed57b908e50e77acab1fcb08a35595bbaa51f16f2cfefcca54d620515c  localhost/hs-rhel:1  true           2 minutes ago     Created                       hs-exited
f1ae900098ea42b2822abeaff18cad5d2ac64e4c267e1ea3900fa4997f859f2f  localhost/hs-rhel:1  sleep 800      2 minutes ago     Up 2 minutes ago              hs-pub
`);
const id = (digit: string) => digit.repeat(64);
const header = `CONTAINER ID${' '.repeat(54)}IMAGE           COMMAND             CREATED        STATUS                      PORTS                   NAMES`;
const row = (digit: string, rest: string) => `${id(digit)}  ${rest}`;

describe('the container table', () => {
  test('of podman, with a command of two lines that breaks the columns below it', () => {
    expect(parseContainerTable(recorded)?.map(({ id, image }) => [id.slice(0, 12), image])).toEqual([
      ['08926e15eb15', 'localhost/hs-rhel:1'],
      ['7284989ea591', 'localhost/hs-rhel:1'],
      ['b21e29e74ada', ''],
      ['f1ae900098ea', 'localhost/hs-rhel:1'],
    ]);
  });

  test('of docker, with ports and names joined by commas', () => {
    const lines = [
      header,
      row(
        'a',
        'rhel7:latest    "/bin/bash"         2 hours ago    Up 2 hours (healthy)        0.0.0.0:80->80/tcp      web,db/alias,x/y',
      ),
      row(
        'b',
        'rhel7           "sleep 1  2  3"     3 days ago     Exited (0) 2 days ago                               old,older',
      ),
      row(
        'c',
        'ubi8            "nginx"             3 days ago     Up About a minute (Paused)                          paused',
      ),
    ];
    expect(parseContainerTable(lines)).toEqual([
      { id: id('a'), image: 'rhel7:latest' },
      { id: id('c'), image: 'ubi8' },
    ]);
  });

  test.each([
    'Configured',
    'Created',
    'Dead',
    'Exited (0) 2 days ago',
    'Initialized',
    'Paused',
    'Removal In Progress',
    'Removing',
    'Restarting (1) 5 seconds ago',
    'Stopped',
    'Stopping',
    'Unknown',
  ])('a container that is %s does not run', (status) => {
    expect(parseContainerTable([header, row('a', `rhel7  sh  3 days ago     ${status}    old`)])).toEqual([]);
  });

  test.each(['Upgraded', 'Deadline', 'a Dead end'])(
    'a container whose columns only start like a status, such as %s, may be running',
    (word) => {
      const rows = parseContainerTable([header, row('a', `rhel7  sh  3 days ago     ${word}    x`)]);
      expect(rows).toHaveLength(1);
    },
  );

  test('warnings before the header are ignored', () => {
    const lines = ['time="2026-11-21" level=warning msg="x"', row('d', 'forged  Up 1 hour'), header];
    expect(parseContainerTable(lines)).toEqual([]);
  });

  test('a command line that begins like an id does not hide a container', () => {
    const lines = [
      header,
      row('a', 'rhel7           sha256sum -c <<E'),
      `${id('e')}  /etc/passwd`,
      'E                 2 hours ago    Up 2 hours                          web',
    ];
    expect(parseContainerTable(lines)?.map((found) => found.id)).toContain(id('a'));
  });

  test('control characters are removed from the image', () => {
    expect(
      parseContainerTable([header, row('a', 'evil\u001b[31m/x    sh    1 hour ago   Up 1 hour    web')]),
    ).toEqual([{ id: id('a'), image: 'evil' }]);
  });

  test.each([
    ['nothing', []],
    ['garbage', ['\u0000\u0001', 'x'.repeat(100_000), ''.padEnd(1000, '\t')]],
    ['rows without a header', [row('a', 'rhel7  sh  1 hour ago  Up 1 hour  web')]],
    [
      'a usage message',
      ['Usage: docker ps [OPTIONS]', header, row('a', 'rhel7  sh  1 hour ago  Up 1 hour  web')],
    ],
    ['an error', ['Cannot connect to the Docker daemon at unix:///var/run/docker.sock.']],
  ])('%s is not a table', (_what, lines) => {
    expect(parseContainerTable(lines)).toBeUndefined();
  });

  test('a table without rows is empty', () => {
    expect(parseContainerTable([header])).toEqual([]);
  });
});

describe('docker', () => {
  const id = (digit: string) => digit.repeat(64);
  const on = (commands: Readonly<Record<string, string>>) => fakeContext(fakeHost({ commands }));
  const ps = '/usr/bin/docker ps --all --no-trunc';
  const networks = '/usr/bin/docker network ls --no-trunc';

  test('ids of containers, stopped ones too; a command with a line break adds none', async () => {
    const { evaluate } = dockerContainers.definition;
    const table = `CONTAINER ID   IMAGE   COMMAND   CREATED   STATUS   PORTS   NAMES
${id('a')}   app:1   "sh -c 'one
--format x'"   2 days ago   Up 2 days   app
${id('b')}   app:1   "sh"   2 days ago   Exited (137) 9 hours ago   old
`;
    expect(await evaluate(on({ [ps]: table }))).toEqual([id('a'), id('b')]);
    const none = 'CONTAINER ID   IMAGE   COMMAND   CREATED   STATUS   PORTS   NAMES\n';
    expect(await evaluate(on({ [ps]: none }))).toEqual({ nothing: 'Docker has no container' });
    expect(await evaluate(on({}))).toEqual({ nothing: '/usr/bin/docker gives no list of containers' });
  });

  test('of many containers, the first 200', async () => {
    const ids = Array.from({ length: 210 }, (_, index) => index.toString(16).padStart(64, '0'));
    const table = ids.map((each) => `${each}   app:1\n`).join('');
    expect(await dockerContainers.definition.evaluate(on({ [ps]: table }))).toEqual(ids.slice(0, 200));
  });

  test('names of networks; none that could be an option', async () => {
    const { evaluate } = dockerNetworkNames.definition;
    const table = `NETWORK ID   NAME   DRIVER   SCOPE
${id('c')}   bridge   bridge   local
${id('d')}   --format   bridge   local
${id('e')}   app_default.1   bridge   local
`;
    expect(await evaluate(on({ [networks]: table }))).toEqual(['bridge', 'app_default.1']);
    const none = 'NETWORK ID   NAME   DRIVER   SCOPE\n';
    expect(await evaluate(on({ [networks]: none }))).toEqual({ nothing: 'Docker has no network' });
    expect(await evaluate(on({}))).toEqual({ nothing: '/usr/bin/docker gives no list of networks' });
  });
});
