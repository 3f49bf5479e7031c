import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hostspecArchive, type MadeSpec, sosReport, specsOf } from '../testing/archives.js';
import { axeProblems, inBrowsers, onScreens, showView, withChromium } from '../testing/browser.js';
import { hostInTrouble } from '../testing/host-in-trouble.js';
import { hostile, hostileWord, taintedHost } from '../testing/hostile.js';
import { writtenReport } from '../testing/written.js';

const log = Array.from({ length: 30_000 }, (_, at) => `Jun  4 10:00:00 web01 app[1]: line ${at + 1}`).join(
  '\n',
);

const specs: readonly MadeSpec[] = [
  { name: 'uptime', source: '/usr/bin/uptime', content: hostInTrouble['/usr/bin/uptime'] ?? '' },
  { name: 'messages', source: '/var/log/messages', content: `${log}\nthe Needle\n`, masked: { password: 3 } },
  { name: 'dig', status: 'failed', reason: 'dig exited with 9' },
  { name: 'gone' },
];

const report = async (): Promise<string> => (await writtenReport(hostspecArchive(specs))).path;

const textOf = async (page: Page, selector: string): Promise<string> => {
  await page.locator(selector).first().waitFor();
  return (await page.locator(selector).allTextContents()).join('\n');
};

inBrowsers('the summary comes first, and nothing is asked for or complained about', async (openPage) => {
  const { page, complaints, requests } = await openPage(await report());
  expect(await page.title()).toBe('web01.example.org – hostspec report');
  const main = await textOf(page, 'main');
  expect(main).toContain('9.12 7.50 3.01');
  expect(main).toContain('dig exited with 9');
  expect(main).toMatch(/Maskedpassword3 valuesmessages/);
  expect(main).toContain('Names and addresses were not mapped.');
  expect(await textOf(page, '.count')).toBe('3 specs of 4');
  expect({ complaints, requests }).toEqual({ complaints: [], requests: [] });
});

withChromium('a number and its percent sign are on one line', async (openPage) => {
  const content = 'MemTotal: 1000 kB\nMemFree: 100 kB\nMemAvailable: 400 kB\n';
  const archive = hostspecArchive([...specs, { name: 'meminfo', source: '/proc/meminfo', content }]);
  const { page } = await openPage((await writtenReport(archive)).path);
  expect(await textOf(page, 'main')).toContain('(40\u00a0%) available');
});

withChromium('an address leads to a spec and a line', async (openPage) => {
  const { page, complaints } = await openPage(await report(), { hash: '#spec=messages&line=29990' });
  await page.locator('.row.marked').waitFor();
  expect(await textOf(page, '.row.marked')).toMatch(/^29990\s*Jun {2}4 10:00:00 web01 app\[1\]: line 29990$/);
  expect(await textOf(page, '.facts')).toMatch(/Source\/var\/log\/messages.*Masked3 password/);
  // Only the rows on the screen exist.
  expect(await page.locator('.row').count()).toBeLessThan(200);
  await page.locator('.rows').press('End');
  await page.getByText('the Needle').waitFor();
  expect(complaints).toEqual([]);
});

inBrowsers('the keyboard alone: search, move through results, open one, and back', async (openPage) => {
  const { page, complaints } = await openPage(await report());
  await page.keyboard.press('/');
  await page.keyboard.type('needle');
  await page.keyboard.press('Enter');
  await page.locator('.count[data-done=true]').waitFor();
  expect(await textOf(page, '.search .count')).toBe('1 line');
  expect(await textOf(page, '.results mark')).toBe('Needle');
  expect(await page.title()).toBe('search for needle – web01.example.org – hostspec report');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  expect(await textOf(page, '.row.marked')).toMatch(/^30001\s*the Needle$/);
  await page.keyboard.press('Escape');
  await page.locator('.cards').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await page.getByText('load average').waitFor();
  expect(await page.title()).toMatch(/^\w+ – web01\.example\.org – hostspec report$/);
  await page.keyboard.press('t');
  await expect.poll(() => page.title()).toBe('time line – web01.example.org – hostspec report');
  await page.keyboard.press('?');
  expect(await page.locator('dialog').isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await page.locator('dialog').isVisible()).toBe(false);
  await page.keyboard.press('f');
  await page.keyboard.type('dig');
  await expect.poll(() => textOf(page, '.specs')).toMatch(/^kerneldigfailed$/);
  expect(complaints).toEqual([]);
});

withChromium('a spec says what it is, and is searched alone', async (openPage) => {
  const docs = new Map([['messages', 'What the system logged']]);
  const made = [...specs, { name: 'other', source: '/etc/other', content: 'needle\n' }];
  const { path } = await writtenReport(hostspecArchive(made), docs);
  const { page, complaints } = await openPage(path, { hash: '#spec=messages' });
  expect(await textOf(page, '.doc')).toBe('What the system logged');
  await page.getByLabel('Search this spec').fill('needle');
  await page.keyboard.press('Enter');
  await page.locator('.count[data-done=true]').waitFor();
  expect(await textOf(page, '.results h3')).toBe('messages: /var/log/messages 1 line');
  await page.getByRole('link', { name: 'search everything' }).click();
  await expect.poll(() => textOf(page, '.search .count')).toBe('2 lines in 2 items');
  expect(complaints).toEqual([]);
});

withChromium('the items of a spec are below each other, and read when they come near', async (openPage) => {
  const more = Object.fromEntries(
    Array.from({ length: 59 }, (_, at) => [
      `/etc/conf.d/${at + 1}`,
      `of ${at + 1}\n`.repeat(at === 1 ? 500 : 1),
    ]),
  );
  const archive = hostspecArchive([{ name: 'conf', source: '/etc/conf.d/0', content: 'of 0\n', more }]);
  const { path } = await writtenReport(archive);
  const { page, complaints } = await openPage(path, { hash: '#spec=conf' });
  expect(await page.locator('.item h3').allTextContents()).toHaveLength(50);
  await page.getByText('of 0').waitFor();
  expect(await page.locator('.item .rows').count()).toBeLessThan(20);
  await showView(page, '#spec=conf&item=2&line=400');
  expect(await textOf(page, '.row.marked')).toMatch(/^400\s*of 2$/);
  await page.locator('.row.marked').scrollIntoViewIfNeeded();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByLabel('Item').selectOption('55');
  await page.getByText('of 55').waitFor();
  expect(await page.locator('.item h3').allTextContents()).toEqual(
    Array.from({ length: 10 }, (_, at) => expect.stringContaining(`/etc/conf.d/${at + 50} `)),
  );
  expect(complaints).toEqual([]);
});

// Over BiDi, Playwright misses downloads that are no navigation.
withChromium('the content of a spec can be taken away', async (openPage) => {
  const { page, complaints } = await openPage(await report(), { hash: '#spec=messages' });
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const content = readFileSync(await (await downloaded).path(), 'utf8');
  expect(content).toBe(`${log}\nthe Needle\n`);
  expect(complaints).toEqual([]);
});

withChromium('hostile content, names and reasons are text', async (openPage) => {
  const payload = hostile.join('\n');
  const archive = hostspecArchive(
    [
      { name: 'hostname_default', source: '/bin/hostname', content: hostile[0] ?? '' },
      {
        name: 'payload',
        source: '/etc/"><script>document.title=1<\u202e',
        content: payload,
        reason: payload,
        masked: { [hostile[1] ?? '']: 1 },
      },
      { name: 'missing', status: 'failed', reason: payload },
      ...['__proto__', 'constructor'].map((name) => ({
        ...{ name, source: `/${name}`, content: `${name}\n`, masked: { [name]: 1 } },
      })),
    ],
    { hostname: hostile[0], tool: hostile[1] },
  );
  const { path } = await writtenReport(archive);
  const { page, complaints, requests } = await openPage(path);
  for (const hash of [
    '',
    '#spec=payload',
    '#spec=missing',
    '#spec=__proto__',
    '#spec=constructor',
    '#spec=toString',
    `#search=${encodeURIComponent('<')}`,
    `#spec=${encodeURIComponent(hostile[1] ?? '')}`,
  ]) {
    await showView(page, hash);
    if (hash === '#spec=payload') await page.locator('.row').last().waitFor();
    if (hash.startsWith('#search')) await page.locator('.count[data-done=true]').waitFor();
    const body = await textOf(page, 'header, .panes');
    const title = await page.title();
    expect(title.endsWith(`${hostile[0]} – hostspec report`)).toBe(true);
    expect(title).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(body).toContain('</script><script>');
    expect(body).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(await page.locator('img, svg, iframe, object').count()).toBe(0);
    expect(await page.locator('script:not([type])').count()).toBe(1);
    expect({ complaints, requests }).toEqual({ complaints: [], requests: [] });
    if (hash === '#spec=payload') expect(body).toContain('\\u{202e}right to left\\u{202c}');
  }
});

withChromium('hostile names in outputs are text in the problems and the time line', async (openPage) => {
  for (const word of [hostileWord, 'x'.repeat(1_000_000), '__proto__']) {
    const { path } = await writtenReport(hostspecArchive(specsOf(taintedHost(word))));
    const { page, complaints, requests } = await openPage(path, { width: 360 });
    for (const hash of ['', '#timeline=', '#spec=messages']) {
      await showView(page, hash);
      if (hash === '#timeline=') await page.locator('.count[data-done=true]').waitFor();
      const body = await textOf(page, 'header, .panes');
      expect(body).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(body.length).toBeLessThan(200_000);
      if (word === hostileWord) expect(body).toContain('\\u{202e}right');
      expect(await page.locator('img, svg, iframe, object').count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    }
    expect({ complaints, requests }).toEqual({ complaints: [], requests: [] });
  }
});

inBrowsers('the browser itself refuses markup and requests', async (openPage) => {
  const { page } = await openPage(await report());
  await page.evaluate(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      document.title += ` ${effectiveDirective}`;
    });
    const image = document.createElement('img');
    image.src = 'data:image/gif,GIF89a';
    document.body.append(image);
    try {
      document.body.innerHTML = '<b>markup</b>';
    } catch {}
  });
  expect(await page.locator('b').count()).toBe(0);
  await expect.poll(() => page.title()).toMatch(/ img-src/);
  await expect.poll(() => page.title()).toMatch(/ require-trusted-types-for/);
});

withChromium('a line of 30 MB is shown in parts', async (openPage) => {
  const content = `short\n${'x'.repeat(30_000_000)}end\nlast\n`;
  const { path } = await writtenReport(hostspecArchive([{ name: 'long', source: '/var/log/long', content }]));
  const { page, complaints } = await openPage(path, { hash: '#spec=long&line=3' });
  await page.locator('.row.marked').waitFor();
  expect(await textOf(page, '.row.marked')).toMatch(/^3\s*last$/);
  const longest = await page
    .locator('.row')
    .evaluateAll((rows) => Math.max(...rows.map((row) => row.textContent?.length ?? 0)));
  expect(longest).toBeLessThan(2100);
  expect(complaints).toEqual([]);
});

inBrowsers('a jump into a long log inflates only what is around the line', async (openPage) => {
  const content = Array.from({ length: 60_000 }, (_, at) => `app[1]: line ${at + 1} of many\n`).join('');
  const { path, html } = await writtenReport(
    hostspecArchive([{ name: 'long', source: '/var/log/long', content }]),
  );
  // The first block cannot be inflated any more.
  writeFileSync(path, html.replace(/(id="block-0">)[^<]+/, '$1'));
  const { page, complaints } = await openPage(path);
  // The view begins with the first block if a frame comes before the answer where the line is, so that waits. The block's failure comes after the line.
  const held = await page.evaluateHandle(() => {
    const { postMessage } = Worker.prototype;
    // The workers of the search may want the block, too.
    const first: (() => Promise<void>)[] = [];
    const later: (() => void)[] = [];
    type Message = { kind: string; number?: number; request?: { kind: string } };
    Worker.prototype.postMessage = function (message: Message) {
      const send = (): void => postMessage.call(this, message);
      if (message.kind === 'block' && message.number === 0) {
        first.push(
          () =>
            new Promise((resolve) => {
              this.addEventListener('message', ({ data }) => data.kind === 'failure' && resolve());
              send();
            }),
        );
        for (const each of later.splice(0)) each();
      } else if (message.request?.kind === 'row-of-line' && first.length === 0) later.push(send);
      else send();
    };
    return first;
  });
  await showView(page, '#spec=long&line=50000');
  const marked = '50000app[1]: line 50000 of many';
  expect(await textOf(page, '.row.marked')).toBe(marked);
  const failed = held.evaluate((first) => Promise.race(first.map((send) => send())).then(() => 'failed'));
  expect(await failed).toBe('failed');
  expect(await page.locator('.row.marked').allTextContents()).toEqual([marked]);
  expect(complaints).toEqual([]);
});

const views = [
  '',
  '#list',
  '#spec=messages&line=3',
  '#spec=dig',
  '#spec=none',
  '#search=needle',
  '#timeline=',
];

onScreens(
  'nothing is wider, and axe finds nothing',
  async (openPage, screen) => {
    const troubled = specsOf(hostInTrouble).filter(({ name }) => name !== 'messages' && name !== 'uptime');
    const { path } = await writtenReport(hostspecArchive([...specs, ...troubled]));
    const { page } = await openPage(path, screen);
    for (const hash of views) {
      await showView(page, hash);
      if (hash.includes('line=3')) await page.locator('.row.marked').waitFor();
      if (/^#(search|timeline)/.test(hash)) await page.locator('.count[data-done=true]').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        screen.width,
      );
      expect(await axeProblems(page), hash).toEqual([]);
    }
  },
  inBrowsers,
);

withChromium('a file that was cut says so instead of its content', async (openPage) => {
  const { path, html } = await writtenReport(hostspecArchive(specs));
  writeFileSync(path, html.slice(0, html.indexOf('id="block-0"') + 3000));
  const { page } = await openPage(path, { hash: '#spec=messages' });
  expect(await textOf(page, '.rows p')).toMatch(/^This content cannot be read; the file may be incomplete: /);
});

withChromium('the picture of the README', async (openPage) => {
  const { path } = await writtenReport(hostspecArchive(specsOf(hostInTrouble)));
  const { page } = await openPage(path);
  const picture = await page.screenshot();
  const file = new URL('../../examples/report.png', import.meta.url);
  if (process.env.HOSTSPEC_PICTURES) writeFileSync(file, picture);
  const size = (png: Uint8Array): number[] => [16, 20].map((at) => Buffer.from(png).readUInt32BE(at));
  expect(size(readFileSync(file))).toEqual(size(picture));
});

withChromium('a sos report: files by path', async (openPage) => {
  const { path } = await writtenReport(sosReport(hostInTrouble));
  const { page, complaints } = await openPage(path);
  expect(await textOf(page, 'main')).toContain('64.9 GiB used, 3.4 GiB free of 68.3 GiB');
  await page.getByRole('link', { name: 'df__alP' }).first().click();
  await page.getByText('Capacity').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'bond', exact: true }).click();
  await page.getByText('Bonding Mode').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await page.keyboard.type('meminfo');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByText('MemTotal').waitFor();
  expect(complaints).toEqual([]);
});

withChromium('2,000 files are a tree of directories', async (openPage) => {
  const files = Object.fromEntries(
    Array.from({ length: 2000 }, (_, at) => [`/var/log/pods/${at % 20}/app-${at}.log`, `line ${at}\n`]),
  );
  const deep = `/proc${'/a'.repeat(20)}`;
  const made = sosReport({ ...files, '/etc/__proto__/constructor': 'odd\n', [`${deep}/b`]: 'deep\n' });
  const { path } = await writtenReport(made);
  const { page, complaints } = await openPage(path);
  const links = page.locator('.specs a:visible');
  expect(await page.locator('.specs > li').allInnerTexts()).toEqual([
    'etc/__proto__/ 1 file',
    `proc${'/a'.repeat(15)}/ 1 file`,
    'var/log/pods/ 2,000 files',
  ]);
  expect(await links.count()).toBe(0);
  await page.getByText('var/log/pods/').click();
  await page.getByText('7/ 100 files').first().click();
  expect(await links.count()).toBe(100);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.locator('.row').first().waitFor();
  expect(await page.title()).toContain('var/log/pods/');
  await showView(page, '#spec=etc%2F__proto__%2Fconstructor');
  await page.getByText('odd').waitFor();
  expect(await page.locator('.specs a[aria-current]').textContent()).toMatch(/^constructor/);
  expect(await textOf(page, '.count')).toBe('2,002 files of 2,002');
  await page.keyboard.press('f');
  await page.keyboard.type('app-1999');
  await expect.poll(() => links.allInnerTexts()).toEqual([expect.stringMatching(/^app-1999\.log/)]);
  await page.keyboard.press('Escape');
  expect(await axeProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a report has a policy and one script and style that it names', async () => {
  const { html } = await writtenReport(hostspecArchive(specs));
  expect(html).toMatch(
    /content="default-src 'none'; script-src 'sha256-[\w+/=]{44}'; style-src 'sha256-[\w+/=]{44}'; worker-src blob:;/,
  );
  expect(html).not.toMatch(/https?:\/\/|unsafe-/);
  expect(html.match(/<script>/g)).toHaveLength(1);
  const shell = html.replace(/<script type="application\/\w[^>]*>[\s\S]*?<\/script>/g, '');
  expect(shell.length).toBeLessThan(200_000);
});
