import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { commonManifest } from './manifest.mjs';

const tracked = ['CHANGELOG.md', 'README.md', 'package.json'];
const built = ['THIRD-PARTY-NOTICES.txt', 'hostspec-runner', 'provenance.json'];
const made = ['node_modules', '.turbo'];

/** The manifest of a package that holds only the runner's program for one platform, such as linux-x64. */
const manifestFor = (folder, { version }) => {
  const platform = basename(folder);
  const [os, cpu] = platform.split('-');
  const { homepage, repository, bugs, license } = commonManifest({ folder: 'runner' });
  return {
    name: `@hostspec/runner-${platform}`,
    version,
    description: `The runner of hostspec for Linux on ${cpu}: a small static program that reads files and runs commands for the collector.`,
    keywords: ['hostspec', 'linux', 'runner'],
    homepage,
    bugs,
    repository: { ...repository, directory: `packages/${folder}` },
    license,
    os: [os],
    cpu: [cpu],
    files: built,
    publishConfig: { access: 'public', executableFiles: ['hostspec-runner'] },
  };
};

/** Violations of the rules for such a package; it has the version of the runner's client, which knows its checksum. */
export const programViolations = ({ path, folder, manifest }, runner) => {
  const wanted = manifestFor(folder, runner.manifest);
  const keys = [...new Set([...Object.keys(wanted), ...Object.keys(manifest)])];
  const present = readdirSync(path).filter((name) => !made.includes(name));
  const headings = readFileSync(join(path, 'README.md'), 'utf8').match(/^# .*$/gm) ?? [];
  return [
    ...keys
      .filter((key) => !isDeepStrictEqual(manifest[key], wanted[key]))
      .map((key) => `${key} is ${JSON.stringify(manifest[key])}; allowed: ${JSON.stringify(wanted[key])}`),
    ...(manifest.name in runner.manifest.optionalDependencies
      ? []
      : [`${runner.manifest.name} does not depend on ${manifest.name}`]),
    ...tracked.filter((name) => !present.includes(name)).map((name) => `has no ${name}`),
    ...present
      .filter((name) => ![...tracked, ...built].includes(name))
      .map((name) => `has ${name}; allowed: ${[...tracked, ...built].join(', ')}`),
    ...(headings.includes(`# ${manifest.name}`) ? [] : [`README.md has no # ${manifest.name}`]),
  ];
};
