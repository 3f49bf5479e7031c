import { constants } from 'node:os';
import type { CollectingHost } from '@hostspec/spec';
import type { Io } from '../io.js';

/** Makes a signal end the host's commands and the process, until the returned function is called. */
export function endOnSignal(host: CollectingHost, io: Io): () => void {
  const removers = (['SIGHUP', 'SIGINT', 'SIGTERM'] as const).map((signal) =>
    io.onSignal(signal, () => {
      void host.stop(`interrupted by ${signal}`);
      io.exit(128 + constants.signals[signal]);
    }),
  );
  return () => {
    for (const remove of removers) remove();
  };
}
