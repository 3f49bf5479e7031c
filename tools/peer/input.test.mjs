import { mkdtempSync, readFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { sharedDirectory } from '../test/folder.ts';
import { pythonOf } from '../test/python.mjs';
import { collectFrom, collectSos, collectTheirs, pack, run, unpack, withPeer, withSos } from './collect.mjs';
import { compareArchives, contentOf, readArchive, readExpected } from './compare.mjs';

const refuseAll = `
  import childProcess from 'node:child_process';
  import { syncBuiltinESMExports } from 'node:module';
  for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'])
    childProcess[name] = () => { throw new Error('a process was started'); };
  syncBuiltinESMExports();`;

/** The environment in which whatever would start a process fails. */
const noProcess = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(refuseAll)}` };
const bin = fileURLToPath(new URL('../../packages/cli/bin/hostspec.cjs', import.meta.url));
const hostspec = (...args) => run(process.execPath, [bin, ...args], noProcess);

const folder = sharedDirectory();

// A test that runs again needs an empty directory.
const newFolder = () => mkdtempSync(join(folder, 'from-'));

/** What two tests read is collected once. */
const once = (make) => {
  let made;
  return () => {
    made ??= make();
    return made;
  };
};
const theirs = once(() => collectTheirs(pythonOf('peer'), join(folder, 'theirs')));
const sos = once(async () => {
  const report = await collectSos(join(folder, 'sos'));
  return { report, unpacked: await unpack(report, join(folder, 'unpacked')) };
});

const elementsOf = ({ outcomes }, spec) => outcomes.get(spec).items.map(({ element }) => element);

withPeer('an archive of insights-core is a host', async () => {
  const made = await theirs();
  const packed = await pack(made);
  for (const path of [made, packed]) {
    const ours = readArchive(await collectFrom(path, newFolder(), noProcess));
    const compared = compareArchives({ ours, theirs: readArchive(made), expected: readExpected() });
    const lost = compared.filter(({ kind, explained }) => kind !== 'same bytes' && !explained);
    expect(lost).toEqual([]);
    expect(compared.filter(({ kind }) => kind === 'same bytes').length).toBeGreaterThan(50);
    expect(elementsOf(ours, 'ethtool_i')).toEqual(['peer0', 'peer1']);
    expect(ours.outcomes.get('abrt_status_bare')).toMatchObject({
      status: 'absent',
      reason: 'command not found: /usr/bin/abrt',
    });
    expect(ours.outcomes.get('aws_instance_id_doc')).toMatchObject({
      status: 'skipped',
      reason: expect.stringMatching(/^not on AWS: /),
    });
  }
});

withSos('a sos report is a host', async () => {
  const { report, unpacked } = await sos();
  const stored = (path) => readFileSync(join(unpacked, path), 'utf8');
  for (const [path, env] of [
    [unpacked, noProcess],
    [report, {}],
  ]) {
    const ours = readArchive(await collectFrom(path, newFolder(), env));
    const collected = (spec) =>
      ours.outcomes.get(spec).items.map((item) => contentOf(ours, item.path).toString());
    expect(elementsOf(ours, 'ethtool_i')).toEqual(['peer0', 'peer1']);
    expect(collected('ethtool_i')[1]).toBe(stored('sos_commands/networking/ethtool_-i_peer1'));
    expect(collected('uname')[0]).toBe(stored('sos_commands/kernel/uname_-a'));
    expect(collected('ps_auxww')[0]).toBe(stored('sos_commands/process/ps_auxwww'));
    expect(collected('mounts')[0]).toBe(stored('proc/mounts'));
    expect(collected('os_release')[0]).toContain('PRETTY_NAME');
    expect(ours.outcomes.get('ethtool_g')).toMatchObject({
      status: 'absent',
      reason: expect.stringContaining('Operation not supported'),
    });
    expect(ours.outcomes.get('ipcs_s')).toMatchObject({
      status: 'absent',
      reason: 'the archive has no output of /usr/bin/ipcs -s',
    });
    expect([...ours.outcomes.values()].filter(({ status }) => status === 'collected').length).toBeGreaterThan(
      30,
    );
  }
});

/** The facts of the summary by label, each with its text and the spec that it comes from. */
const summaryOf = async (archive) => {
  const { kind, sections } = JSON.parse(await hostspec('summary', archive, '--json'));
  const facts = sections.flatMap((section) => section.facts);
  return { kind, fact: (label) => facts.find((fact) => fact.label === label) };
};

/** The index of the page of an archive's report. */
const reportOf = async (archive) => {
  const path = join(mkdtempSync(join(folder, 'report-')), 'report.html');
  await hostspec('report', archive, '--output', path);
  const html = readFileSync(path, 'utf8');
  expect(html.endsWith('</html>\n')).toBe(true);
  return JSON.parse(/<script type="application\/json" id="index">(.*?)<\/script>/.exec(html)[1]);
};

/** Checks what every archive of this machine answers, from the network that it was made in. */
const expectAnswers = async (archive, kind) => {
  const summary = await summaryOf(archive);
  expect(summary.kind).toBe(kind);
  expect(summary.fact('kernel')).toMatchObject({ text: expect.stringContaining(release()), from: 'uname' });
  expect(summary.fact('peer0')).toMatchObject({
    text: expect.stringMatching(/^up, 192\.0\.2\.1\/24, /),
    from: 'ip_addr',
  });
  expect(summary.fact('memory').data.total).toBeGreaterThan(0);
  expect(summary.fact('boot').data).toBeLessThan(Date.now());
  const index = await reportOf(archive);
  expect(index.kind).toBe(kind);
  expect(index.entries.length).toBeGreaterThan(50);
  const names = new Set(index.entries.map(({ name }) => name));
  for (const spec of ['uname', 'ip_addr', 'meminfo', 'proc_stat'])
    expect(names).toContain(index.entryOfSpec[spec] ?? spec);
  expect(await hostspec('run', archive, '--', 'uname', '-a')).toContain(release());
  expect(await hostspec('run', archive, '--', 'grep -c ^MemTotal: /proc/meminfo')).toBe('1\n');
  expect(await hostspec('run', archive, '--', 'ip addr | grep 192.0.2')).toContain('192.0.2.1/24');
  const lines = ['cd /proc', 'head -n 1 meminfo', 'ls /proc', 'commands ip', 'exit'];
  const piped = 'printf "%s\\n" "$4" | "$1" "$2" shell "$3"';
  const words = [process.execPath, bin, archive, lines.join('\n')];
  const shown = await run('sh', ['-c', piped, 'sh', ...words], noProcess);
  expect(shown).toMatch(/^MemTotal: [\s\S]*^meminfo$[\s\S]*^ip .*addr/m);
};

withPeer('summary, report, run and shell answer from insights-core', async () =>
  expectAnswers(await theirs(), 'insights'),
);

withSos('summary, report, run and shell answer from sos', async () =>
  expectAnswers((await sos()).unpacked, 'sos'),
);
