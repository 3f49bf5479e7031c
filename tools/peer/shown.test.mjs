import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect } from 'vitest';
import { collectSos, collectTheirs, unpack } from './collect.mjs';
import { missingPeer, missingSos, testUnless } from './missing.mjs';
import { noProcess } from './no-process.mjs';
import { peerPython } from './python.mjs';
import { run } from './run.mjs';

const timeout = 600_000;
const bin = fileURLToPath(new URL('../../packages/cli/bin/hostspec.cjs', import.meta.url));
const hostspec = (...args) => run(process.execPath, [bin, ...args], noProcess);

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peer-shown-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The facts of the summary by label, each with its text and the spec that it comes from. */
const summaryOf = async (archive) => {
  const { kind, sections } = JSON.parse(await hostspec('summary', archive, '--json'));
  const facts = sections.flatMap((section) => section.facts);
  return { kind, fact: (label) => facts.find((fact) => fact.label === label) };
};

/** The index of the page of an archive's report. */
const reportOf = async (archive) => {
  const path = join(folder, 'report.html');
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
  expect(summary.fact('peer0')).toMatchObject({ text: 'up, 192.0.2.1/24', from: 'ip_addr' });
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

testUnless(
  missingPeer(),
  'summary, report, run and shell answer from insights-core',
  { timeout },
  async () => {
    await expectAnswers(await collectTheirs(peerPython(), join(folder, 'theirs')), 'insights');
  },
);

testUnless(missingSos(), 'summary, report, run and shell answer from sos', { timeout }, async () => {
  const report = await collectSos(join(folder, 'sos'), 'gzip');
  await expectAnswers(await unpack(report, join(folder, 'unpacked')), 'sos');
});
