import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { contentOf, readArchive } from './archive.mjs';
import { collectFrom, collectSos, collectTheirs, pack, unpack } from './collect.mjs';
import { compareArchives } from './compare.mjs';
import { readExpected } from './expected.mjs';
import { missingPeer, missingSos, testUnless } from './missing.mjs';
import { noProcess } from './no-process.mjs';
import { peerPython } from './python.mjs';

const timeout = 600_000;

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peer-input-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const elementsOf = ({ outcomes }, spec) => outcomes.get(spec).items.map(({ element }) => element);

testUnless(missingPeer(), 'an archive of insights-core is a host', { timeout }, async () => {
  const theirs = await collectTheirs(peerPython(), join(folder, 'theirs'));
  const packed = await pack(theirs);
  for (const [name, path] of [
    ['directory', theirs],
    ['tar.gz', packed],
  ]) {
    const ours = readArchive(await collectFrom(path, join(folder, name), noProcess));
    const compared = compareArchives({ ours, theirs: readArchive(theirs), expected: readExpected() });
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
      reason: expect.stringMatching(/^IsAWS: /),
    });
  }
});

testUnless(missingSos(), 'a sos report is a host', { timeout }, async () => {
  const report = await collectSos(join(folder, 'sos'), 'xz');
  const unpacked = await unpack(report, join(folder, 'unpacked'));
  const stored = (path) => readFileSync(join(unpacked, path), 'utf8');
  for (const [name, path, env] of [
    ['directory', unpacked, noProcess],
    [basename(report), report, {}],
  ]) {
    const ours = readArchive(await collectFrom(path, join(folder, `from-${name}`), env));
    const collected = (spec) =>
      ours.outcomes.get(spec).items.map((item) => contentOf(ours, item.path).toString());
    expect(elementsOf(ours, 'ethtool_i')).toEqual(['peer0', 'peer1']);
    expect(collected('ethtool_i')[1]).toBe(stored('sos_commands/networking/ethtool_-i_peer1'));
    expect(collected('uname')[0]).toBe(stored('sos_commands/kernel/uname_-a'));
    expect(collected('ps_auxww')[0]).toBe(stored('sos_commands/process/ps_auxwww'));
    expect(collected('mounts')[0]).toBe(stored('proc/mounts'));
    expect(collected('os_release')[0]).toContain('PRETTY_NAME');
    expect(ours.outcomes.get('ethtool_g')).toMatchObject({ status: 'failed' });
    expect(ours.outcomes.get('ipcs_s')).toMatchObject({
      status: 'absent',
      reason: 'the archive has no output of /usr/bin/ipcs -s',
    });
    expect([...ours.outcomes.values()].filter(({ status }) => status === 'collected').length).toBeGreaterThan(
      30,
    );
  }
});
