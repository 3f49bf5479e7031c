import { execFileSync } from 'node:child_process';

/** The registry that npm asks here. */
export const upstreamRegistry = () =>
  execFileSync('npm', ['config', 'get', 'registry'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** Whether the registry that npm asks here answers. */
export const registryAnswers = async () => {
  try {
    const { ok } = await fetch(new URL('execa', upstreamRegistry()), {
      method: 'HEAD',
      signal: AbortSignal.timeout(20_000),
    });
    return ok;
  } catch {
    return false;
  }
};
