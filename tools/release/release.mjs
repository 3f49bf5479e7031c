import { publishedOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { optionsOf, run, vitestWords } from '../workspace/run.mjs';
import { fileAt, pendingChangesets } from './catalog-diff/released.mjs';
import { freshBuild } from './fresh-build.mjs';

const { 'dry-run': dryRun, 'without-tests': withoutTests } = optionsOf({
  'dry-run': { type: 'boolean' },
  'without-tests': { type: 'boolean' },
});

const stop = (...lines) => {
  for (const line of lines) console.error(line);
  process.exit(1);
};

if (withoutTests && !dryRun) stop('option --without-tests is not allowed without --dry-run');

const pending = pendingChangesets(root);
if (pending.length > 0 && !dryRun)
  stop(
    `changesets that are not in a version yet: ${pending.length}; run npm run release:version, and commit the changes`,
    ...pending.map(({ file }) => `  .changeset/${file}`),
  );

const built = await freshBuild(withoutTests ? [] : ['--force']);
if (built !== 0) process.exit(built);

// A kept result of the tests may be older than the runners that were just built, or without them.
const test = async () =>
  (await run(process.execPath, ['tools/test/test.mjs'])) ||
  (await run(process.execPath, [...vitestWords(), 'tools/release/packing'], {
    env: { CI: 'true' },
  }));
if (!withoutTests && (await test()) !== 0)
  stop('tests fail, so nothing can be released; npm test shows which');

const isReleased = ({ name, version }) => fileAt(root, `${name}@${version}`, 'package.json') !== undefined;
for (const { manifest } of publishedOf(root)) {
  const what = isReleased(manifest) ? 'released already' : dryRun ? 'would publish' : 'publish';
  console.log(`${what}: ${manifest.name} ${manifest.version}`);
}

if (dryRun) {
  for (const { file, bumps } of pending)
    console.log(
      `.changeset/${file}: ${Object.entries(bumps)
        .map(([name, bump]) => `${name} ${bump}`)
        .join(', ')}`,
    );
  console.log(
    pending.length > 0
      ? `dry run: nothing was published; the changesets (${pending.length}) are to become versions first: npm run release:version`
      : 'dry run: nothing was published',
  );
  if (withoutTests) console.log('the tests were not run: --without-tests');
} else {
  // With provenance, if the registry supports it.
  const provenance = process.env.ACTIONS_ID_TOKEN_REQUEST_URL ? { NPM_CONFIG_PROVENANCE: 'true' } : {};
  process.exitCode = await run(process.execPath, ['tools/release/publish-all.mjs'], { env: provenance });
  if (!process.exitCode) console.log('published; push the tags: git push --follow-tags');
}
