import { execFileSync } from 'node:child_process';

/** The registry that npm asks here. */
export const upstreamRegistry = () =>
  execFileSync('npm', ['config', 'get', 'registry'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** Whether a network namespace can be made, and the registry that npm asks here answers. */
export const canPublish = async () => {
  try {
    execFileSync('unshare', ['-n', 'true'], { stdio: 'ignore' });
    const { ok } = await fetch(new URL('execa', upstreamRegistry()), {
      method: 'HEAD',
      signal: AbortSignal.timeout(20_000),
    });
    return ok;
  } catch {
    return false;
  }
};
