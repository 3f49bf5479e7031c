#!/usr/bin/env node
// Prints how fast a report of many logs is written, painted, searched and shown as a time line in headless Chromium, from file://.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOf } from './options.mjs';
import { median } from './statistics.mjs';

const usage = `usage: node tools/bench/report.mjs [options]

  --megabytes N  of logs in the archive (default 100)
  --rounds N     of each measurement (default 5)

Prints medians. Needs a build (npm run build) and Chromium in /usr/bin/chromium.`;

const { megabytes, rounds } = optionsOf(usage, { megabytes: 100, rounds: 5 });

const fileOf = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const { chromium } = createRequire(fileOf('packages/report/package.json'))('playwright-core');

/** Numbers from 0 to 2³², the same in each run. */
let state = 12345;
const random = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
const pick = (all) => all[random(all.length)];
const hex = (length) => Array.from({ length }, () => '0123456789abcdef'[random(16)]).join('');
const units = ['sshd', 'kernel', 'systemd', 'nginx', 'postgres', 'kubelet', 'dockerd', 'audisp', 'chronyd'];
const words = ['connection', 'timeout', 'started', 'closed', 'Error', 'retry', 'worker', 'session', 'queue'];
const clock = () => [random(24), random(60), random(60)].map((part) => `${part}`.padStart(2, '0')).join(':');
const kinds = [
  () =>
    `Nov 2${random(9)} ${clock()} host1 ${pick(units)}[${random(32768)}]: ${pick(words)} ${pick(words)} ${random(1e6)} ms\n`,
  () =>
    `10.${random(255)}.${random(255)}.7 - - [21/Nov/2026:${clock()} +0000] "GET /api/v${random(3)}/${pick(words)}/${hex(12)} HTTP/1.1" ${pick([200, 204, 301, 404, 500])} ${random(99999)} "-" "curl/8.${random(9)}"\n`,
  () =>
    `{"ts":"2026-11-21T${clock()}Z","level":"${pick(['info', 'warn', 'error'])}","trace":"${hex(32)}","msg":"${pick(words)} ${pick(words)} ${pick(units)}"}\n`,
  () =>
    `type=SYSCALL msg=audit(17000${random(99999)}.${random(999)}:${random(99999)}): arch=c000003e syscall=${random(300)} success=yes pid=${random(32768)} comm="${pick(units)}" key="${pick(words)}"\n`,
  () =>
    `[${random(99999)}.${random(999999)}] ${pick(units)}: ${pick(words)} – Gerät ${random(99)} ${hex(8)}\n`,
];

/** A sos report with logs of all kinds of lines; each line of a log of one kind is different. */
const writeArchive = (directory) => {
  const files = 25;
  mkdirSync(join(directory, 'var/log/app'), { recursive: true });
  mkdirSync(join(directory, 'etc'));
  writeFileSync(join(directory, 'etc/hostname'), 'bench.example.org\n');
  for (let file = 0; file < files; file++) {
    const bytes = Buffer.alloc(Math.floor((megabytes * 1e6) / files));
    for (let at = 0; at < bytes.length; ) at += bytes.write(kinds[file % kinds.length](), at);
    if (file === files - 3) bytes.write('\nthe one needle\n', bytes.length >> 1);
    writeFileSync(join(directory, `var/log/app/${file}.log`), bytes);
  }
};

/** Uses the page in a new browser. */
const withPage = async (file, use) => {
  const profile = mkdtempSync(join(tmpdir(), 'hostspec-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium',
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    viewport: { width: 1600, height: 1000 },
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`file://${file}`, { waitUntil: 'commit' });
    await page.locator('input[type=search]').waitFor();
    return await use(page);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
};

/** Searches at once or after a rest; milliseconds to the paint, the first hits and the count. */
const searched = (file, text, { rest, type }) =>
  withPage(file, async (page) => {
    if (rest > 0) await page.waitForTimeout(rest);
    if (type) {
      await page.keyboard.press('/');
      await page.keyboard.type(text, { delay: 60 });
    } else await page.locator('input[type=search]').fill(text);
    const times = await page.evaluate(async () => {
      const start = performance.now();
      document.querySelector('form[role=search]').requestSubmit();
      let first;
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 2));
        if (first === undefined && document.querySelector('.results a')) first = performance.now() - start;
        if (document.querySelector('.search .count')?.dataset.done === 'true')
          return { first: first ?? Number.NaN, final: performance.now() - start };
      }
    });
    const paint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
    const words = await page.locator('.search .count').textContent();
    return { paint, words, ...times };
  });

/** Milliseconds until the time line of a page that is at rest is there. */
const timeLine = (file) =>
  withPage(file, async (page) => {
    await page.waitForTimeout(3000);
    return page.evaluate(async () => {
      const start = performance.now();
      location.hash = '#timeline=';
      while (document.querySelector('.time-line .count')?.dataset.done !== 'true')
        await new Promise((resolve) => setTimeout(resolve, 2));
      return performance.now() - start;
    });
  });

const cases = [
  ['at once after the first paint', { rest: 0, type: false }],
  ['typed, six letters in 0.4 s', { rest: 0, type: true }],
  ['after 3 s', { rest: 3000, type: false }],
];

const work = mkdtempSync(join(tmpdir(), 'hostspec-bench-report-'));
try {
  const archive = join(work, 'archive');
  writeArchive(archive);
  const file = join(work, 'report.html');
  const seconds = [];
  for (let round = 0; round < rounds; round++) {
    if (existsSync(file)) rmSync(file);
    const start = performance.now();
    execFileSync(process.execPath, [
      fileOf('packages/cli/bin/hostspec.cjs'),
      'report',
      archive,
      '--output',
      file,
    ]);
    seconds.push((performance.now() - start) / 1000);
  }
  const shell = readFileSync(file, 'utf8').replace(
    /<script type="application\/\w[^>]*>[\s\S]*?<\/script>/g,
    '',
  );
  console.log(
    `written at ${(megabytes / median(seconds)).toFixed(0)} MB/s; ${(statSync(file).size / 1e6).toFixed(1)} MB, of which the shell ${(shell.length / 1e3).toFixed(0)} KB`,
  );
  const paints = [];
  for (const text of ['needle', 'dockerd', 'error', 'Gerät 7'])
    for (const [name, how] of cases) {
      const results = [];
      for (let round = 0; round < rounds; round++) results.push(await searched(file, text, how));
      paints.push(...results.map(({ paint }) => paint));
      const [first, final] = ['first', 'final'].map((key) =>
        Math.round(median(results.map((each) => each[key]))),
      );
      console.log(`${text}, ${name}: first hits ${first} ms, final ${final} ms (${results[0].words})`);
    }
  console.log(`first paint: ${Math.round(median(paints))} ms`);
  const lines = [];
  for (let round = 0; round < rounds; round++) lines.push(await timeLine(file));
  console.log(`time line: ${Math.round(median(lines))} ms`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
