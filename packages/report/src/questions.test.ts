import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { hostspecArchive, insightsArchive, sosReport, specsOf } from './testing/archives.js';
import { withChromium } from './testing/browser.js';
import { hostInTrouble } from './testing/host-in-trouble.js';
import { writtenReport } from './testing/written.js';

/** A question of support, and the label and text of the line that answers it. */
type Question = readonly [question: string, label: string, text: RegExp];

/** Answered from any archive. The question what changed between two archives is in comparison.test.ts. */
const questions: readonly Question[] = [
  ['which disk is full', '/', /^64\.9 GiB used, 3\.4 GiB free of 68\.3 GiB$/],
  ['when did it boot', 'boot', /^2024-06-03 08:00:00 UTC/],
  ['why did it boot', 'boot reason', /^no shutdown in the log before it.*request 17 done$/],
  ['which interface drops packets', 'eno1', /4200 dropped of 100000 packets received$/],
  [
    'which repositories are on',
    'repositories',
    /^rhel-9-for-x86_64-baseos-rpms, rhel-9-for-x86_64-appstream-rpms$/,
  ],
  ['is SELinux enforcing', 'SELinux', /^permissive, enforcing after the next boot$/],
  ['what listens on 443', 'tcp 443', /^nginx on 0\.0\.0\.0, \[::\]$/],
];

/** What problems say that answer further questions. */
const problemTitles: readonly string[] = [
  '/ is 96 % full',
  '100 % of the inodes of /srv/my files are used',
  'eno1 has 170 receive errors and 0 send errors',
  'httpd.service failed',
  'The kernel killed mysqld because memory ran out',
];

/** Only archives of hostspec say it. */
const notCollected: Question = ['what could not be collected', 'failed', /^dig exited with 9$/];

const ours = (): string =>
  hostspecArchive([
    ...specsOf(hostInTrouble),
    { name: 'dig', status: 'failed', reason: 'dig exited with 9' },
  ]);

const kinds: readonly (readonly [string, () => string, readonly Question[]])[] = [
  ['hostspec', ours, [...questions, notCollected]],
  [
    'insights-core',
    () => insightsArchive(hostInTrouble),
    // It keeps only some lines of the log that answers this.
    questions.filter(([question]) => question !== 'why did it boot'),
  ],
  ['sos', () => sosReport(hostInTrouble), questions],
];

const maxKeys = 3;

/** Where an answer is on the page. */
const rowOf = (page: Page, [, label, text]: Question) =>
  page
    .locator('.card tr')
    .filter({ has: page.getByRole('rowheader', { name: label, exact: false }) })
    .filter({ has: page.locator('td', { hasText: new RegExp(text.source.replace(/^\^|\$$/g, '')) }) })
    .first();

/** The questions that no part of the page answers, from its top to where Page Down leads when pressed `maxKeys` times. */
async function unansweredOn(page: Page, asked: readonly Question[]): Promise<readonly string[]> {
  for (const question of asked) await rowOf(page, question).waitFor();
  let waiting = asked;
  for (let keys = 0; keys <= maxKeys && waiting.length > 0; keys++) {
    if (keys > 0) {
      await page.keyboard.press('PageDown');
      await scrolled(page);
    }
    const hidden: Question[] = [];
    for (const question of waiting) if (!(await isOnScreen(rowOf(page, question)))) hidden.push(question);
    waiting = hidden;
  }
  return waiting.map(([question]) => question);
}

const isOnScreen = (row: Locator): Promise<boolean> =>
  row.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

/** Waits until the page has not moved for some frames. */
async function scrolled(page: Page): Promise<void> {
  await page.locator('main').evaluate(async (main) => {
    for (let still = 0, last = main.scrollTop; still < 10; last = main.scrollTop) {
      await new Promise(requestAnimationFrame);
      still = main.scrollTop === last ? still + 1 : 0;
    }
  });
}

describe.each(kinds)(
  'the report of an archive of %s answers with at most three keystrokes',
  (_, made, asked) => {
    withChromium('every question', async (openPage) => {
      const { path } = await writtenReport(made());
      const { page } = await openPage(path, { width: 1280 });
      for (const title of problemTitles)
        expect(await isOnScreen(page.locator('.problems li', { hasText: title }).first())).toBe(true);
      expect(await unansweredOn(page, asked)).toEqual([]);
    });
  },
);
