import { packagesOf } from '../workspace/packages.mjs';

/** The names that a domain goes by: of its package, folder, slice, files and first spec. */
export const namesOf = (name) => ({
  name,
  package: `@hostspec/${name}`,
  slice: name.replace(/-(.)/g, (_, letter) => letter.toUpperCase()),
  snake: name.replaceAll('-', '_'),
});

/** Refuses an invalid name for a new domain of a workspace. @throws Error that says what is allowed. */
export const checkName = (name, workspace) => {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? ''))
    throw new Error(
      `the name of a domain is missing or not allowed: ${JSON.stringify(name)}; allowed: lower-case words joined by hyphens, as in npm run new:domain desktop-apps`,
    );
  const taken = packagesOf(workspace).map(({ folder }) => folder);
  if (taken.includes(name)) throw new Error(`packages/${name} already exists; taken: ${taken.join(', ')}`);
};
