import type { LogOptions } from '@hostspec/engine';
import type { Values } from '../options.js';
import type { logOptions } from '../shared-options.js';
import { optionName } from './planning.js';

/** Which part of logs to collect, from the command line. @throws UsageError for a window that is wrong on every host. */
export async function logOptionsOf(values: Values<typeof logOptions>): Promise<LogOptions> {
  const { since, until, boot, 'full-logs': fullLogs } = values;
  const window = {
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(boot === undefined ? {} : { boot }),
  };
  const { checkWindow } = await import('@hostspec/engine');
  checkWindow(window, optionName);
  return {
    ...(Object.keys(window).length === 0 ? {} : { window }),
    ...(fullLogs === undefined ? {} : { fullLogs }),
  };
}
