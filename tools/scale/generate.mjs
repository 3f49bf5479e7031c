import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { openArchive } from '@hostspec/archive';
import { newBatch } from '../../packages/fleet/src/add.ts';
import { changingRows } from '../../packages/fleet/src/changing-rows.ts';
import { findClones, splitHosts } from '../../packages/fleet/src/clones.ts';
import { compactFleet } from '../../packages/fleet/src/compact.ts';
import { createFleet } from '../../packages/fleet/src/fleet-directory.ts';
import { readState } from '../../packages/fleet/src/fleet-state.ts';
import { newKnownContents } from '../../packages/fleet/src/known-contents.ts';
import { runOf } from '../../packages/fleet/src/read-run.ts';

const dayLength = 86_400_000;

// 2026-01-01 is a Thursday: a week has a Sunday.
const firstDay = Date.UTC(2026, 0, 1);

/** The date `days` days after the first day. */
export const dayOf = (day) => new Date(firstDay + day * dayLength).toISOString().slice(0, 10);

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** An archive like another one, with other words in its manifest and other content of some specs, as text of their first item. */
const variedArchive = (base, { specs, lacks = [], ...words }) => {
  const bytes = new Map(Object.entries(specs).map(([spec, text]) => [spec, Buffer.from(text)]));
  const outcomes = base.manifest.outcomes.map((outcome) => {
    const own = bytes.get(outcome.name);
    if (lacks.includes(outcome.name))
      return { ...outcome, status: 'skipped', reason: 'the run was interrupted', items: [] };
    if (own === undefined || outcome.items.length === 0) return outcome;
    const [first, ...others] = outcome.items;
    return { ...outcome, items: [{ ...first, bytes: own.length, sha256: sha256(own) }, ...others] };
  });
  const manifest = { ...base.manifest, ...words, outcomes };
  // Only its hash is read: the id of the run.
  const text = JSON.stringify({ ...words, specs });
  return {
    ...base,
    manifest,
    outcomes: new Map(outcomes.map((outcome) => [outcome.name, outcome])),
    own: new Map([['manifest.json', { stream: () => Readable.from([Buffer.from(text)]) }]]),
    items(spec) {
      const own = bytes.get(spec);
      const items = base.items(spec);
      return own === undefined
        ? items
        : [{ ...items[0], bytes: own.length, read: async () => own }, ...items.slice(1)];
    },
  };
};

/** The changes that the generator makes on purpose, by host and day. */
const plansOf = ({ hosts, days }) => {
  const groupOf = (host) => ['web', 'web', 'web', 'db', 'app'][host % 5];
  const every = (host, number, nth) => host % number === nth;
  const last = days - 1;
  const renamedOn = Math.ceil(days / 2);
  return {
    groups: ['web', 'db', 'app'],
    hostsOf: (group) => [...Array(hosts).keys()].filter((host) => groupOf(host) === group),
    // On the last day, one of eight hosts of a group gets another value: the same change on many hosts.
    forward: (host, day) => (day === last && groupOf(host) === 'web' && every(host, 8, 0) ? 1 : 0),
    isClone: (host) => every(host, 1000, 7),
    renamedOn,
    isRenamed: (host, day) => day >= renamedOn && every(host, 500, 11),
    isInterrupted: (host, day) => (host + day * 37) % 100 === 13,
    hasWrongClock: (host) => every(host, 500, 21),
    isNew: (host) => every(host, 500, 31),
    /** Whether the run of a host reaches a spec. */
    says(host, day, spec) {
      return !this.isInterrupted(host, day) || spec < 't';
    },
    isThere(host, day) {
      return !this.isNew(host) || day === last;
    },
  };
};

/** The content of a host on a day that replaces the base's. */
const specsOf = (plans, texts, host, day) => {
  const name = `h${host}`;
  const number = (below) => (host * 7919 + day * 104_729) % below;
  const marked = (spec) => (texts[spec] === undefined ? {} : { [spec]: `${texts[spec]}# ${name}\n` });
  // Some days, some hosts have another version of a file that they have for themselves.
  const version = Math.floor((day + (host % 9)) / 9);
  return {
    hostname: `${name}.example.org\n`,
    ...Object.fromEntries(texts.ofHost.flatMap((spec) => Object.entries(marked(spec)))),
    ...(texts.config && { [texts.config]: `${texts[texts.config]}# ${name} ${version}\n` }),
    [texts.parameters]: `${(texts[texts.parameters] ?? '').replace(/^net\.ipv4\.ip_forward.*\n/m, '')}net.ipv4.ip_forward = ${plans.forward(host, day)}\nfs.file-nr = ${number(9999)}\n`,
    df__alP: `Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda1 41152736 ${number(41_152_736)} 9000000 ${number(97)}% /\n/dev/vdb1 103081248 ${number(103_081_248)} 9000000 ${number(90)}% /srv\n`,
    meminfo: (texts.meminfo ?? 'MemTotal: 8000000 kB\nMemAvailable: 1 kB\n').replace(
      /^(MemAvailable:\s+)\d+/m,
      `$1${number(7_999_999)}`,
    ),
    // A host that was renamed has booted since.
    proc_stat: `cpu ${number(9999)}\nbtime ${(firstDay + (plans.isRenamed(host, day) ? plans.renamedOn : -9) * dayLength) / 1000}\n`,
    uptime: ` 10:00:00 up ${day + 1} days, 1 user,  load average: 0.${number(90)}, 0.2, 0.3\n`,
    // Lines that are new each day, as in a log: about one percent of all content.
    [texts.log]: Array.from(
      { length: texts.ownLines },
      (_, line) => `${line} 3 * * ${number(7 + line)} root /usr/local/bin/${name} ${day}\n`,
    ).join(''),
    os_release: texts.os_release,
    uname: `Linux ${name} 6.1.0-${host % 3 === 0 ? 20 + Math.floor(day / 3) : 18}-amd64 #1 SMP x86_64 GNU/Linux\n`,
  };
};

/** An archive whose items are read once. */
const inMemory = async (path) => {
  const archive = await openArchive(path);
  const items = new Map();
  for (const { name } of archive.manifest.outcomes)
    items.set(
      name,
      await Promise.all(
        archive.items(name).map(async (item) => {
          const content = await item.read();
          return { ...item, read: async () => content, stream: () => Readable.from([content]) };
        }),
      ),
    );
  await archive.close();
  return { ...archive, items: (spec) => items.get(spec) };
};

/** The text of the first item of each spec of an archive. */
const textsOf = async (base) => {
  const texts = {};
  // Content that was cut ends within a line.
  for (const { name, items } of base.manifest.outcomes)
    if (items.length > 0) texts[name] = (await base.items(name)[0].read()).toString().replace(/[^\n]*$/, '');
  // Small files whose last part differs from host to host.
  const own = Object.keys(texts).filter((spec) =>
    /^(hosts|fstab|resolv_conf|machine_id|cmdline|ip_addr|ssh_.*config|sshd_config)$/.test(spec),
  );
  const bytes = base.manifest.outcomes
    .flatMap(({ items }) => items)
    .reduce((sum, item) => sum + item.bytes, 0);
  return {
    ...texts,
    ofHost: own.slice(0, 6),
    log: 'crontab' in texts ? 'crontab' : 'limits_conf',
    parameters: 'sysctl' in texts ? 'sysctl' : 'sysctl_conf',
    config: 'motd' in texts ? 'motd' : undefined,
    ownLines: Math.ceil(bytes / 150 / 45),
  };
};

/**
 * Makes a fleet at a path: so many hosts on so many days, from archives that `bases` are the paths of. Between reading an archive and
 * writing its rows it goes the way of `add`. `onRun(run, host)` is called for each run, and `onDay(day)` after each day, when it is filed.
 */
export const generateFleet = async (path, { bases, hosts, days, onRun = () => {}, onDay = () => {} }) => {
  const plans = plansOf({ hosts, days });
  const opened = await Promise.all(bases.map(inMemory));
  const texts = await Promise.all(opened.map(textsOf));
  createFleet(path);
  for (let day = 0; day < days; day++) {
    for (const group of plans.groups)
      await changingRows(path, async (root, engine) => {
        const batch = newBatch(root, engine, group);
        const known = newKnownContents();
        const ids = readState(root);
        for (const host of plans.hostsOf(group)) {
          if (!plans.isThere(host, day)) continue;
          const at = host % opened.length;
          for (const archive of archivesOf(plans, { base: opened[at], texts: texts[at], host, day })) {
            const now = firstDay + (day + 0.9) * dayLength;
            const run = await runOf(archive, archive.manifest, { ids, now, known });
            known.add(run.fresh);
            onRun(run, host);
            await batch.take(run);
          }
        }
        await batch.end();
      });
    await changingRows(path, async (root, engine) => {
      await splitHosts(root, engine, await findClones(root, engine, readState(root)));
      await compactFleet(root, engine);
    });
    await onDay(day);
  }
  return plans;
};

/** The archives of a host on a day: one, or two of hosts with the same machine id. */
const archivesOf = (plans, { base, texts, host, day }) => {
  const started = firstDay + day * dayLength + 3 * 3_600_000 + host * 7;
  const made = (target, more = {}) =>
    variedArchive(base, {
      ...{ target, hostname: target, machineId: `machine ${host}`, bootId: `boot ${target}` },
      started: plans.hasWrongClock(host) ? day * 1000 : started,
      finished: started + 60_000,
      specs: specsOf(plans, texts, host, day),
      ...more,
    });
  const name = plans.isRenamed(host, day) ? `renamed${host}` : `h${host}`;
  const lacks = base.manifest.outcomes
    .map(({ name: spec }) => spec)
    .filter((spec) => !plans.says(host, day, spec));
  const own = made(name, lacks.length > 0 ? { interrupted: 'signal SIGTERM', lacks } : {});
  return plans.isClone(host) ? [own, made(`clone${host}`, { started: started + 600_000 })] : [own];
};
