import { pathToFileURL } from 'node:url';

/** Loads a module of an installation by its path. The packaged command has some modules in its start-up snapshot, and replaces this. */
export const loadModule = (path: string): Promise<unknown> => import(pathToFileURL(path).href);
