import type { LogOptions } from '@hostspec/engine';
import { defined } from '@hostspec/host-kit';
import type { Values } from '../options.js';
import type { logOptions } from '../shared-options.js';
import { optionName } from './planning.js';

/** Which part of logs to collect, from the command line. @throws UsageError for a window that is wrong on every host. */
export async function logOptionsOf(values: Values<typeof logOptions>): Promise<LogOptions> {
  const { since, until, boot, 'full-logs': fullLogs } = values;
  const window = defined({ since, until, boot });
  const { checkWindow } = await import('@hostspec/engine');
  checkWindow(window, optionName);
  return defined({ window: Object.keys(window).length === 0 ? undefined : window, fullLogs });
}
