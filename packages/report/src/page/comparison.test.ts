import { expect, test } from 'vitest';
import type { ArchiveDiff } from '../compare/archive-diff.js';
import { noMasksCompared } from '../compare/archive-diff.js';
import { hostspecArchive, specsOf } from '../testing/archives.js';
import { axeProblems, inBrowsers, onScreens, showView, withChromium } from '../testing/browser.js';
import { hostInTrouble } from '../testing/host-in-trouble.js';
import { hostile, hostileWord, taintedHost } from '../testing/hostile.js';
import { writtenComparison } from '../testing/written.js';

const collected = { status: 'collected' };

const diff: ArchiveDiff = {
  before: '/before',
  after: '/after',
  compared: 40,
  differentHosts: [],
  specs: [
    {
      name: 'sysctl',
      before: collected,
      after: collected,
      items: [
        {
          path: 'insights_commands/sysctl_-a',
          change: 'changed',
          bytesBefore: 40,
          bytesAfter: 41,
          text: '@@ -1,2 +1,2 @@\n kernel.tainted = 4097\n-vm.swappiness = 60\n+vm.swappiness = 10',
          noiseLines: 3,
        },
      ],
    },
    {
      name: 'hosts',
      before: { status: 'absent', reason: 'missing' },
      after: collected,
      items: [{ path: 'etc/hosts', change: 'added', bytesAfter: 5 }],
    },
  ],
  leftOut: { specs: ['uptime', 'meminfo'], lines: 3 },
  comparesMasks: false,
  onlyBefore: ['old_one'],
  onlyAfter: [],
  altered: [],
};

const healthy = {
  ...hostInTrouble,
  '/usr/sbin/sestatus -b': 'SELinux status: enabled\nCurrent mode: enforcing\n',
};

const archives = (): [before: string, after: string] => [
  hostspecArchive(specsOf(healthy)),
  hostspecArchive(specsOf(hostInTrouble), { mapped: { kinds: ['host'], keyCheck: '01234567' } }),
];

const page = async (changed: Partial<ArchiveDiff> = {}): Promise<string> =>
  (await writtenComparison(...archives(), { ...diff, ...changed })).path;

const red = 'rgb(168, 32, 13)';

withChromium('only what is new is red, and its specs lead to their change', async (openPage) => {
  const { path: worse } = await writtenComparison(...archives(), {
    ...diff,
    specs: [{ name: 'sestatus', before: collected, after: collected, items: [] }],
  });
  const { path: better } = await writtenComparison(...(archives().reverse() as [string, string]), diff);
  const severity = (path: string, where: string) =>
    openPage(path).then(async ({ page: opened }) => {
      const found = opened.locator(where);
      return { opened, color: await found.evaluate((element) => getComputedStyle(element).color) };
    });
  const { opened, color } = await severity(worse, '.problems.new h2');
  expect(color).toBe(red);
  await opened.locator('.problems.new a', { hasText: 'sestatus' }).click();
  await opened.locator('.spec h2', { hasText: 'sestatus' }).waitFor();
  const resolved = await severity(better, '.problems .severity');
  expect(resolved.color).not.toBe(red);
  expect(await resolved.opened.locator('main').textContent()).toMatch(
    /^No new problem, of \d+ that can be decided in both archivesResolved problemswarningSELinux is permissive/,
  );
});

inBrowsers('what changed is answered without a key, and each change with three', async (openPage) => {
  const { page: opened, complaints, requests } = await openPage(await page());
  expect(await opened.title()).toBe('web01.example.org – hostspec comparison');
  const text = await opened.locator('.panes').textContent();
  expect(text).toContain('New problemswarningSELinux is permissivesestatus');
  expect(text).not.toContain('Resolved');
  expect(text).toContain('2 of 40 specs differ');
  expect(text).toMatch(/SELinuxenforcingpermissive, enforcing after the next bootsestatus/);
  // A line that both summaries have is not a difference.
  expect(text).not.toContain('PowerEdge');
  expect(text).toContain('2 specs left out, because only what changes by itself differs');
  expect(text).toContain(noMasksCompared);
  expect(text).toContain('1 spec only in the archive before');
  expect(text).toMatch(/Before: \S+\. Names and addresses were not mapped\./);
  expect(text).toMatch(/After: \S+\. Names and addresses were mapped: host\./);
  expect(await opened.locator('.warning').count()).toBe(0);
  await opened.keyboard.press('j');
  await opened.keyboard.press('Enter');
  const change = await opened.locator('.change').textContent();
  expect(change).toContain('~ Changed: insights_commands/sysctl_-a');
  expect(change).toContain('40 B → 41 B · 3 lines left out');
  expect(await opened.locator('del').textContent()).toMatch(/^−vm\.swappiness = 60$/);
  expect(await opened.locator('ins').textContent()).toMatch(/^\+vm\.swappiness = 10$/);
  await opened.keyboard.press('Escape');
  await opened.keyboard.press('f');
  await opened.keyboard.type('hos');
  await expect.poll(() => opened.locator('.specs').textContent()).toMatch(/^hostsabsent → collected$/);
  expect({ complaints, requests }).toEqual({ complaints: [], requests: [] });
});

withChromium(
  'a warning about different hosts comes first, one about altered content last',
  async (openPage) => {
    const path = await page({
      differentHosts: ['the host names are a and b'],
      altered: [{ archive: '/after', spec: 'x', path: 'etc/x', problem: 'was changed' }],
    });
    const { page: opened } = await openPage(path);
    const main = await opened.locator('main').textContent();
    expect(main).toMatch(/^!The archives are of different hoststhe host names are a and bNew problems/);
    expect(main).toMatch(/\/after: data\/etc\/x was changed$/);
  },
);

withChromium('hostile names, reasons and lines are text', async (openPage) => {
  const payload = hostile.join('\n');
  const spec = {
    name: hostile[0] ?? '',
    before: { status: 'failed', reason: payload },
    after: collected,
    items: [
      { path: payload, change: 'changed', text: hostile.map((line) => `+${line}`).join('\n') } as const,
    ],
  };
  const specs = [spec, { ...spec, name: '__proto__' }, { ...spec, name: 'constructor' }];
  const [before] = archives();
  const after = hostspecArchive(specsOf(taintedHost(hostileWord)));
  const changed = { ...diff, specs, differentHosts: [payload], onlyAfter: [payload] };
  const { path } = await writtenComparison(before, after, changed);
  const { page: opened, complaints, requests } = await openPage(path);
  expect(await opened.locator('.problems.new').textContent()).toContain('\\u{202e}right');
  for (const hash of ['', ...specs.map(({ name }) => `#spec=${encodeURIComponent(name)}`)]) {
    await showView(opened, hash);
    const body = await opened.locator('.panes').textContent();
    expect(body).toContain('</script><script>');
    expect(body).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(await opened.locator('img, svg, iframe, object').count()).toBe(0);
  }
  expect(await opened.locator('main ins').count()).toBe(hostile.length);
  expect(await opened.title()).toMatch(/^constructor – web01\.example\.org – hostspec comparison$/);
  expect({ complaints, requests }).toEqual({ complaints: [], requests: [] });
});

onScreens('nothing is wider, and axe finds nothing', async (openPage, screen) => {
  const path = await page({ differentHosts: ['the host names are a and b'] });
  const { page: opened } = await openPage(path, screen);
  for (const hash of ['', '#list', '#spec=sysctl', '#spec=hosts', '#spec=none']) {
    await showView(opened, hash);
    expect(await opened.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      screen.width,
    );
    expect(await axeProblems(opened), hash).toEqual([]);
  }
});

test('long diffs are cut and say so, and the shell of the page is small', async () => {
  const lines = Array.from({ length: 5000 }, (_, at) => `+${at}`.padEnd(at === 0 ? 90_000 : 1, 'x'));
  const item = { path: 'var/log/x', change: 'changed', text: lines.join('\n') } as const;
  const [one, other] = [hostspecArchive([]), hostspecArchive([])];
  const specs = [{ name: 'x', before: collected, after: collected, items: [item] }];
  const { html } = await writtenComparison(one, other, { ...diff, specs });
  const [, json = ''] = /<script type="application\/json" id="index">(.*?)<\/script>/.exec(html) ?? [];
  const [spec] = JSON.parse(json).specs;
  expect(spec.items[0].lines).toHaveLength(2000);
  expect(spec.items[0].lines[0]).toHaveLength(2000);
  expect(spec).toMatchObject({ added: 5000, removed: 0, items: [{ moreLines: 3000 }] });
  expect(html.length - json.length).toBeLessThan(200_000);
  expect(html).toMatch(/content="default-src 'none'; script-src 'sha256-/);
});
