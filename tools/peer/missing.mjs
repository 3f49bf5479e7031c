import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lackingOf } from '@hostspec/testing';
import { test } from 'vitest';
import { enterWords } from '../test/prepared-host/host.mjs';
import { peerPython } from './python.mjs';

const complaint = (command, args) => {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
};

/** What insights-core lacks to collect and read here, with the reason; undefined if it can. */
export const missingPeer = () => {
  const [program] = lackingOf(['python3', 'ip', 'ethtool', 'unshare']);
  if (program !== undefined) return { need: program, why: `there is no ${program}` };
  try {
    peerPython();
  } catch (error) {
    return { need: 'insights-core', why: error.message };
  }
  const why = complaint('unshare', [...(process.getuid() === 0 ? [] : ['-r']), '-n', 'true']);
  return why && { need: 'a network namespace', why };
};

/** What is lacking to prepare a host here, with the reason; undefined if it can be prepared. */
export const missingPreparedHost = () => {
  if (process.getuid() !== 0) return { need: 'root', why: 'only root can prepare a host' };
  const folder = mkdtempSync(join(tmpdir(), 'peer-'));
  const [program, ...args] = [...enterWords(folder), 'true'];
  const mounts = complaint(program, args);
  rmSync(folder, { recursive: true });
  return mounts && { need: 'an overlay mount', why: mounts };
};

/** What sos lacks to report here, with the reason; undefined if it can. */
export const missingSos = () => {
  const [program] = lackingOf(['root', 'ip', 'ethtool']);
  if (program !== undefined) return { need: program, why: `there is no ${program}` };
  const why = complaint('sos', ['report', '--help']);
  return why && { need: 'sos', why: `Debian: apt-get install sosreport: ${why}` };
};

/** Declares a test that something may be missing for: it is then skipped with its name, and fails if CI is set. */
export const testUnless = (missing, name, options, body) => {
  if (missing === undefined) test(name, options, body);
  else if (process.env.CI)
    test(name, () => {
      throw new Error(`missing: ${missing.need}; CI must have it (${missing.why})`);
    });
  else {
    console.warn(`skipped: ${name}: ${missing.why}`);
    test.skip(`${name} (needs ${missing.need})`, body);
  }
};
