import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { type ForeachCollect, globFile, type Spec, simpleCommand, simpleFile } from '@hostspec/spec';
import { hasFuse, plainFile, program, racingLink, stoppableMount } from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import { collected, doc, promise } from './scene.js';

const each = (command: string, extra: Partial<Spec> = {}): Spec =>
  ({ ...doc, type: 'foreach_execute', command, provider: { provider: 'given' }, ...extra }) as Spec;
const denied = (word: string): object => ({ status: 'denied', reason: expect.stringContaining(word) });

/** Elements that mean something to a shell, a format or an option parser. */
const hostile = (trace: string): string[] => [
  `; touch ${trace}`,
  `$(touch ${trace})`,
  `\`touch ${trace}\``,
  `| touch ${trace}`,
  `x\ntouch ${trace}`,
  `&& touch ${trace} #`,
  `' ; touch ${trace} ; '`,
  `" ; touch ${trace} ; "`,
  `\\`,
  '%s %d %n',
  '%%s',
  '$HOME',
  '*',
  '../../canary',
];

describe('Escape and injection', () => {
  promise(
    'Nothing outside a root is read: links and .. resolve as if it were the root of the system',
    async (host) => {
      const root = host.makeDirectory('root');
      plainFile(host.path('outside/secret'), 'OUTSIDE\n');
      for (const outside of ['root-evil', 'outside']) plainFile(host.path(outside, 'file'), 'OUTSIDE\n');
      mkdirSync(`${root}/etc`);
      symlinkSync('../../root-evil', `${root}/etc/relative`);
      symlinkSync(host.path('outside'), `${root}/etc/absolute`);
      symlinkSync(host.path('outside/file'), `${root}/etc/link`);
      symlinkSync(host.path('outside/secret'), `${root}/etc/users`);
      symlinkSync('..', `${root}/etc/up`);
      symlinkSync('/etc/inside', `${root}/etc/rooted`);
      plainFile(`${root}/etc/inside`, 'inside\n');
      const { outcome, manifest, texts } = await collected(host, {
        host: { root },
        specs: {
          relative: simpleFile('/etc/relative/file', doc),
          absolute: simpleFile('/etc/absolute/file', doc),
          link: simpleFile('/etc/link', doc),
          users: simpleFile('/etc/users', doc),
          climbing: simpleFile('/etc/../../outside/file', doc),
          through: simpleFile('/etc/up/../../outside/file', doc),
          glob: globFile(['/etc/*/file', '/etc/l*', '/../outside/*', '/etc/up/../../*/file'], doc),
          listing: { ...doc, type: 'listdir', path: '/etc/absolute' },
          inside: simpleFile('/etc/up/etc/inside', doc),
          rooted: simpleFile('/etc/rooted', doc),
        },
      });
      for (const name of ['relative', 'absolute', 'link', 'users', 'listing', 'climbing', 'through', 'glob'])
        expect([name, outcome(name).status]).toEqual([name, 'absent']);
      expect([texts('inside'), texts('rooted')]).toEqual([['inside\n'], ['inside\n']]);
      expect(manifest.outcomes.flatMap(({ items }) => items)).toHaveLength(2);
    },
  );

  promise(
    'A link on a mount that is entered on request leads neither out of the root nor out of the mount',
    async (host) => {
      const outside = plainFile(host.path('outside/file'), 'OUTSIDE\n');
      const mount = await stoppableMount(host, 'root/mnt', ['file', `out=${outside}`, 'in=file']);
      const { outcome, texts } = await collected(host, {
        host: { root: host.path('root'), enterMounts: true },
        specs: {
          file: simpleFile('/mnt/file', doc),
          in: simpleFile('/mnt/in', doc),
          out: simpleFile('/mnt/out', doc),
          glob: globFile(['/mnt/o*'], doc),
        },
      });
      expect([texts('file'), texts('in')]).toEqual([['/file'], ['/file']]);
      expect(outcome('out')).toMatchObject(denied(`outside ${host.path('root')}`));
      expect([outcome('glob').items, mount.path]).toEqual([[], host.path('root/mnt')]);
      const here = await collected(host, {
        host: { enterMounts: true },
        specs: { in: simpleFile(`${mount.path}/in`, doc), out: simpleFile(`${mount.path}/out`, doc) },
      });
      expect(here.texts('in')).toEqual(['/file']);
      expect(here.outcome('out')).toMatchObject(denied(`outside ${mount.path}`));
    },
    { needs: ['fusepy'] },
  );

  promise(
    'A link that replaces a directory between the check and the opening does not lead out of the root',
    async (host) => {
      const root = host.makeDirectory('root');
      plainFile(host.path('outside/file'), 'OUTSIDE\n');
      plainFile(host.path('outside/secret-name'), '');
      plainFile(`${root}/app/file`, 'inside\n');
      const race = await racingLink(`${root}/app`, '../outside');
      host.defer(race.kill);
      const specs = Object.fromEntries(
        Array.from({ length: 700 }, (_, index): [string, Spec] => [
          `s${index}`,
          index % 2 === 0 ? simpleFile('/app/file', doc) : { ...doc, type: 'listdir', path: '/app' },
        ]),
      );
      // Both sides of the race are met; on a busy machine a round may meet but one.
      const met = { inside: false, link: false };
      for (let round = 0; !met.inside || !met.link; round++) {
        expect(round).toBeLessThan(30);
        const { manifest, texts } = await collected(host, { host: { root }, specs });
        const found = new Set(Object.keys(specs).flatMap((name) => texts(name)));
        expect([...found].filter((text) => /OUTSIDE|secret-name/.test(text))).toEqual([]);
        met.inside ||= found.has('inside\n');
        met.link ||= manifest.outcomes.some(({ reason }) => reason?.includes('outside'));
      }
    },
    { timeout: 600_000, needs: ['python3'] },
  );

  promise('A value from a provider stays one argument and is never interpreted', async (host) => {
    const trace = host.path('trace');
    const given = hostile(trace);
    const { texts, outcome } = await collected(host, {
      elements: { given },
      specs: {
        plain: each('/bin/echo -n x%s'),
        quoted: each('/bin/echo -n "x%s"'),
        nested: each(`/bin/sh -c 'echo -n x%s'`, { nestedCommandLine: true }),
        path: {
          ...doc,
          type: 'foreach_collect',
          path: `${host.directory}/none/%s`,
          provider: { provider: 'given' },
        },
        whole: each('%s'),
      },
    });
    expect(texts('plain')).toEqual(given.map((element) => `x${element}`));
    expect(texts('quoted')).toEqual(given.map((element) => `x${element}`));
    expect(outcome('nested').items.length).toBe(given.length);
    expect(outcome('whole').items).toEqual([]);
    expect(existsSync(trace)).toBe(false);
  });

  promise('An element that looks like an option follows -- or is refused and reported', async (host) => {
    const given = ['--help', '-o ProxyCommand=id', '-rf', '--', '-'];
    const { outcome } = await collected(host, {
      elements: { given },
      specs: { echo: each('/bin/echo %s'), ls: each('/bin/ls -d %s'), ssh: each('/usr/bin/env -- %s') },
    });
    expect(outcome('echo')).toMatchObject(denied('would be read as an option of /bin/echo'));
    expect(outcome('echo').misses).toHaveLength(given.length);
    for (const { source } of outcome('ls').misses)
      expect('argv' in source && source.argv.slice(0, 3)).toEqual(['/bin/ls', '-d', '--']);
    expect(outcome('ls').items).toEqual([]);
  });

  promise(
    "The caller's PATH, preloaded libraries, start-up files and umask have no effect, and its locale only on a spec that empties LC_ALL",
    async (host) => {
      const trace = host.path('trace');
      const evil = host.makeDirectory('evil');
      for (const name of ['ls', 'sh', 'cat', 'env', 'bash', 'id'])
        program(`${evil}/${name}`, `#!/bin/sh\ntouch ${trace}\n`);
      const startup = plainFile(host.path('startup'), `touch ${trace}\n`);
      const specs = {
        bare: simpleCommand('id -u', doc),
        bash: simpleCommand(`/bin/bash -c 'echo $PATH; set -- a:b; echo $1; ls /no/such'`, {
          ...doc,
          keepRc: true,
        }),
        environment: simpleCommand('/usr/bin/env', doc),
        emptied: simpleCommand('/usr/bin/env', { ...doc, env: { LC_ALL: '' } }),
        inherited: simpleCommand('/usr/bin/env', {
          ...doc,
          inheritEnv: ['HOME'],
          env: { LC_ALL: 'C.UTF-8' },
        }),
      };
      const env = {
        PATH: evil,
        LD_PRELOAD: '/no/such/library.so',
        LD_LIBRARY_PATH: evil,
        LD_AUDIT: '/no/such/audit.so',
        BASH_ENV: startup,
        ENV: startup,
        SHELLOPTS: 'xtrace',
        PS4: `$(touch ${trace})`,
        IFS: ':',
        LC_ALL: 'tr_TR.UTF-8',
        LANG: 'tr_TR.UTF-8',
        LANGUAGE: 'tr',
        TZ: 'Asia/Kathmandu',
        GCONV_PATH: evil,
        PYTHONPATH: evil,
        PERL5LIB: evil,
        HOME: host.directory,
        HOSTSPEC_RUN: 'forged',
      };
      const { texts, directory } = await collected(
        host,
        { specs },
        { enter: (argv) => ['sh', '-c', 'umask 0; exec "$@"', 'sh', 'env', '-i', ...pairs(env), ...argv] },
      );
      expect(texts('bare')).toEqual(['0\n']);
      expect(texts('bash')[0]).toBe(
        '/bin:/usr/bin:/sbin:/usr/sbin:/usr/share/Modules/bin\na:b\n' +
          "ls: cannot access '/no/such': No such file or directory\n",
      );
      const variables = (name: string): string[] =>
        (texts(name)[0] ?? '')
          .trim()
          .split('\n')
          .filter((line) => !line.startsWith('HOSTSPEC_RUN='))
          .sort();
      const path = 'PATH=/bin:/usr/bin:/sbin:/usr/sbin:/usr/share/Modules/bin';
      const lang = 'LANG=tr_TR.UTF-8';
      expect(variables('environment')).toEqual([lang, 'LC_ALL=C', path]);
      expect(variables('emptied')).toEqual([lang, 'LC_ALL=', path]);
      expect(variables('inherited')).toEqual([`HOME=${host.directory}`, lang, 'LC_ALL=C.UTF-8', path]);
      expect(texts('environment')[0]).not.toContain('forged');
      expect(existsSync(trace)).toBe(false);
      expect(existsSync(directory)).toBe(true);
    },
  );

  promise(
    'A hostile TMPDIR does no harm: full of links, missing, a file, read-only, full, or a mount that hangs',
    async (host) => {
      const victim = plainFile(host.path('victim'), 'untouched\n');
      const links = host.makeDirectory('links');
      for (const name of ['hostspec', 'hostspec-', 'output', '.hostspec', 'bundled'])
        symlinkSync(victim, `${links}/${name}`);
      await host.prepare('chmod', '777', links);
      const full = host.makeDirectory('full');
      await host.prepare('mount', '-t', 'tmpfs', '-o', 'size=4k', 'full', full);
      await host.prepare('sh', '-c', 'head -c 4096 /dev/zero > "$1"/fill', 'sh', full);
      const readOnly = host.makeDirectory('read-only');
      await host.prepare('mount', '-t', 'tmpfs', '-o', 'ro', 'read-only', readOnly);
      const hung = hasFuse() ? await stoppableMount(host, 'hung') : undefined;
      await hung?.stopInside();
      // Touched once, so that the next touch would hang for good.
      if (hung) void host.start(['timeout', '1', 'ls', hung.path]);
      const source: ForeachCollect['provider'] = { type: 'simple_command', command: '/bin/echo a' };
      const specs = {
        provided: {
          ...doc,
          type: 'foreach_execute',
          command: '/bin/echo given %s',
          provider: source,
        } as Spec,
        plain: simpleCommand('/bin/echo plain', doc),
      };
      const places = [links, host.path('missing'), victim, full, readOnly, ...(hung ? [hung.path] : [])];
      for (const place of places) {
        const { texts } = await collected(host, { specs }, { env: { TMPDIR: place } });
        expect([place, texts('provided'), texts('plain')]).toEqual([place, ['given a\n'], ['plain\n']]);
      }
      expect(await host.prepare('cat', victim)).toBe('untouched\n');
      expect(readdirSync(links)).toHaveLength(5);
    },
  );

  promise(
    'Only the owner can read the archive, and its temporary files while it is being made',
    async (host) => {
      const parent = host.makeDirectory('open');
      await host.prepare('chmod', '1777', parent);
      const seen = host.path('seen');
      const look = program(
        host.path('look'),
        `#!/bin/sh\nfind ${parent} -mindepth 1 -name '*.partial*' -prune -printf '%m %y\\n' > ${seen}\necho looked\n`,
      );
      writeFileSync(seen, '');
      for (const name of ['directory', 'file.tar.gz']) {
        await collected(
          host,
          { specs: { look: simpleCommand(look, doc) }, target: `${parent}/${name}` },
          { enter: (argv) => ['sh', '-c', 'umask 0; exec "$@"', 'sh', ...argv] },
        );
        expect(await host.prepare('cat', seen)).toBe('700 d\n');
      }
    },
  );
});

function pairs(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`);
}
