import { existsSync, readFileSync } from 'node:fs';
import type { Spec } from '@hostspec/spec';
import { foreachExecute, simpleCommand } from '@hostspec/spec';
import { type PathologicalHost, stoppedAccount } from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import { type AttackedMachine, attackedMachine, eve } from './attacker.js';
import { catalogText } from './cli.js';
import { doc, promiseNeeding } from './scene.js';

const promise = promiseNeeding('python3', 'ps');

const owner = 4218;
const installation = '/opt/ibm/db2/V11.5';
const db2Specs = ['db2_database_configuration', 'db2_database_manager'];

/** A machine on which eve and the owner of a DB2 instance have accounts, with profiles that leave a trace. */
async function machineWithAccounts(host: PathologicalHost): Promise<AttackedMachine> {
  const machine = await attackedMachine(host);
  await machine.shell(`
    echo 'eve:x:${eve}:${eve}::/home/eve:/bin/bash' >> /etc/passwd
    echo 'db2inst1:x:${owner}:${owner}::/home/db2inst1:/bin/bash' >> /etc/passwd
    for user in eve db2inst1; do echo "$user:*:19000::::::" >> /etc/shadow; done
    echo 'db2iadm1:x:${owner}:' >> /etc/group
    echo 'shared:x:4300:db2inst1' >> /etc/group
    mkdir -p /home/eve /home/db2inst1/sqllib ${traces(host)}
    chmod 777 ${traces(host)}
  `);
  for (const [user, id] of [
    ['eve', eve],
    ['db2inst1', owner],
  ] as const) {
    for (const name of ['.profile', '.bash_profile', '.bashrc', '.psqlrc'])
      await machine.write(`/home/${user}/${name}`, `: > ${traces(host)}/profile-$(id -u)\n`, { owner: id });
    await machine.shell(`chown -R ${id}:${id} /home/${user}`);
  }
  return machine;
}

/** A directory in which everybody may leave traces. */
const traces = (host: PathologicalHost): string => host.path('traces');
const tracesIn = (host: PathologicalHost, machine: AttackedMachine): Promise<string> =>
  machine.shell(`ls ${traces(host)}`);

/** A DB2 installation that lists the instance, and the instance with the user's own program. */
async function installDb2(machine: AttackedMachine, db2: string): Promise<void> {
  await machine.write(`${installation}/instance/db2ilist`, '#!/bin/sh\necho db2inst1\n');
  // As installed by IBM.
  await machine.shell(`chown -R bin:bin ${installation}`);
  await machine.write('/usr/local/bin/db2ls', `#!/bin/sh\necho '#PATH:VRMF'\necho '${installation}:11.5'\n`);
  await machine.write('/home/db2inst1/sqllib/bin/db2', db2, { owner });
  await machine.shell(
    `mkdir -p /home/db2inst1/sqllib/adm; cp /usr/bin/python3.?? /home/db2inst1/sqllib/adm/db2sysc; chown -R ${owner} /home/db2inst1/sqllib`,
  );
  await machine.claim({ word: 'db2sysc 0', python: '/home/db2inst1/sqllib/adm/db2sysc', user: owner });
}

async function withCatalog(
  machine: AttackedMachine,
  specs: Readonly<Record<string, Spec>>,
  ...args: string[]
) {
  const catalog = await machine.write('/root/catalog.json', catalogText(specs), { mode: '600' });
  const outcomes = await machine.collect(Object.keys(specs), '--catalog', catalog, ...args);
  return new Map(outcomes.map((outcome) => [outcome.name, outcome]));
}

const says = `#!/bin/sh
case "$*" in
  *'list database directory') echo ' Database name = SAMPLE'; exit;;
esac
echo "$0 $*"
id -u; id -g; id -G; pwd; ps -o comm= -p $PPID
env | sort
ls -l /proc/self/fd
cat
tty
echo end
`;

describe('Commands as another user', () => {
  promise(
    'A process called db2sysc does not make hostspec run anything as its owner, unless an installation lists the instance',
    async (host) => {
      const machine = await machineWithAccounts(host);
      await machine.write('/home/eve/sqllib/bin/db2', `#!/bin/sh\n: > ${traces(host)}/db2\n`, { owner: eve });
      await machine.shell(`
        mkdir /home/eve/sqllib/adm; cp /usr/bin/python3.?? /home/eve/sqllib/adm/db2sysc; chown -R ${eve} /home/eve/sqllib
      `);
      await machine.claim({ word: 'db2sysc 0' });
      await machine.claim({ word: 'db2sysc 0', python: '/home/eve/sqllib/adm/db2sysc' });
      const look = async (reason: string): Promise<void> => {
        for (const args of [['plan', '--only', 'db2*'], ...db2Specs.map((name) => ['explain', name])])
          expect(await machine.hostspec(...args)).toMatchObject({ overdue: false, status: 0 });
        for (const outcome of await machine.collect(db2Specs))
          expect(outcome).toMatchObject({ status: 'skipped', reason: expect.stringContaining(reason) });
        expect(await tracesIn(host, machine)).toBe('');
        machine.unharmed();
      };
      await look('no DB2 installation lists an instance of theirs that runs');
      // Nor does a list that eve wrote herself, wherever she says that DB2 is installed.
      await machine.evil('/home/eve/V11.5/instance/db2ilist', { owner: eve });
      await machine.write('/usr/local/bin/db2ls', '#!/bin/sh\necho /home/eve/V11.5:11.5\n');
      await look('no DB2 installation lists an instance of theirs that runs');
    },
    { timeout: 120_000 },
  );

  promise(
    'Commands for an instance run as its owner with pipes and fixed variables, without a shell or profile',
    async (host) => {
      const machine = await machineWithAccounts(host);
      await installDb2(machine, says);
      const [configuration, manager] = await machine.collect(db2Specs);
      expect(await tracesIn(host, machine)).toBe('');
      expect(configuration).toMatchObject({
        status: 'collected',
        items: [
          {
            source: {
              argv: [
                '/usr/sbin/runuser',
                '-l',
                'db2inst1',
                '-c',
                'db2 get database configuration for SAMPLE',
              ],
            },
          },
        ],
      });
      const lines = (manager?.texts[0] ?? '').split('\n');
      expect(lines.slice(0, 3)).toEqual([
        '/home/db2inst1/sqllib/bin/db2 get dbm cfg',
        String(owner),
        String(owner),
      ]);
      // The groups are its own, and in process one that marks the run.
      expect(lines[3]).toMatch(new RegExp(`^${owner} 4300( [34]\\d{9})?$`));
      expect(lines.slice(4, 6)).toEqual(['/', 'timeout']);
      expect(lines.filter((line) => /^\w+=/.test(line) && !/^(?:HOSTSPEC_RUN|_|PWD)=/.test(line))).toEqual([
        'DB2INSTANCE=db2inst1',
        'HOME=/home/db2inst1',
        'INSTHOME=/home/db2inst1',
        'LC_ALL=C',
        expect.stringMatching(/^LD_LIBRARY_PATH=\/home\/db2inst1\/sqllib\/lib64:/),
        'LOGNAME=db2inst1',
        expect.stringMatching(/^PATH=\/home\/db2inst1\/sqllib\/bin:.*:\/bin:\/usr\/bin:/),
        'PGSYSCONFDIR=/dev/null',
        'PSQLRC=/dev/null',
        'USER=db2inst1',
      ]);
      const opened = lines.filter((line) => line.includes(' -> ')).map((line) => line.replace(/^.* -> /, ''));
      expect(opened.filter((path) => !/^(?:socket|pipe):/.test(path))).toEqual([
        '/dev/null',
        expect.stringMatching(/^\/proc\/\d+\/fd$/),
      ]);
      expect(lines.slice(-3)).toEqual(['not a tty', 'end', '']);
    },
  );

  promise(
    'Endless output of another user is cut at the limit, and processes left behind are ended',
    async (host) => {
      const machine = await machineWithAccounts(host);
      // It leaves its group, its variables and its timer slack behind, and keeps the output that it was given.
      const daemon = `import os, ctypes
os.setsid()
ctypes.CDLL(None).prctl(29, 1, 0, 0, 0)
for fd in os.listdir("/proc/self/fd"):
    try:
        os.write(os.open("/proc/self/fd/" + fd, os.O_WRONLY), b"LATER")
    except OSError:
        pass
if os.fork():
    os.execve("/usr/bin/yes", ["yes", "of-the-owner"], {})
os.execve("/bin/sleep", ["sleep", "5436"], {"HOSTSPEC_RUN": "another"})`;
      await installDb2(
        machine,
        `#!/bin/sh
case "$*" in
  *list*) echo ' Database name = SAMPLE';;
  *dbm*) exec yes endless;;
  *) echo begun; /usr/bin/python3 -c '${daemon}' & sleep 1; echo done;;
esac
`,
      );
      const [configuration, manager] = await machine.collect(db2Specs, '--max-item-bytes', '100000');
      expect(manager).toMatchObject({
        status: 'truncated',
        items: [{ bytes: 100_000, truncated: { reason: 'output cut at 100000 bytes' } }],
      });
      // What the daemon wrote until the command ended is output; nothing came after it.
      expect(configuration?.items[0]?.bytes).toBeLessThanOrEqual(100_000);
      expect(configuration?.texts[0]).toMatch(/^begun\n/);
      // Ended processes are still listed until a busy machine lets them go.
      await expect.poll(() => machine.shell('ps -eo args')).not.toMatch(/of-the-owner|sleep 5436/);
    },
  );

  promise(
    'Libraries and programs of another user are never loaded with the rights of root',
    async (host) => {
      const machine = await machineWithAccounts(host);
      await installDb2(machine, '#!/bin/sh\nid -u\n');
      const source = `#include <fcntl.h>
__attribute__((constructor)) static void run(void) { open("${host.path('canary')}", O_CREAT, 0644); }`;
      await machine.write('/home/db2inst1/evil.c', source, { owner });
      await machine.shell(`
      cd /home/db2inst1/sqllib; mkdir -p lib64 lib32 adm bin
      # Contains every function that setpriv uses from the library.
      for name in $(grep -ao 'capng_[a-z_]*' /usr/bin/setpriv | sort -u); do echo "int $name() { return 0; }"; done >> ../evil.c
      gcc -shared -fPIC -o evil.so ../evil.c
      cp evil.so lib64/libcap-ng.so.0
      for program in env timeout setpriv id getent; do printf '#!/bin/sh\\n: > ${host.path('canary')}\\n' > bin/$program; done
      chmod 755 bin/*; chown -R ${owner} .
    `);
      await machine.collect(db2Specs);
      machine.unharmed();
    },
    { needs: !existsSync('/usr/bin/gcc') && 'gcc' },
  );

  promise(
    'Login commands in the catalog run only their command; one that needs a shell is refused; other changes of user get pipes',
    async (host) => {
      const machine = await machineWithAccounts(host);
      const fds = 'ls -l /proc/self/fd';
      const outcomes = await withCatalog(machine, {
        su: simpleCommand("/bin/su -l eve -c 'id -u'", doc),
        sudo: simpleCommand('/usr/bin/sudo -iu eve /usr/bin/env', doc),
        pipe: simpleCommand("/bin/su -l eve -c 'id | cat'", doc),
        variable: simpleCommand("/usr/sbin/runuser -l eve -c 'echo $HOME'", doc),
        substitution: simpleCommand(`/usr/sbin/runuser -l eve -c 'echo "$(id)"'`, doc),
        quoted: foreachExecute("/bin/su -l eve -c 'echo %s'", simpleCommand("/bin/echo '$(id); a b'"), {
          ...doc,
          nestedCommandLine: true,
        }),
        unknown: simpleCommand("/bin/su -l nobody-of-that-name -c 'id'", doc),
        missing: simpleCommand('/usr/bin/sudo -iu eve /usr/bin/no-such-program', doc),
        plain: simpleCommand(`/bin/su eve -c '${fds}'`, doc),
        other: simpleCommand(`/usr/sbin/runuser -u eve -- ${fds}`, doc),
      });
      expect(await tracesIn(host, machine)).toBe('');
      expect(outcomes.get('su')?.texts).toEqual([`${eve}\n`]);
      expect(outcomes.get('quoted')?.texts).toEqual(['$(id); a b\n']);
      expect(outcomes.get('sudo')?.texts[0]?.split('\n')).toEqual(
        expect.arrayContaining(['HOME=/home/eve', 'USER=eve', 'PSQLRC=/dev/null']),
      );
      for (const name of ['pipe', 'variable', 'substitution'])
        expect(outcomes.get(name)).toMatchObject({
          status: 'denied',
          reason: expect.stringContaining('needs a shell, but none is started as eve'),
        });
      expect(outcomes.get('unknown')?.reason).toBe('there is no user nobody-of-that-name');
      expect(outcomes.get('missing')?.status).toBe('absent');
      for (const name of ['plain', 'other']) {
        const opened = (outcomes.get(name)?.texts[0] ?? '')
          .split('\n')
          .filter((line) => line.includes(' -> '));
        expect([name, opened.length > 2, outcomes.get(name)]).toMatchObject([name, true, {}]);
        for (const line of opened.slice(0, 3)) expect(line).toMatch(/ -> (?:\/dev\/null|socket:|pipe:)/);
      }
    },
  );

  for (const mode of ['with the runner', 'in process'])
    promise(`An account that stops all its processes delays only its own commands, ${mode}`, async (host) => {
      const machine = await machineWithAccounts(host);
      const theirs = Object.fromEntries(
        Array.from({ length: 150 }, (_, index) => [
          `theirs${index}`,
          simpleCommand(`/bin/su -l eve -c '/bin/echo ${index}'`, { ...doc, timeout: 0.2 }),
        ]),
      );
      const others = Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [`other${index}`, simpleCommand(`/bin/echo ${index}`, doc)]),
      );
      await stoppedAccount(eve, (argv) => host.start(machine.enter(argv), { deadline: 300 }));
      const outcomes = await withCatalog(
        machine,
        { ...theirs, ...others },
        ...(mode === 'in process' ? ['--in-process'] : []),
      );
      for (const [index, name] of Object.keys(others).entries())
        expect(outcomes.get(name), name).toMatchObject({ status: 'collected', texts: [`${index}\n`] });
      const statuses = Object.keys(theirs).map((name) => outcomes.get(name)?.status);
      expect([...new Set(statuses)].sort()).toEqual(['collected', 'timed out']);
    });

  promise('A collector that is not root runs nothing as another user, and says so', async (host) => {
    const machine = await machineWithAccounts(host);
    const catalog = catalogText({
      other: simpleCommand("/bin/su -l db2inst1 -c 'id -u'", doc),
      own: simpleCommand("/bin/su -l eve -c 'id -u'", doc),
    });
    await machine.write('/srv/catalog.json', catalog, { mode: '644' });
    const output = host.makeDirectory('of-eve');
    await host.prepare('chown', String(eve), output);
    const where = ['--format', 'directory', '--output', `${output}/a`];
    const finished = await machine.hostspecAs(eve, 'collect', '--catalog', '/srv/catalog.json', ...where);
    expect(finished).toMatchObject({ overdue: false, status: 0 });
    const { outcomes } = JSON.parse(readFileSync(`${output}/a/manifest.json`, 'utf8'));
    expect(outcomes).toMatchObject([
      { name: 'other', status: 'denied', reason: expect.stringContaining('needs root to run as db2inst1') },
      { name: 'own', status: 'collected' },
    ]);
    expect(await tracesIn(host, machine)).toBe('');
  });

  promise(
    'Commands of a HANA administrator run without a login, in the directories of the instance',
    async (host) => {
      const machine = await machineWithAccounts(host);
      await machine.shell(`
      echo 'h01adm:x:4219:4219::/usr/sap/H01/home:/bin/bash' >> /etc/passwd
      mkdir -p /usr/sap/H01/home /usr/sap/H01/HDB07/exe/Python/bin /usr/sap/H01/HDB07/exe/python_support
      echo ': > ${traces(host)}/profile' > /usr/sap/H01/home/.profile
    `);
      await machine.write(
        '/usr/sap/hostctrl/exe/saphostctrl',
        "#!/bin/sh\necho '******'\necho ' SID , String , H01'\necho ' SystemNumber , String , 07'\necho ' InstanceName , String , HDB07'\n",
      );
      await machine.write(
        '/usr/sap/H01/HDB07/HDB',
        '#!/bin/sh\necho "HDB $*"; id -u; echo $DIR_INSTANCE $SAPSYSTEMNAME\n',
      );
      await machine.write(
        '/usr/sap/H01/HDB07/exe/Python/bin/python',
        '#!/bin/sh\necho "python $*"; id -u\nexit 4\n',
      );
      await machine.shell('chown -R 4219 /usr/sap/H01');
      const [landscape, version] = await machine.collect(['sap_hana_landscape', 'sap_hdb_version']);
      expect(version?.texts).toEqual(['HDB version\n4219\n/usr/sap/H01/HDB07 H01\n']);
      expect(landscape?.texts).toEqual([
        'python /usr/sap/H01/HDB07/exe/python_support/landscapeHostConfiguration.py\n4219\n',
      ]);
      expect(await tracesIn(host, machine)).toBe('');
    },
  );
});
