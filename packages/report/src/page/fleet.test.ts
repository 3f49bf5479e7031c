import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { fleetHtml } from '../fleet/fleet-html.js';
import type { FleetChange, FleetHost, FleetIndex } from '../fleet/fleet-index.js';
import { axeProblems, inBrowsers, onScreens, withChromium } from '../testing/browser.js';
import { hostile, hostileWord } from '../testing/hostile.js';

const written = async (index: FleetIndex): Promise<{ path: string; bytes: number }> => {
  let html = '';
  for await (const piece of fleetHtml(index)) html += piece;
  const path = join(temporaryDirectory(), 'fleet.html');
  await writeFile(path, html);
  return { path, bytes: Buffer.byteLength(html) };
};

const host = (name: string, more: Partial<FleetHost> = {}): FleetHost => ({
  ...{ name, group: 'web', lastDay: '2026-03-05', system: 'Debian 12', kernel: '6.1.0' },
  ...{ failed: 0, interrupted: '', finding: '', ...more },
});

const change = (more: Partial<FleetChange> = {}): FleetChange => ({
  ...{ group: 'web', spec: 'sysctl', path: 'sysctl_-a', line: '7', key: 'net.ipv4.ip_forward' },
  ...{ old: 'net.ipv4.ip_forward = 0', new: 'net.ipv4.ip_forward = 1', hosts: 12, ofHosts: 340 },
  ...{ names: ['web1', 'web2'], ...more },
});

const outlier = {
  ...{ group: 'web', spec: 'sshd_config', path: 'etc/ssh/sshd_config', line: '1', subject: '', key: 'Port' },
  ...{ value: '2222', usual: '22', hosts: 1, ofHosts: 340, host: 'web7' },
};

const index: FleetIndex = {
  ...{ from: '2026-03-04', to: '2026-03-05', moreChanges: 0 },
  mapping: 'Names and addresses of 2 of 3 hosts were mapped.',
  hosts: [
    host('web1', { disk: 91, report: 'web1.html' }),
    host('web2', { lastDay: '2026-03-01', interrupted: 'signal SIGTERM', failed: 2 }),
    host('db1', { group: 'db', kernel: '5.10' }),
  ],
  problems: [
    {
      ...{ id: 'storage/file_system_full', severity: 'error', hosts: 12, newHosts: 3 },
      titles: [{ title: '/ is 97 % full', hosts: 12, names: ['web1', 'web2'] }],
      steps: ['Find what is large: `du -x /`', 'Or: `df`'],
    },
  ],
  changes: [
    change(),
    change({ spec: 'hosts', key: '10.0.0.1 db', old: '', new: '10.0.0.1 db', hosts: 1, names: ['web2'] }),
    change({ spec: 'hosts', key: '10.0.0.2 db', old: '10.0.0.2 db', new: '', hosts: 1, names: ['web2'] }),
    change({ spec: 'sshd', key: 'Listen', old: '', new: 'Listen: 22', hosts: 1, names: ['web3'] }),
    change({ spec: '', path: '', line: '', key: 'host', old: '', new: 'first collected on 2026-03-05' }),
  ],
  outliers: [outlier],
  failedSpecs: [{ spec: 'lsblk', status: 'failed', hosts: 2 }],
};

inBrowsers('the page of a fleet says what changed where, and is searched', async (openPage) => {
  const { path } = await written(index);
  const { page, complaints, requests } = await openPage(path);
  const text = await page.locator('main').textContent();
  expect(await page.locator('header').textContent()).toContain(index.mapping);
  expect(text).toMatch(/^Problems 1.*\/ is 97 % full: web1, web2, …12 of 3; 3 new since 2026-03-04/);
  expect(await page.locator('code').allTextContents()).toEqual(['du -x /', 'df']);
  expect(text).toContain('0 → 1');
  expect(text).toContain('12 of 340 web hosts: web1, web2, …');
  expect(text).toContain('10.0.0.1 dbnew1 of 340');
  expect(text).toContain('10.0.0.2 dbgone1 of 340');
  expect(text).toContain('nothing → 22');
  expect(text).toContain('sysctl_-a:7');
  expect(await page.locator('tr', { hasText: 'first collected' }).locator('td').last().textContent()).toBe(
    '',
  );
  expect(text).toContain('1 of 340, such as web7');
  expect(text).toContain('not seen since 2026-03-01; interrupted: signal SIGTERM; 2 specs failed');
  expect(await page.locator('a', { hasText: 'web1' }).getAttribute('href')).toBe('./web1.html');
  await page.getByLabel('Search').fill('Port');
  expect(await page.locator('tbody tr').count()).toBe(1);
  await page.getByLabel('Search').fill('web2 debian');
  expect(await page.locator('tbody tr').allInnerTexts()).toEqual([expect.stringContaining('web2')]);
  expect({ complaints, requests }).toEqual({ complaints: [], requests: [] });
});

withChromium('text of hosts stays text in the page of a fleet', async (openPage) => {
  const texts = [...hostile, '__proto__', 'constructor'];
  const { path } = await written({
    ...index,
    mapping: hostileWord,
    failedSpecs: texts.map((spec) => ({ spec, status: spec, hosts: 1 })),
    hosts: texts.map((text) => host(text, { system: text, kernel: text, report: `javascript:${text}` })),
    problems: texts.map((text) => ({
      ...{ id: text, severity: text, hosts: 1, newHosts: 0, steps: [text] },
      titles: [{ title: text, hosts: 1, names: [text] }],
    })),
    changes: texts.map((text) => change({ spec: text, key: text, old: text, new: text, names: [text] })),
    outliers: texts.map((text) => ({ ...outlier, value: text, subject: text })),
  });
  const { page, complaints, requests } = await openPage(path);
  expect(await page.title()).toBe('hostspec fleet');
  const body = await page
    .locator('body')
    .evaluate(({ children }) =>
      [...children].map((each) => (each.tagName === 'SCRIPT' ? '' : each.textContent)).join('\n'),
    );
  expect(body).toContain('__proto__');
  expect(body).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(await page.locator('img, svg, iframe').count()).toBe(0);
  for (const link of await page.locator('main a').all())
    expect(await link.getAttribute('href')).toMatch(/^\.\/[\w%.!~*'()-]+$/);
  expect({ complaints, requests }).toEqual({ complaints: [], requests: [] });
});

withChromium('a fleet of 10,000 hosts is at most 5 MB, and is searched at once', async (openPage) => {
  const hosts = Array.from({ length: 10_000 }, (_, at) =>
    host(`web${at}.example.org`, { kernel: `6.1.0-${at % 40}-amd64`, disk: at % 100 }),
  );
  const { path, bytes } = await written({
    ...index,
    hosts,
    changes: Array.from({ length: 500 }, () => change()),
  });
  expect(bytes).toBeLessThanOrEqual(5_000_000);
  const { page } = await openPage(path);
  const found = await page.evaluate(() => {
    const field = document.querySelector('input') as HTMLInputElement;
    field.value = 'web9999';
    field.dispatchEvent(new Event('input'));
    return document.querySelectorAll('section[aria-label=Hosts] tbody tr').length;
  });
  expect(found).toBe(1);
});

onScreens('nothing of the page of a fleet is wider, and axe finds nothing', async (openPage, screen) => {
  const { path } = await written(index);
  const { page } = await openPage(path, screen);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(screen.width);
  expect(await axeProblems(page)).toEqual([]);
});
