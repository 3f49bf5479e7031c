import { expect } from 'vitest';
import { hostspecArchive, specsOf } from '../testing/archives.js';
import { axeProblems, inBrowsers, withChromium } from '../testing/browser.js';
import { hostInTrouble } from '../testing/host-in-trouble.js';
import { hostile } from '../testing/hostile.js';
import { writtenReport } from '../testing/written.js';

const ready = '.count[data-done=true]';

inBrowsers('the key t merges the logs, marks gaps, and leads to a line', async (openPage) => {
  const { path } = await writtenReport(hostspecArchive(specsOf(hostInTrouble)));
  const { page, complaints, requests } = await openPage(path);
  await page.keyboard.press('t');
  await page.locator(ready).first().waitFor();
  const rows = await page.locator('.time-line .results li').allTextContents();
  const at = (part: RegExp): number => rows.findIndex((row) => part.test(row));
  // The kernel counts from the boot, the system log has local time without a year.
  expect(rows[at(/\(mysqld\) total-vm:9800000kB, anon/)]).toMatch(/^2024-06-03 08:20:00(?:dmesg|messages)/);
  expect(at(/^2024-06-02 21:10:00messages.*ruby/)).toBe(0);
  expect(rows[1]).toBe('— 10 h 48 min without a line —');
  expect(at(/request 17 done/)).toBeLessThan(at(/^2024-06-03 08:00:00dmesg/));
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.locator('.row.marked').waitFor();
  expect(await page.locator('.row.marked').textContent()).toMatch(/^1Jun {2}2 23:10:00 web01 kernel:/);
  await page.goBack();
  await page.locator(ready).first().waitFor();
  await page.getByLabel('Gaps').selectOption('1440');
  await page.getByText('No gap is that long.').waitFor();
  expect({ complaints, requests }).toEqual({ complaints: [], requests: [] });
});

inBrowsers('the time line is filtered by severity, log and text', async (openPage) => {
  const { path } = await writtenReport(hostspecArchive(specsOf(hostInTrouble)));
  const { page, complaints } = await openPage(path, { hash: '#timeline=' });
  const text = async (): Promise<string[]> => {
    await page.locator(ready).first().waitFor();
    return await page.locator('.time-line .results .text').allTextContents();
  };
  const all = await text();
  await page.getByLabel('Severity').selectOption('error');
  await expect.poll(async () => (await text()).length).toBeLessThan(all.length);
  expect((await text()).join()).not.toContain('Linux version');
  await page.getByLabel('Log').selectOption('dmesg');
  await expect.poll(async () => (await text()).join()).not.toContain('ruby');
  await page.getByLabel('Lines that contain').fill('cgroup');
  await page.keyboard.press('Enter');
  await expect.poll(text).toEqual([expect.stringContaining('Memory cgroup out of memory')]);
  await page.getByLabel('Lines that contain').fill('nothing has this');
  await page.keyboard.press('Enter');
  await page.getByText('0 lines with a time in 1 log').waitFor();
  expect(await page.locator('.time-line .results').count()).toBe(0);
  await page.goBack();
  await expect.poll(async () => (await text()).length).toBe(1);
  expect(complaints).toEqual([]);
});

withChromium('many lines are shown in parts, from the last', async (openPage) => {
  const content = Array.from(
    { length: 1000 },
    (_, at) => `2024-06-04T08:00:00Z line ${at + 1} ${hostile[at % hostile.length]?.replace(/\n/g, '')}\n`,
  ).join('');
  const { path } = await writtenReport(
    hostspecArchive([{ name: 'messages', source: '/var/log/messages', content }]),
  );
  for (const width of [360, 1600]) {
    const { page, complaints } = await openPage(path, { hash: '#timeline=', width });
    await page.locator(ready).first().waitFor();
    expect(await page.locator('p.controls').textContent()).toContain('801 to 1,000');
    await page.getByRole('link', { name: 'Earlier' }).click();
    await page.getByText('601 to 800').waitFor();
    expect(await page.locator('.results').textContent()).toContain('line 601 ');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await page.locator('img, svg, iframe, object').count()).toBe(0);
    expect(await page.locator('main').textContent()).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(await axeProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  }
});
