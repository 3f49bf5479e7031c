import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { enterWords } from '../prepared-host/host.mjs';
import { peerPython } from './python.mjs';

const complaint = (command, args) => {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
};

/** Why insights-core cannot collect and read here; undefined where it can. */
export const missingPeer = () => {
  try {
    peerPython();
  } catch (error) {
    return error.message;
  }
  const namespace = complaint('unshare', [...(process.getuid() === 0 ? [] : ['-r']), '-n', 'true']);
  return namespace && `no network namespace can be made: ${namespace}`;
};

/** Why the prepared host cannot be made here; undefined where it can. */
export const missingPreparedHost = () => {
  if (process.getuid() !== 0) return 'only root can prepare a host';
  const folder = mkdtempSync(join(tmpdir(), 'peer-'));
  const [program, ...args] = [...enterWords(folder), 'true'];
  const mounts = complaint(program, args);
  rmSync(folder, { recursive: true });
  return mounts && `no host can be prepared: ${mounts}`;
};

/** Why sos cannot report here; undefined where it can. */
export const missingSos = () => {
  if (process.getuid() !== 0) return 'sos reports to root only';
  const sos = complaint('sos', ['report', '--help']);
  return sos && `there is no sos (Debian: apt-get install sosreport): ${sos}`;
};

/** Declares a test that something may be missing for: it is skipped then with the reason, and fails where CI is set. */
export const testUnless = (missing, name, options, body) => {
  if (missing === undefined) test(name, options, body);
  else if (process.env.CI)
    test(name, () => {
      throw new Error(`${missing}: CI needs it`);
    });
  else test.skip(`${name} (${missing})`, body);
};
