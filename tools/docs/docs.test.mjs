import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { defaultSpecs, defaultSpecsA } from '@hostspec/default-specs';
import { linuxSpecs } from '@hostspec/linux-specs';
import { nameMatcher } from '@hostspec/spec';
import { needs } from '@hostspec/testing';
import { pathologicalHostNeeds } from '@hostspec/testing/pathological';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { home } from '../house/manifest.mjs';
import { temporaryDirectory } from '../test/folder.ts';
import { makeConsumer } from '../workspace/consumer.mjs';
import { importBuilt, packagesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { changedFiles, generatedFiles } from './files.mjs';
import { replaceGenerated, table } from './sections.mjs';
import { brokenLinks, documents, snippetsOf } from './snippets.mjs';

const domains = packagesOf().filter(({ isDomain }) => isDomain);

const pages = documents().map((file) => ({
  file,
  name: relative(root, file),
  folder: relative(root, file).replaceAll(/[^\w]/g, '_'),
  snippets: snippetsOf(readFileSync(file, 'utf8')),
}));

test('generated files match the slices', async () => {
  const files = (await changedFiles()).map(([file]) => relative(root, file));
  expect(files, 'run npm run docs, and commit the changes').toEqual([]);
});

test.each(pages)('the links of $name lead somewhere', ({ file }) => {
  const published = packagesOf().find(({ path }) => file.startsWith(`${path}/`));
  expect(brokenLinks(readFileSync(file, 'utf8'), dirname(file), published)).toEqual([]);
});

test('CONTRIBUTING has at most 1,500 words', () => {
  const words = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
    .split(/\s+/)
    .filter((word) => /\w/.test(word));
  expect(words.length).toBeLessThanOrEqual(1500);
});

test('NOTICE names every repository that specs come from', () => {
  const specs = domains.flatMap(({ path }) => {
    const data = JSON.parse(readFileSync(join(path, 'specs.json'), 'utf8'));
    const variants = Object.values(data.variants).flatMap(({ override, add }) => [override, add]);
    return [data.specs, ...variants].flatMap(Object.values);
  });
  const addresses = new Set(
    specs.map(({ origin }) => origin).filter((origin) => /^https:\/\/github\.com/.test(origin)),
  );
  expect(addresses.size).toBeGreaterThan(0);
  const notice = readFileSync(join(root, 'NOTICE'), 'utf8').split(/\s+/);
  expect([...addresses].filter((address) => !notice.includes(address))).toEqual([]);
});

test('a link that leads nowhere is found, in the repository and on npm', () => {
  const cli = packagesOf().find(({ folder }) => folder === 'cli');
  const links = [
    'examples',
    '../engine/README.md',
    'missing.md',
    `${home}/tree/main/packages/engine#readme`,
    `${home}/blob/main/packages/engine/MISSING.md`,
    'https://example.com/missing',
  ];
  const text = links.map((link) => `[a](${link})`).join('\n');
  const missing = ['missing.md', `${home}/blob/main/packages/engine/MISSING.md`];
  expect(brokenLinks(text, cli.path)).toEqual(missing);
  expect(brokenLinks(text, cli.path, cli)).toEqual(['../engine/README.md', ...missing]);
});

test('the README has the times of RESULTS.md', () => {
  const read = (name) => readFileSync(join(root, name), 'utf8');
  const [whole = '', programs, files] =
    /\(a\) (\d+) programs, (\d+) files,[^`]*/.exec(read('tools/bench/RESULTS.md')) ?? [];
  const times = ['hostspec', 'insights-core', 'sosreport'].map((tool) => {
    const [, seconds] = new RegExp(`^${tool} +([\\d.]+) `, 'm').exec(whole) ?? [];
    return `${Number(seconds).toFixed(1)} s`;
  });
  expect(read('README.md')).toContain(
    `with ${programs} programs and ${files} files of the catalog | ${times.join(' | ')} |`,
  );
});

test('every page names the default archive as the help does', async () => {
  const names = (file) => readFileSync(file, 'utf8').match(/\S*HOST-TIME\b/g) ?? [];
  const [name] = names(join(root, 'packages/docs/commands/collect.md'));
  expect(name).toMatch(/^\w+-HOST-TIME$/);
  expect(new Set(documents().flatMap(names))).toEqual(new Set([name]));
});

test('every page of a command has a command', async () => {
  const folder = join(root, 'packages/docs/commands');
  const generated = [...(await generatedFiles()).keys()].filter((file) => dirname(file) === folder);
  expect(
    readdirSync(folder)
      .map((name) => join(folder, name))
      .sort(),
  ).toEqual(generated.sort());
});

test('the README of spec has a row for every collection type and option', async () => {
  const spec = packagesOf().find(({ folder }) => folder === 'spec');
  const { collectionTypeFacts, optionNames } = await importBuilt(spec);
  const rows = readFileSync(join(spec.path, 'README.md'), 'utf8')
    .match(/^\| `.*/gm)
    .join('\n');
  const missing = [...Object.keys(collectionTypeFacts), ...optionNames.whole].filter(
    (name) => !rows.includes(`\`${name}\``),
  );
  expect(missing).toEqual([]);
});

describe('a generated part', () => {
  const page = 'Before\n<!-- generated by npm run docs -->\nold\n<!-- end of what is generated -->\nAfter\n';

  test('is replaced, and nothing else', () => {
    const once = replaceGenerated('README.md', page, '$1 new\n');
    expect(once).toMatch(/^Before\n<!-- .* -->\n\n\$1 new\n\n<!-- .* -->\nAfter\n$/);
    expect(replaceGenerated('README.md', once, '$1 new')).toBe(once);
  });

  test.each(['', page + page])('has one place, not as in %j', (text) => {
    expect(() => replaceGenerated('README.md', text, '')).toThrow('README.md must have exactly one place');
  });

  test('a cell cannot break its table', () => {
    expect(table(['a'], [['x|y\nz']])).toBe('| a |\n| --- |\n| x\\|y z |');
  });
});

/** A module that compiles if a manifest of Kubernetes has the fields of its kind. */
const manifestModule = (code) => {
  const { apiVersion, kind, ...fields } = parse(code);
  return `import type { ${kind} } from 'kubernetes-types/${apiVersion}.js';
export const manifest: ${kind} = ${JSON.stringify({ apiVersion, kind, ...fields })};
`;
};

describe('the TypeScript in the documentation', () => {
  let consumer;
  const fileOf = ({ folder }, { name, line }) => join(consumer, folder, name ?? `line-${line}.ts`);

  beforeAll(() => {
    consumer = makeConsumer();
    for (const page of pages)
      for (const snippet of page.snippets) {
        const manifest = snippet.language === 'yaml' && /^apiVersion: /m.test(snippet.code);
        if (!snippet.name && snippet.language !== 'ts' && !manifest) continue;
        const file = fileOf(page, snippet);
        mkdirSync(dirname(file), { recursive: true });
        // Each block is a separate module, even if it imports nothing.
        const end = snippet.name ? '' : '\nexport {};\n';
        writeFileSync(file, manifest ? manifestModule(snippet.code) : `${snippet.code}${end}`);
      }
  });
  afterAll(() => rmSync(consumer, { recursive: true }));

  const run = (file) => {
    const { code } = transformSync(readFileSync(file, 'utf8'), { loader: 'ts', format: 'esm' });
    const script = file.replace(/\.ts$/, '.js');
    writeFileSync(script, code);
    return execFileSync(process.execPath, [script], { cwd: dirname(file), encoding: 'utf8' });
  };

  test('compiles', () => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', consumer], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  // The programs of the domains are one and the same: one of them is enough.
  const runs = pages.filter(
    ({ file }) => !domains.some(({ path, folder }) => folder !== 'kernel' && file.startsWith(`${path}/`)),
  );
  const programs = runs.flatMap((page) =>
    page.snippets
      .filter(
        ({ language, name, code }) => language === 'ts' && !name && !/(contract|host)Suite\(/.test(code),
      )
      .map((snippet) => ({ title: `${page.name}:${snippet.line}`, page, snippet })),
  );

  for (const { title, page, snippet } of programs) {
    const makesMounts = snippet.code.includes('stoppableMount(');
    const declare = makesMounts ? needs(...pathologicalHostNeeds, 'fusepy') : test;
    declare(`${title} runs`, () => {
      run(fileOf(page, snippet));
    });
  }

  test("the README's program compiles and runs as the README says", () => {
    const { snippets } = pages.find(({ name }) => name === 'README.md');
    const { code } = snippets.find(({ name }) => name === 'collect.mts');
    const imported = [...code.matchAll(/ from '(@hostspec\/[^']+)'/g)].map(([, name]) => name);
    const commands = snippets
      .filter(({ language }) => language === 'sh')
      .flatMap((shell) => shell.code.split('\n'));
    expect(commands).toContain(`npm install ${imported.sort().join(' ')}`);
    const lines = commands
      .filter((line) => /\bcollect\.m[tj]s\b/.test(line))
      .map((line) => line.replace(/ #.*/, ''));
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['npx', 'node']);

    const folder = makeConsumer();
    try {
      // As after npm init: without a configuration of the compiler.
      rmSync(join(folder, 'tsconfig.json'));
      writeFileSync(join(folder, 'collect.mts'), code);
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      for (const line of lines) {
        const [program, ...args] = line.replace(/^npx tsc /, `node ${tsc} `).split(' ');
        expect(program).toBe('node');
        const { stdout, stderr, status } = spawnSync(process.execPath, args, {
          cwd: folder,
          encoding: 'utf8',
        });
        expect({ status, stderr, errors: stdout.match(/error TS.*/g) }).toEqual({
          status: 0,
          stderr: '',
          errors: null,
        });
      }
      expect(existsSync(join(folder, 'host.tar.gz'))).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('the worked example for authors of providers passes its tests, and collects', () => {
    const page = pages.find(({ name }) => name === 'packages/docs/PROVIDERS.md');
    const folder = join(consumer, page.folder);
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', '--root', folder, '--reporter', 'json'];
    const report = JSON.parse(
      execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    expect(report).toMatchObject({ numFailedTests: 0, numPendingTests: 0, success: true });
    expect(report.numPassedTests).toBeGreaterThan(10);
    for (const name of ['src/thermal.ts', 'src/collect.ts']) {
      const output = run(join(folder, name));
      if (name === 'src/collect.ts')
        expect(
          output
            .split('\n')
            .map((line) => line.split(' ')[0])
            .sort(),
        ).toEqual(['', 'power_profile', 'thermal_temperature']);
    }
  });
});

const document = readFileSync(new URL('../../packages/docs/ASSURANCE.md', import.meta.url), 'utf8');

test('ASSURANCE.md says who controls the input of every provider, and of no other', () => {
  const [, section = ''] = document.split('### Who controls the input of each provider');
  const [table = ''] = section.split('\n#');
  const patterns = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  const names = [linuxSpecs, defaultSpecs, defaultSpecsA].flatMap(({ providers }) => Object.keys(providers));
  expect(names.filter((name) => !patterns.some((pattern) => nameMatcher(pattern)(name)))).toEqual([]);
  expect(patterns.filter((pattern) => !names.some((name) => nameMatcher(pattern)(name)))).toEqual([]);
});

const page = (name) => readFileSync(join(root, 'packages/docs', name), 'utf8');

needs('ssh-keygen')('what RELEASING signs is what INSTALL checks', () => {
  const folder = temporaryDirectory();
  const at = (name) => join(folder, name);
  const sh = (words, cwd) => spawnSync('sh', ['-euc', words], { cwd, encoding: 'utf8' }).status;
  mkdirSync(at('out'));
  writeFileSync(at('out/SHA256SUMS'), 'e3b0c442  hostspec.deb\n');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at('KEY')]);
  writeFileSync(at('out/allowed_signers'), `releases@hostspec ${readFileSync(at('KEY.pub'), 'utf8')}`);
  const [sign] = page('RELEASING.md').match(/^ssh-keygen -Y sign .*$/m);
  const [verify] = page('INSTALL.md').match(/^ssh-keygen -Y verify .*$/m);
  expect(sh(sign, folder)).toBe(0);
  expect(sh(verify, at('out'))).toBe(0);
  appendFileSync(at('out/SHA256SUMS'), 'e3b0c442  another.deb\n');
  expect(sh(verify, at('out'))).not.toBe(0);
});
