import { existsSync } from 'node:fs';
import type { Outcome, Spec } from '@hostspec/spec';
import { simpleCommand } from '@hostspec/spec';
import { program, racingLink } from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import { type AttackedMachine, attackedMachine, eve } from './attacker.js';
import { catalogText } from './cli.js';
import { collected, doc, promiseNeeding } from './scene.js';

const httpd = ['httpd_M', 'httpd_V'];

/** Collects, plans and explains what the processes called httpd name; returns the outcomes. */
async function lookForHttpd(machine: AttackedMachine): Promise<readonly Outcome[]> {
  for (const args of [
    ['plan', '--only', httpd.join()],
    ['explain', 'httpd_V'],
  ])
    expect(await machine.hostspec(...args)).toMatchObject({ overdue: false, status: 0 });
  return machine.collect(httpd);
}

const leftOut = (reason: string): unknown[] =>
  httpd.map((name) =>
    expect.objectContaining({ name, status: 'skipped', reason: expect.stringContaining(reason) }),
  );

/** Collects commands of a catalog of root's own there; returns the outcomes by name. */
async function run(
  machine: AttackedMachine,
  commands: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, Outcome>> {
  const specs: Record<string, Spec> = {};
  for (const [name, command] of Object.entries(commands)) specs[name] = simpleCommand(command, doc);
  const catalog = await machine.write('/root/catalog.json', catalogText(specs), { mode: '600' });
  const outcomes = await machine.collect(Object.keys(specs), '--catalog', catalog);
  return new Map(outcomes.map((outcome) => [outcome.name, outcome]));
}

const refused = (reason: string): unknown =>
  expect.objectContaining({ status: 'denied', reason: expect.stringContaining(reason), items: [] });

// user::rwx, user:EVE:rwx, group::r-x, mask::rwx, other::r-x, as the kernel keeps it.
const grant = `
import os, struct, sys
entries = ((1, 7, -1), (2, 7, ${eve}), (4, 5, -1), (16, 7, -1), (32, 5, -1))
for path in sys.argv[1:]:
    os.setxattr(path, "system.posix_acl_access", struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *e) for e in entries))
`;

const promise = promiseNeeding('python3', 'ps');

describe('Programs of others', () => {
  promise(
    'A process that names a program through its current directory or its root does not make hostspec run it',
    async (host) => {
      const machine = await attackedMachine(host);
      await machine.evil('/home/eve/httpd', { owner: eve });
      await machine.evil('/srv/container/srv/httpd');
      await machine.shell(`chown ${eve} /home/eve; mkdir -p /opt/right; cp /bin/true /opt/right/httpd`);
      const ends = [
        await machine.claim({ word: '/proc/PID/cwd/httpd', cwd: '/home/eve' }),
        // Root in a container, whose files belong to the real root.
        await machine.claim({ word: '/proc/PID/root/srv/httpd', user: 0, root: '/srv/container' }),
        await machine.claim({
          word: '/proc/PID/cwd/httpd',
          cwd: '/srv/container/srv',
          user: 0,
          namespaces: ['-m'],
        }),
        await machine.claim({ word: '/dev/fd/../cwd/httpd', cwd: '/home/eve' }),
      ];
      expect(await lookForHttpd(machine)).toEqual(leftOut('its path leads through /proc'));
      for (const end of ends) await end();
      machine.unharmed();
      // What the name leads to changes all the time, from a program of root's to that of eve and back.
      await machine.claim({ word: '/proc/PID/cwd/httpd', cwd: '/home/eve', alternately: '/opt/right' });
      await machine.claim({
        word: '/proc/PID/cwd/httpd',
        user: 0,
        namespaces: ['-m'],
        cwd: '/srv/container/srv',
        alternately: '/opt/right',
      });
      for (let round = 0; round < 2; round++) {
        expect(await lookForHttpd(machine)).toEqual(leftOut('its path leads through /proc'));
        machine.unharmed();
      }
    },
    { timeout: 120_000 },
  );

  promise(
    'A process in a container, or one that does not run the program it names, does not make hostspec run it',
    async (host) => {
      const machine = await attackedMachine(host);
      const own = '/srv/container/srv/httpd';
      await machine.shell(`mkdir -p /srv/container/srv; cp /usr/bin/python3.?? ${own}`);
      const end = await machine.claim({ word: own, python: own, user: 0, namespaces: ['-m'] });
      expect(await lookForHttpd(machine)).toEqual(leftOut('is in a mnt namespace of its own'));
      await end();
      // A user picks a program of root's that knows other options than httpd, or is not to be run now.
      await machine.evil('/opt/root/httpd');
      const ends = [
        await machine.claim({ word: '/opt/root/httpd', root: '/srv/container', user: 0 }),
        await machine.claim({ word: '/opt/root/httpd' }),
      ];
      expect(await lookForHttpd(machine)).toEqual(leftOut('whatever its command line says'));
      for (const each of ends) await each();
      machine.unharmed();
      // The same program counts if it really runs.
      await machine.claim({ word: own, python: own });
      expect((await lookForHttpd(machine)).map(({ status }) => status)).not.toContain('skipped');
    },
  );

  promise(
    'A program that anyone but root can replace is not run, and the outcome says what is wrong',
    async (host) => {
      const machine = await attackedMachine(host);
      const { evil, shell } = machine;
      await evil('/srv/right/program');
      const commands = {
        owner: await evil('/srv/owner/program', { owner: eve }),
        group: await evil('/srv/group/program', { owner: '0:50', mode: '775' }),
        everybody: await evil('/srv/everybody/program', { mode: '757' }),
        above: await evil('/srv/above/root/program'),
        staff: await evil('/srv/staff/program'),
        rootGroup: await evil('/srv/root-group/program', { mode: '775' }),
        sticky: await evil('/srv/sticky/program'),
        link: '/srv/links/program',
        chain: '/srv/chain/program',
        interpreter: await machine.write('/srv/interpreter/program', '#! /srv/owner/program -x\n'),
        interpreters: await machine.write('/srv/interpreters/program', '#!/srv/interpreter/program\n'),
        relative: await machine.write('/srv/relative/program', '#!srv/owner/program\n'),
        right: '/srv/right/program',
      };
      await shell(`
      chown ${eve} /srv/above
      chgrp staff /srv/staff; chmod 2775 /srv/staff
      chmod 1777 /srv/sticky
      mkdir /srv/links /srv/chain /home/eve
      ln -s ../right/program /srv/links/program; chown -h ${eve} /srv/links/program
      ln -s /home/eve/link /srv/chain/program; ln -s /srv/right/program /home/eve/link; chown -h ${eve} /home/eve
    `);
      const { right, ...wrong } = commands;
      const outcomes = await run(machine, wrong);
      machine.unharmed();
      const reasons: Record<keyof typeof wrong, string> = {
        owner: `/srv/owner/program belongs to user ${eve}, so users other than root could replace the program`,
        group:
          'group staff, or an access control list, may write to /srv/group/program, so users other than root',
        everybody: 'everybody may write to /srv/everybody/program',
        above: `/srv/above belongs to user ${eve}`,
        staff:
          'may write to /srv/staff, so users other than root could replace the program; to allow it: chmod g-w /srv/staff',
        rootGroup: 'group root, or an access control list, may write to /srv/root-group/program',
        sticky: '/srv/sticky/program is in a directory that everybody may write to',
        link: `/srv/links/program belongs to user ${eve}`,
        chain: `/home/eve belongs to user ${eve}`,
        interpreter: 'is refused because of its interpreter: /srv/owner/program',
        interpreters:
          'is refused because of its interpreter: /srv/interpreter/program is refused because of its interpreter',
        relative: 'is refused because of its interpreter: /srv/owner/program',
      };
      for (const [name, reason] of Object.entries(reasons))
        expect([name, outcomes.get(name)]).toEqual([name, refused(reason)]);
      // In its own place the same program runs.
      expect((await run(machine, { right })).get('right')?.status).toBe('collected');
      expect(machine.unharmed).toThrow();
    },
  );

  promise(
    'An access control list that lets others write is detected, on the program and above it',
    async (host) => {
      const machine = await attackedMachine(host);
      const [file, above] = [host.path('file/program'), host.path('above/program')];
      const commands = { file: await machine.evil(file), above: await machine.evil(above) };
      await machine.shell(`/usr/bin/python3 -c '${grant}' ${file} ${host.path('above')}`);
      const outcomes = await run(machine, commands);
      expect(outcomes.get('file')).toEqual(refused(`an access control list, may write to ${file}`));
      expect(outcomes.get('above')).toEqual(
        refused(`an access control list, may write to ${host.path('above')}`),
      );
      machine.unharmed();
    },
  );

  promise(
    'Programs on a medium that users may mount are not run, even if they belong to root',
    async (host) => {
      const machine = await attackedMachine(host);
      const commands = { medium: await machine.evil('/media/eve/stick/program') };
      await machine.shell(
        'mount --bind /media/eve/stick /media/eve/stick; mount -o remount,bind,nosuid /media/eve/stick',
      );
      expect((await run(machine, commands)).get('medium')).toEqual(
        refused('/media/eve/stick is mounted nosuid'),
      );
      machine.unharmed();
    },
  );

  promise(
    "Programs in the catalog that are outside the system's directories are checked too",
    async (host) => {
      const machine = await attackedMachine(host);
      await machine.evil('/opt/CrowdStrike/falconctl', { owner: eve });
      await machine.evil('/usr/sap/hostctrl/exe/saphostctrl');
      await machine.evil('/usr/local/bin/db2ls');
      await machine.shell(
        `chown ${eve} /usr/sap/hostctrl; chgrp staff /usr/local/bin; chmod g+w /usr/local/bin`,
      );
      const names = ['db2ls_a_c', 'falconctl_version', 'saphostctl_getcimobject_sapinstance'];
      const outcomes = await machine.collect(names);
      expect(outcomes).toEqual([
        refused(
          'group staff, or an access control list, may write to /usr/local/bin, so users other than root',
        ),
        refused(`/opt/CrowdStrike/falconctl belongs to user ${eve}`),
        refused(`/usr/sap/hostctrl belongs to user ${eve}`),
      ]);
      for (const args of [
        ['plan', '--only', 'sap_*,db2*'],
        ['explain', 'sap_hdb_version'],
        ['explain', 'db2_database_manager'],
      ])
        expect(await machine.hostspec(...args)).toMatchObject({ overdue: false, status: 0 });
      machine.unharmed();
    },
  );

  promise(
    'In a user namespace that does not map root, programs of the system run, and no other programs of unmapped users do',
    async (host) => {
      const target = host.makeDirectory('of-eve');
      await host.prepare('chown', `${eve}:${eve}`, target);
      const as = ['setpriv', `--reuid=${eve}`, `--regid=${eve}`, '--clear-groups', 'unshare', '-U', '-r'];
      const { texts, outcome } = await collected(
        host,
        {
          specs: {
            echo: simpleCommand('/bin/echo echo', doc),
            // A link to another link in /etc, on Debian.
            awk: simpleCommand('/usr/bin/awk "BEGIN { print 1 }"', doc),
            other: simpleCommand(program(host.path('other'), '#!/bin/sh\necho other\n'), doc),
          },
          target: `${target}/archive`,
        },
        { enter: (argv) => [...as, ...argv] },
      );
      expect([texts('echo'), texts('awk')]).toEqual([['echo\n'], ['1\n']]);
      expect(outcome('other')).toEqual(refused('belongs to'));
    },
    { needs: !existsSync('/usr/bin/awk') && 'awk' },
  );

  promise(
    'A program that is swapped for another between the check and the start is not run',
    async (host) => {
      const machine = await attackedMachine(host);
      // In her own directory a user puts a link to her programs into the place of a directory of root's, and back.
      const playground = host.makeDirectory('playground');
      const evil = await machine.evil(`${playground}/evil/program`, { owner: eve });
      await machine.shell(`
        mkdir ${playground}/app
        for i in $(seq 100); do cp ${evil} ${playground}/evil/$i; cp /bin/true ${playground}/app/$i; done
        chown -R ${eve} ${playground}/evil; chown ${eve} ${playground}
      `);
      const race = await racingLink(`${playground}/app`, 'evil');
      host.defer(race.kill);
      const programs = Array.from({ length: 100 }, (_, index) => `${playground}/app/${index + 1}`);
      const commands = Object.fromEntries(programs.map((program, index) => [`s${index}`, program]));
      for (const outcome of (await run(machine, commands)).values())
        expect([outcome.status, outcome.items]).toEqual(['denied', []]);
      machine.unharmed();
    },
  );
});
