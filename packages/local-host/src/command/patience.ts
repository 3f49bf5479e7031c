import type { Patience } from '@hostspec/files';

/** Three seconds for something to end that frees a descriptor. */
export const patience: Patience = { attempts: 30, pause: 100 };
