import { type ContainerElement, joinWords, splitWords } from '@hostspec/spec';
import { type FakeCommand, fakeContext, fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { nginxConf, runningRhelContainers } from './providers.js';

const rhel = 'Red Hat Enterprise Linux release 9.4 (Plow)\n';
const id = (digit: string) => digit.repeat(64);
const short = (digit: string) => digit.repeat(12);
const header = `CONTAINER ID${' '.repeat(54)}IMAGE       COMMAND     CREATED     STATUS      PORTS       NAMES`;
const table = (...digits: string[]) =>
  `${[header, ...digits.map((d) => `${id(d)}  img/${d}:1     sleep 900   2 days ago  Up 2 days               name-${d}`)].join('\n')}\n`;
const exec = (digit: string, words: string, engine = 'podman') =>
  `/usr/bin/${engine} exec -e PATH=/bin:/usr/bin:/sbin:/usr/sbin:/usr/share/Modules/bin -e HOSTSPEC_RUN ${short(digit)} ${words}`;
const release = (digit: string, engine?: string) => exec(digit, 'cat /etc/redhat-release', engine);
const find = (digit: string) => exec(digit, "find /etc /opt -name '*.conf'");
const podman = '/usr/bin/podman ps --all --no-trunc';
const docker = '/usr/bin/docker ps --all --no-trunc';
const on = (commands: Readonly<Record<string, FakeCommand>>) => fakeContext(fakeHost({ commands }));
const running = (commands: Readonly<Record<string, FakeCommand>>) =>
  runningRhelContainers.definition.evaluate(on(commands));
const container = (digit: string, engine = 'podman'): ContainerElement => ({
  image: `img/${digit}:1`,
  engine,
  id: short(digit),
});

describe('running_rhel_containers', () => {
  test('gives those whose release file names RHEL, in the order of the table', async () => {
    expect(
      await running({
        [podman]: table('c', 'a', 'b'),
        [release('c')]: rhel,
        [release('a')]: 'Fedora release 40\n',
        [release('b')]: 'RED HAT ENTERPRISE LINUX Server release 7.9 (Maipo)\n',
      }),
    ).toEqual([container('c'), container('b')]);
  });

  test('docker after podman, without the containers that podman listed', async () => {
    expect(
      await running({
        [podman]: table('a'),
        [docker]: table('a', 'd'),
        [release('a')]: rhel,
        [release('d', 'docker')]: rhel,
      }),
    ).toEqual([container('a'), container('d', 'docker')]);
  });

  test('docker alone', async () => {
    expect(await running({ [docker]: table('d'), [release('d', 'docker')]: rhel })).toEqual([
      container('d', 'docker'),
    ]);
  });

  test.each<[string, FakeCommand]>([
    ['several lines', `${rhel}${rhel}`],
    ['a hundred thousand lines', 'x\n'.repeat(100_000)],
    ['nothing', ''],
    ['an error', { output: 'cat: /etc/redhat-release: No such file or directory\n', rc: 1 }],
    ['the name, but an exit status', { output: rhel, rc: 126 }],
    ['no end', { problem: 'timed out', reason: 'took longer than 10 s' }],
    ['bytes that are not text', { output: new Uint8Array([0xff, 0xfe, 0x00]) }],
  ])('a container that answers with %s is left out, the others stay', async (_what, answer) => {
    expect(
      await running({ [podman]: table('a', 'b'), [release('a')]: answer, [release('b')]: rhel }),
    ).toEqual([container('b')]);
    expect(await running({ [podman]: table('a'), [release('a')]: answer })).toEqual({
      nothing: expect.stringMatching(/^none of 1 running containers says/),
    });
  });

  test.each<[string, Readonly<Record<string, FakeCommand>>, RegExp]>([
    ['no engine', {}, /no running container; \/usr\/bin\/podman is not installed; \/usr\/bin\/docker is not/],
    ['no container', { [podman]: `${header}\n` }, /^no running container/],
    ['garbage', { [podman]: '\u0000\u0001garbage\n' }, /podman ps gave no table/],
    ['a failing engine', { [podman]: { output: 'Error: no space\n', rc: 125 } }, /podman ps gave no table/],
  ])('nothing with the reason: %s', async (_what, commands, reason) => {
    expect(await running(commands)).toEqual({ nothing: expect.stringMatching(reason) });
  });

  test('runs an engine only if it is installed, and without a shell', async () => {
    const host = fakeHost({ commands: { [podman]: table('a'), [release('a')]: rhel } });
    await runningRhelContainers.definition.evaluate(fakeContext(host));
    expect(host.ran).toEqual([podman, release('a')]);
  });
});

describe('nginx_conf', () => {
  const nginx = (output: FakeCommand) =>
    nginxConf.definition.evaluate(
      on({ [podman]: table('a', 'b'), [release('a')]: rhel, [release('b')]: rhel, [find('a')]: output }),
    );
  const paths = async (output: FakeCommand) => {
    const value = await nginx(output);
    return Array.isArray(value) ? value.map(({ path }) => path) : value;
  };

  test('the files of each container with the container', async () => {
    expect(
      await nginx('/etc/sysctl.conf\n/etc/nginx/nginx.conf\n/opt/rh/rh-nginx118/root/etc/nginx/a b.conf\n'),
    ).toEqual([
      { ...container('a'), path: '/etc/nginx/nginx.conf' },
      { ...container('a'), path: '/opt/rh/rh-nginx118/root/etc/nginx/a b.conf' },
    ]);
  });

  test('an error message that mentions a path is not a path, and output of a failing find still counts', async () => {
    const output = "find: '/etc/nginx/private.conf': Permission denied\n/etc/nginx/nginx.conf\n";
    expect(await paths({ output, rc: 1 })).toEqual(['/etc/nginx/nginx.conf']);
  });

  test.each([
    '/etc/nginx/../../../../root/x.conf',
    '/etc/nginx/./x.conf',
    '/etc//nginx/x.conf',
    'etc/nginx/x.conf',
    '/etc/nginx/\u001b[2J.conf',
    '/etc/nginx/\u0000.conf',
    '/var/etc/nginx/x.conf',
    '/etc/nginx/x.conf.bak',
    '--help /etc/nginx/x.conf',
    `/etc/nginx/${'x'.repeat(5000)}.conf`,
  ])('refuses %j', async (line) => {
    expect(await paths(`${line}\n/etc/nginx/good.conf\n`)).toEqual(['/etc/nginx/good.conf']);
  });

  test('too many lines are cut, and repeated lines count once', async () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `/etc/nginx/${String(i).padStart(4, '0')}.conf\n`);
    const found = await paths(['/etc/nginx/0000.conf\n', ...lines].join(''));
    expect(found).toHaveLength(1000);
    expect(found).toContain('/etc/nginx/0999.conf');
  });

  test.each<[string, FakeCommand]>([
    ['no find', { problem: 'failed', reason: 'executable file not found', rc: 127 }],
    ['no nginx', '/etc/sysctl.conf\n'],
    ['garbage', '\u0000\n\u0001/etc/nginx\n'],
  ])('gives nothing if there is %s', async (_what, output) => {
    expect(await nginx(output)).toEqual({ nothing: 'no nginx configuration in the running RHEL containers' });
  });

  test('the reason of running_rhel_containers if there is no container', async () => {
    expect(await nginxConf.definition.evaluate(on({}))).toEqual({
      nothing: expect.stringMatching(/^no running container/),
    });
  });

  test('each command of a container is run once for both providers', async () => {
    const host = fakeHost({
      commands: { [podman]: table('a'), [release('a')]: rhel, [find('a')]: '/etc/nginx/nginx.conf\n' },
    });
    const context = fakeContext(host);
    await Promise.all([
      nginxConf.definition.evaluate(context),
      runningRhelContainers.definition.evaluate(context),
    ]);
    expect(host.ran).toEqual([podman, release('a'), joinWords(splitWords(find('a')))]);
  });
});
