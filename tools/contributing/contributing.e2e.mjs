import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { snippetsOf } from '../docs/snippets.mjs';
import { packagesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { git, vitestWords } from '../workspace/run.mjs';
import { scratchWorkspace } from '../workspace/scratch.mjs';

const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** A section of CONTRIBUTING.md by its heading. @throws Error if there is none. */
const section = (heading) => {
  const found = guide.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`CONTRIBUTING.md has no section ${heading}`);
  return found;
};

/** The files that a section of CONTRIBUTING.md says will change, as a function that returns whether a path is one of them. */
const namedFiles = (heading, domain) => {
  const named = [...section(heading).matchAll(/^ {4}(\S*[/.]\S*)/gm)].map(([, path]) =>
    path.replaceAll('DOMAIN', domain),
  );
  return (path) =>
    named.some((name) => {
      if (name.endsWith('/')) return path.startsWith(name);
      const [before, after] = name.split('*');
      return after === undefined ? path === name : path.startsWith(before) && path.endsWith(after);
    });
};

/** The spec that CONTRIBUTING.md adds: its name and its line. */
const exampleSpec = () => {
  const [, line, name] = /^ +((\w+): simpleFile\(.*\),)$/m.exec(section('Add a spec'));
  return { name, line };
};

/** The name of the domain that CONTRIBUTING.md adds. */
const exampleDomain = () => /npm run new:domain (\S+)/.exec(section('Add a domain'))[1];

const providers = snippetsOf(readFileSync(join(root, 'packages/docs/PROVIDERS.md'), 'utf8'));

/** A file of the worked example in PROVIDERS.md. */
const exampleFile = (name) => providers.find((snippet) => snippet.name === name).code;

/** The domain that a spec, a provider and a condition are added to. */
const domain = 'kernel';
const newDomain = exampleDomain();

let workspace;
const file = (path) => join(workspace, path);
const write = (path, text) => {
  mkdirSync(dirname(file(path)), { recursive: true });
  writeFileSync(file(path), text);
};
const edit = (path, change) => write(path, change(readFileSync(file(path), 'utf8')));

const env = {
  TURBO_CACHE_DIR: join(root, '.turbo/cache'),
  // The dependencies of the workspace are already installed.
  npm_config_prefer_offline: 'true',
  // The tests load what is built.
  TURBO_HASH: 'copy',
};
const npm = (...args) => execa({ cwd: workspace, env })`npm run --silent ${args}`;
const vitest = async (folder, args, more = {}) => {
  // Vitest ignores a name without a test file.
  for (const name of args.filter((each) => each.endsWith('.test.ts')))
    expect(existsSync(file(join(folder, name))), name).toBe(true);
  const words = [...vitestWords(workspace), '--reporter', 'dot', ...args];
  const options = { cwd: file(folder), env: { ...env, ...more } };
  const { stdout } = await execa(process.execPath, words, options);
  return stdout;
};

/** Updates the generated files, as the guide says. This builds, too. */
const generate = async () => {
  await npm('format', '--', `packages/${domain}`);
  await npm('docs');
  await npm('catalog-diff', '--', '--write');
};

/** The files that changed since the last commit; they are committed. */
const commitChanges = () => {
  git(workspace, 'add', '.');
  const changed = git(workspace, 'diff', '--cached', '--name-only').trim().split('\n');
  git(workspace, 'commit', '--quiet', '-m', 'A change');
  return changed;
};

/** Checks that only files named in sections of the guide changed. */
const expectOnlyNamed = (changed, ...named) =>
  expect(changed.filter((path) => !named.some((isNamed) => isNamed(path)))).toEqual([]);

/** Tests of the tools that make what they read, or read packages that the guide does not change: the catalog makes no difference to them. */
const ofOtherCatalogs = [
  'a violation is named',
  'the TypeScript in the documentation',
  'every page of a command',
  'every page names',
  'a generated part',
  'a link that leads nowhere',
  'the release that a change',
  'in a workspace',
  'a run of every type',
  `packed (?!(${[domain, newDomain, 'default-specs'].join('|')}) )`,
];

/** Tests of the command with a catalog of their own, or with options that do the same with any catalog. */
const ofAnyCatalog = [
  'a setting (does|of a domain)',
  'the command line wins',
  'an error names',
  'hostspec .* refuses',
  'running out of space',
  'each problem of',
  'an empty configuration',
  'rejects a file',
  'root does not use',
  'the configuration of the host',
  'a root file system (?!.*(select specs|reach the plan|collecting nothing))',
  'the running machine',
];

/** The source of a domain's specs with one more, in alphabetical order. */
const withSpec = (text, name, line) => {
  const next = [...text.matchAll(/^ {4}(\w+): /gm)].find((match) => match[1] > name);
  return `${text.slice(0, next.index)}    ${line}\n${text.slice(next.index)}`;
};

/** The source of a domain's specs with one more definition in one of the lists of its slice. */
const withDefinition = (text, list, name) =>
  text.replace(new RegExp(`^( {2}${list}: \\[)`, 'm'), `$1${name}, `);

/** The source with further names in its import from a module, or with such an import. */
const withImport = (text, module, ...names) => {
  const statement = new RegExp(`^import \\{([^}]*)\\} from '${module.replaceAll('.', '\\.')}';`, 'm');
  if (!statement.test(text)) return `import { ${names.join(', ')} } from '${module}';\n${text}`;
  return text.replace(
    statement,
    (_, present) => `import { ${names.join(', ')}, ${present.trim()} } from '${module}';`,
  );
};

const ofSpec = namedFiles('Add a spec', domain);
const ofProvider = namedFiles('Add a provider or a condition', domain);
const isProvider = (path) => path.endsWith('/src/thermal.ts');

describe('the steps in CONTRIBUTING.md, in a copy of the workspace', () => {
  beforeAll(() => {
    workspace = scratchWorkspace();
    // Some tests run the command as another user.
    chmodSync(workspace, 0o755);
    for (const { folder, manifest } of packagesOf(workspace)) {
      // A change is built in a fraction of the time that everything takes.
      const dist = join('packages', folder, 'dist');
      cpSync(join(root, dist), file(dist), { recursive: true });
      // Every package was released, so that a change of a catalog needs a changeset.
      git(workspace, 'tag', `${manifest.name}@${manifest.version}`);
    }
  });
  afterAll(() => rmSync(workspace, { recursive: true }));

  test('a domain is one command, which installs and builds', async () => {
    await npm('new:domain', newDomain);
    expectOnlyNamed(commitChanges(), namedFiles('Add a domain', newDomain));
    const readme = readFileSync(file(`packages/${newDomain}/README.md`), 'utf8');
    expect(readme).toContain('\n1 spec:\n');
    expect(readme).not.toMatch(/variant/i);
  });

  test('a spec is one line', () => {
    const { name, line } = exampleSpec();
    edit(`packages/${domain}/src/specs.ts`, (text) => withSpec(text, name, line));
    const changed = commitChanges();
    expectOnlyNamed(changed, ofSpec);
    expect(changed).toHaveLength(1);
  });

  test('a provider is its file, tests and specs', () => {
    const source = exampleFile('src/thermal.ts');
    // Without the imports of the condition and the slice.
    const parts = /^const directory[\s\S]*?(?=\/\*\* Holds on machines)/m.exec(source)[0];
    const imports = "import { defineProvider, defineSetting, listOr, readText } from '@hostspec/spec';";
    write(`packages/${domain}/src/thermal.ts`, `${imports}\n\n${parts}`);
    edit(`packages/${domain}/src/providers.ts`, (text) => `${text}\nexport * from './thermal.js';\n`);
    const [tests] = exampleFile('src/thermal.test.ts').split('\ncontractSuite(');
    write(
      `packages/${domain}/src/thermal.test.ts`,
      tests.replace('contractSuite, ', '').replace('thermal, ', ''),
    );
    const fixture = 'fixtures/hosts/laptop.yaml';
    write(`packages/${domain}/${fixture}`, exampleFile(fixture));
    edit('packages/docs/ASSURANCE.md', (text) =>
      text.replace(
        /^\| Provider or value .*\n.*\n/m,
        (head) => `${head}| \`thermal_zones\` | the kernel | nothing is needed |\n`,
      ),
    );
    const spec = /thermal_temperature: [\s\S]*?\}\),/.exec(source)[0];
    edit(`packages/${domain}/src/specs.ts`, (text) => {
      const literal = spec.replace(/`\$\{directory\}(.*?)`/, "'/sys/class/thermal$1'");
      const added = withSpec(text, 'thermal_temperature', literal);
      const listed = withDefinition(
        withDefinition(added, 'providers', 'thermalZones'),
        'settings',
        'thermalSkip',
      );
      const imported = withImport(listed, './thermal.js', 'thermalSkip', 'thermalZones');
      return withImport(imported, '@hostspec/spec', 'foreachCollect');
    });
    expectOnlyNamed(commitChanges(), ofSpec, ofProvider, isProvider);
  });

  test('a condition is its file and its spec', () => {
    const source = exampleFile('src/thermal.ts');
    const condition = /\/\*\* Holds on machines[\s\S]*?\n\}\);\n/.exec(source)[0];
    const path = `packages/${domain}/src/conditions.ts`;
    const before = existsSync(file(path)) ? readFileSync(file(path), 'utf8') : '';
    const imported = before.includes('defineCondition')
      ? before
      : withImport(before, '@hostspec/spec', 'defineCondition');
    write(path, `${imported}\n${condition}`);
    const spec = /power_profile: [\s\S]*?\n {4}\}\),/.exec(source)[0];
    edit(`packages/${domain}/src/specs.ts`, (text) => {
      const added = withSpec(text, 'power_profile', spec);
      const listed = withDefinition(added, 'conditions', 'hasBattery');
      return withImport(listed, './conditions.js', 'hasBattery');
    });
    expectOnlyNamed(commitChanges(), ofSpec, ofProvider);
  });

  test('what is generated from them is named as well', async () => {
    await generate();
    const changed = commitChanges();
    expect(changed.length).toBeGreaterThan(1);
    expectOnlyNamed(changed, ofSpec, ofProvider, isProvider);
  });

  describe('after all four', () => {
    test('the style of what was written is right', () =>
      npm('lint', '--', ...[domain, newDomain, 'docs'].map((folder) => `packages/${folder}`)));

    test('the tests of both domains and of the catalogs pass', () => {
      const folders = [domain, newDomain, 'default-specs', 'linux-specs'].map((name) => `packages/${name}/`);
      return vitest('', folders, { npm_lifecycle_event: 'test:small' });
    });

    test('the tests of the command that read the catalog pass', () =>
      vitest('packages/cli', [
        ...['catalog/catalog', 'config/config', 'plan/plan', 'collect/collect'].map(
          (name) => `src/${name}.test.ts`,
        ),
        ...['--testNamePattern', `^(?!${ofAnyCatalog.join('|')})`],
      ]));

    test('the tests of the tools that read the catalog pass', () =>
      vitest('', [
        ...['docs', 'house/house', 'release/catalog-diff', 'release/packing', 'bench/budget'].map(
          (name) => `tools/${name}`,
        ),
        ...['--testNamePattern', `^(?!${ofOtherCatalogs.join('|')})`],
      ]));
  });
});
