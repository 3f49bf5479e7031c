import { fileURLToPath } from 'node:url';

/** The workspace's folder, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url));
