import { defined, giveBytes, storedHostname } from '@hostspec/host-kit';
import {
  type CollectingHost,
  type Cut,
  defaultMaxItemBytes,
  type Host,
  hostError,
  maxReadBytes,
} from '@hostspec/spec';

/** Turns any host into a collecting host; content passes through memory. */
export function collectingHost(host: Host, maxItemBytes = defaultMaxItemBytes): CollectingHost {
  if (isCollectingHost(host)) return host;
  const most = (maxBytes = maxItemBytes): number => Math.min(maxBytes, maxItemBytes);
  let stopped: string | undefined;
  return {
    ...host,
    root: '/',
    hostname: () => storedHostname(host),
    async look(path) {
      const facts = await host.stat(path);
      if (facts) return facts;
      throw hostError('absent', `${path}: not found, or must not be accessed`);
    },
    async readInto(path, take, { by, part, maxBytes } = {}) {
      if (stopped !== undefined) throw hostError('failed', stopped);
      const content = await host.readFile(path, { by });
      if (part) return await giveBytes(content.subarray(part.from, part.to), take, most(maxBytes));
      const whole = content.length < maxReadBytes ? content.length : (await host.stat(path))?.size;
      const cut = await giveBytes(content, take, most(maxBytes));
      if (whole === content.length) return cut;
      return atHostLimit(Math.min(content.length, most(maxBytes)), whole);
    },
    async runInto(argv, take, { maxBytes, ...run } = {}) {
      if (stopped !== undefined) return { problem: 'failed', reason: stopped };
      const { rc, output, problem, reason, program } = await host.run(argv, run);
      const given = await giveBytes(output, take, most(maxBytes));
      const cut =
        output.length < maxReadBytes
          ? given
          : atHostLimit(Math.min(output.length, most(maxBytes)), undefined);
      return defined({ rc, problem, reason, program, cut });
    },
    async stop(reason) {
      stopped ??= reason;
      return 0;
    },
    stopped: () => stopped,
    notEntered: () => [],
  };
}

function atHostLimit(kept: number, whole: number | undefined): Cut {
  const all = whole === undefined ? '' : ` of ${whole}`;
  const reason = `the first ${kept}${all} bytes: the limit of this host is reached`;
  return whole === undefined ? { reason } : { reason, originalBytes: whole };
}

function isCollectingHost(host: Host): host is CollectingHost {
  return 'readInto' in host && 'runInto' in host;
}
