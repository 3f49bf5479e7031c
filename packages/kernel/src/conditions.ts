import { programCondition } from '@hostspec/facts';

/** Holds if the host has ps. */
export const hasPs = programCondition('HasPs', '/bin/ps');
