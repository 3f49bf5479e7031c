import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { about } from './about.mjs';
import { imagePackages } from './image.mjs';
import { pinnedNode, sha256 } from './node.mjs';

const sha256Of = (path) => sha256(readFileSync(path));

/** Packages that others' code in the command comes from: `{ name, version, licence }`, from the headings of its notices. */
const carried = (notices) =>
  [...notices.matchAll(/^(\S+) (\d\S*) \(([^)]+)\)$/gm)].map(([, name, version, licence]) => ({
    name,
    version,
    licence,
  }));

const npm = (name, version) => ({
  type: 'library',
  name,
  version,
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
});

const licensed = (component, licence) => ({ ...component, licenses: [{ expression: licence }] });

/** What the files contain, in the form of CycloneDX 1.6. */
const billOfMaterials = ({ version, packages, notices, runner, time, kinds, arches }) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    timestamp: new Date(time * 1000).toISOString(),
    component: { type: 'application', name: 'hostspec', version, licenses: [{ expression: about.licence }] },
  },
  components: [
    ...packages.map(({ manifest }) => licensed(npm(manifest.name, manifest.version), manifest.license)),
    ...carried(notices).map(({ name, version: own, licence }) => licensed(npm(name, own), licence)),
    {
      type: 'platform',
      name: 'node',
      version: pinnedNode.version,
      purl: `pkg:generic/node@${pinnedNode.version}`,
    },
    ...Object.entries(pinnedNode.parts).map(([name, own]) => ({
      type: 'library',
      group: 'node',
      name,
      version: own,
    })),
    { type: 'platform', name: 'go', version: runner.go.replace(/^go/, '') },
    ...(kinds.includes('image') ? arches.flatMap((arch) => imagePackages[arch] ?? []) : []).map((each) => ({
      type: 'library',
      name: each.name,
      version: each.version,
      purl: `pkg:deb/debian/${each.name}@${each.version}`,
      hashes: [{ alg: 'SHA-256', content: each.sha256 }],
    })),
  ],
});

/** Who made which files from what, as an in-toto statement with SLSA's provenance. Nobody signed it: a release does. */
const provenance = (files, { commit, runner, kinds, arches }) => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: files.map((file) => ({ name: basename(file), digest: { sha256: sha256Of(file) } })),
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: `${about.homepage}/tree/main/tools/package`,
      externalParameters: { only: kinds, arch: arches },
      resolvedDependencies: [
        { uri: `git+${about.homepage}`, digest: { gitCommit: commit } },
        ...arches.map((arch) => ({
          uri: `pkg:npm/node-linux-${arch}@${pinnedNode.version}`,
          digest: {
            sha512: Buffer.from(pinnedNode[arch].integrity.replace('sha512-', ''), 'base64').toString('hex'),
          },
        })),
        { uri: `pkg:generic/go@${runner.go.replace(/^go/, '')}` },
      ],
    },
    runDetails: { builder: { id: `${about.homepage}/tree/main/tools/package` } },
  },
});

const mebibytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

const releasePage = (files, { version, commit }) => {
  const page = (path) => `${about.homepage}/blob/${commit}/packages/${path}`;
  return `# hostspec ${version}

[INSTALL](${page('docs/INSTALL.md')}) says which file is for which system, how to install and remove it, and how to check
\`SHA256SUMS.sig\`. [What is new](${page('cli/CHANGELOG.md')}).

| file | size | SHA-256 |
|---|---|---|
${files.map((file) => `| ${basename(file)} | ${mebibytes(statSync(file).size)} | ${sha256Of(file)} |`).join('\n')}
`;
};

/** Writes what is said about the made files beside them: the bill of materials, the provenance, their checksums and the page of a release. Returns all files. */
export const writePapers = (folder, files, made) => {
  const name = `hostspec-${made.version}`;
  const put = (file, text) => {
    writeFileSync(join(folder, file), text);
    return join(folder, file);
  };
  const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
  const bill = put(`${name}.cdx.json`, json(billOfMaterials(made)));
  const statement = put(`${name}.intoto.json`, json(provenance([...files, bill], made)));
  const page = put('RELEASE.md', releasePage([...files, bill, statement], made));
  const all = [...files, bill, statement, page];
  const sums = put('SHA256SUMS', all.map((file) => `${sha256Of(file)}  ${basename(file)}\n`).join(''));
  return [...all, sums];
};
