import { join } from 'node:path';
import { defaultSpecs } from '@hostspec/default-specs';
import { collect, memorySink, plan } from '@hostspec/engine';
import { runFleet } from '@hostspec/fleet';
import { fixtureHosts } from '@hostspec/testing';
import glob from 'fast-glob';
import { writeArchive } from '../../packages/fleet/src/testing/archives.ts';
import { factContents } from '../../packages/parse/src/testing/fact-contents.ts';
import { root } from '../workspace/root.mjs';

// 2026-03-05 is a Thursday: the days have a Sunday, with a full set of rows.
const firstDay = Date.UTC(2026, 2, 5, 3);
const dayLength = 86_400_000;

/** The days of the fleet. */
export const days = [...Array(6).keys()].map((day) =>
  new Date(firstDay + day * dayLength).toISOString().slice(0, 10),
);

/** Runs an action of a fleet; resolves to what it prints. */
export const fleet = async (words, options = {}) => {
  let printed = '';
  const io = { out: { write: (text) => (printed += text) }, err: process.stderr, cwd: '/' };
  const [action, path, ...others] = words;
  const status = await runFleet(action, path, others, options, io);
  if (status !== 0) throw new Error(`fleet ${words.join(' ')} ended with ${status}: ${printed}`);
  return printed;
};

/** What the fixtures of this workspace say, by the name of their host: content by spec and path. */
export const fixtures = async () => {
  const hosts = {};
  for (const folder of glob.sync('packages/*/fixtures', { cwd: root, onlyDirectories: true }).sort())
    for (const [name, host] of Object.entries(fixtureHosts(join(root, folder)))) {
      const sink = memorySink();
      const planned = await plan(defaultSpecs, { host });
      const specs = {};
      for await (const { name: spec, items } of collect(planned, { catalog: defaultSpecs, host, sink })) {
        if (items.length === 0) continue;
        const contents = await Promise.all(items.map((item) => sink.read(item)));
        specs[spec] = Object.fromEntries(
          items.map(({ path }, at) => [path, new TextDecoder().decode(contents[at])]),
        );
      }
      hosts[`${folder.split('/')[1]}-${name}`] = specs;
    }
  const facts = { ...asFiles(factContents), ...asFiles(others) };
  return { ...hosts, facts, 'the-same-facts': facts };
};

// Content for tables that the other content has no rows of.
const others = {
  yum_repos_d: '[base]\nname=Base\nenabled=1\ngpgcheck=0\n',
  syslog: [
    'Jun  3 10:18:00 web01 systemd[1]: Reached target Reboot.',
    'Jun  3 10:19:00 web01 kernel: [    0.000000] Linux version 6.1.0',
    '',
  ].join('\n'),
};

const asFiles = (contents) =>
  Object.fromEntries(Object.entries(contents).map(([spec, text]) => [spec, { [spec]: text }]));

/** What a host says on a day: on some days some content has other numbers, lacks a line, or is not there. */
const variedSpecs = (specs, host, day) =>
  Object.fromEntries(
    Object.entries(specs).map(([spec, files], at) => {
      const nth = host * 3 + at * 5 + day;
      if (day === 0 || nth % 7 > 2) return [spec, files];
      if (nth % 7 === 2) return [spec, {}];
      const vary = (text) =>
        nth % 7 === 1
          ? text.replace(/^.*\n(?=.*\n)/, '')
          : text.replaceAll('7', '8').replaceAll('= 1\n', '= 0\n');
      return [spec, Object.fromEntries(Object.entries(files).map(([path, text]) => [path, vary(text)]))];
    }),
  );

/** Makes a fleet of the hosts of the fixtures at a path; the last two days are not compacted. Resolves to the names of its hosts. */
export const makeFleet = async (path) => {
  await fleet(['init', path]);
  const hosts = Object.entries(await fixtures());
  for (const day of days.keys()) {
    // A host is new on the third day.
    const archives = (day < 2 ? hosts.slice(0, -1) : hosts).map(([target, specs], host) => {
      const varied = variedSpecs(specs, host, day);
      // Specs that an interrupted run did not reach keep their state.
      const isInterrupted = (host + day) % 5 === 4;
      const some = Object.entries(varied).filter((_, at) => !isInterrupted || at % 2 === 0);
      return writeArchive({
        target,
        started: firstDay + day * dayLength + host * 1000,
        specs: Object.fromEntries(some),
        ...(isInterrupted && { interrupted: 'signal SIGTERM' }),
      });
    });
    await fleet(['add', path, ...archives], { group: day === 0 ? 'web' : undefined });
    if (day < days.length - 2) await fleet(['compact', path]);
  }
  return hosts.map(([name]) => name);
};
