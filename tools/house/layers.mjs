const vocabulary = ['@hostspec/spec'];
const kit = [...vocabulary, '@hostspec/host-kit'];

const layers = {
  '@hostspec/spec': [],
  '@hostspec/parse': vocabulary,
  '@hostspec/registry': vocabulary,
  '@hostspec/host-kit': vocabulary,
  '@hostspec/engine': [...kit, '@hostspec/parse', '@hostspec/redact', '@hostspec/registry'],
  '@hostspec/files': [...kit, '@hostspec/parse'],
  '@hostspec/local-host': [...kit, '@hostspec/files'],
  '@hostspec/archive-host': [...kit, '@hostspec/parse'],
  '@hostspec/runner': kit,
  '@hostspec/remote': [...kit, '@hostspec/files', '@hostspec/runner'],
  '@hostspec/archive': [...kit, '@hostspec/files'],
  '@hostspec/findings': [...kit, '@hostspec/parse'],
  '@hostspec/report': [...kit, '@hostspec/archive', '@hostspec/findings', '@hostspec/parse'],
  '@hostspec/fleet': [...kit, '@hostspec/archive', '@hostspec/files', '@hostspec/parse', '@hostspec/report'],
  '@hostspec/facts': [...kit, '@hostspec/parse'],
  '@hostspec/redact': kit,
  '@hostspec/policy': [...kit, '@hostspec/engine', '@hostspec/files', '@hostspec/parse', '@hostspec/redact'],
  '@hostspec/testing': [...kit, '@hostspec/registry', '@hostspec/engine', '@hostspec/local-host'],
  hostspec: ['@hostspec/cli', '@hostspec/default-specs', '@hostspec/linux-specs'],
  '@hostspec/cli': [
    ...kit,
    '@hostspec/registry',
    '@hostspec/engine',
    '@hostspec/files',
    '@hostspec/findings',
    '@hostspec/fleet',
    '@hostspec/local-host',
    '@hostspec/archive-host',
    '@hostspec/archive',
    '@hostspec/parse',
    '@hostspec/policy',
    '@hostspec/redact',
    '@hostspec/remote',
    '@hostspec/report',
    '@hostspec/runner',
  ],
};

/** The packages that compose all domains. */
const catalogs = ['@hostspec/default-specs', '@hostspec/linux-specs'];

const external = {
  '@hostspec/archive-host': ['re2js'],
  '@hostspec/archive': ['execa', 'tar-stream'],
  '@hostspec/findings': ['re2js'],
  '@hostspec/fleet': ['@duckdb/node-api', 'fast-glob'],
  '@hostspec/local-host': ['execa'],
  '@hostspec/policy': ['re2js', 'yaml'],
  '@hostspec/remote': ['execa'],
  '@hostspec/report': ['diff'],
  '@hostspec/testing': ['fast-glob', 'vitest', 'yaml'],
  '@hostspec/cli': ['fast-glob', 'fast-string-width', 'yaml'],
};

/** The packages of the workspace that a package may import. */
export const allowedPackages = ({ manifest, isDomain }, packages) => {
  if (isDomain) return [...vocabulary, '@hostspec/facts'];
  if (catalogs.includes(manifest.name))
    return [...vocabulary, ...packages.filter((each) => each.isDomain).map((each) => each.manifest.name)];
  return layers[manifest.name] ?? [];
};

/** The packages from elsewhere that a package may import. */
export const allowedExternal = ({ manifest }) => external[manifest.name] ?? [];

/** Whether a package may import Node's own modules: the vocabulary does no I/O. */
export const mayUseNode = ({ manifest }) => !['@hostspec/spec', ...catalogs].includes(manifest.name);
