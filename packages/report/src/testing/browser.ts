import { needs } from '@hostspec/testing';
import axe from 'axe-core';
import { type Browser, chromium, firefox, type Page } from 'playwright-core';
import { afterAll, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';

const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser that Debian has, by the name of its package and its program. */
interface DebianBrowser {
  readonly program: string;
  start(dark: boolean): Promise<Browser>;
}

const debianChromium: DebianBrowser = {
  program: 'chromium',
  start: () => chromium.launch({ executablePath: '/usr/bin/chromium', headless: true, args: chromiumArgs }),
};

const debianFirefox: DebianBrowser = {
  program: 'firefox-esr',
  // The channel is Firefox as Mozilla builds it, over WebDriver BiDi; Debian's cannot be told the colour scheme of a context.
  start: (dark) =>
    firefox.launch({
      executablePath: '/usr/bin/firefox-esr',
      channel: 'moz-firefox',
      headless: true,
      env: { ...process.env, HOME: temporaryDirectory() },
      firefoxUserPrefs: { 'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1 },
    }),
};

/** Opens a file in a browser with a new profile that no other page shares, until the end of the test. */
type OpenPage = (path: string, options?: OpenOptions) => Promise<OpenedPage>;

type DeclareBrowserTest = (
  name: string,
  test: (openPage: OpenPage) => Promise<void>,
  timeout?: number,
) => void;

/** Declares a test that needs Chromium. */
export const withChromium: DeclareBrowserTest = inBrowser(debianChromium);

/** Declares a test in Chromium, and the same in Firefox: one for each feature is enough, as most features use nothing that differs. */
export const inBrowsers: DeclareBrowserTest = (name, test, timeout) => {
  withChromium(name, test, timeout);
  inBrowser(debianFirefox)(`${name} (Firefox)`, test, timeout);
};

/** Declares a test on the narrowest screen in light colours, and on the widest in dark ones: what depends on one does not on the other. */
export function onScreens(
  name: string,
  test: (openPage: OpenPage, screen: { readonly width: number; readonly dark: boolean }) => Promise<void>,
  onWide = withChromium,
): void {
  withChromium(`360 pixels, light: ${name}`, (openPage) => test(openPage, { width: 360, dark: false }));
  onWide(`1600 pixels, dark: ${name}`, (openPage) => test(openPage, { width: 1600, dark: true }));
}

function inBrowser(browser: DebianBrowser): DeclareBrowserTest {
  const declare = needs(browser.program);
  return (name, test, timeout) =>
    declare(name, () => test((path, options) => openPage(browser, path, options)), timeout);
}

/** The browsers of a test file: starting one takes longer than most tests. */
const started = new Map<string, Promise<Browser>>();
afterAll(async () => {
  for (const browser of started.values()) await (await browser).close();
  started.clear();
});

/** A page in a profile of its own, with what it complained about and asked for. */
interface OpenedPage {
  readonly page: Page;
  /** Messages of the console, and errors. */
  readonly complaints: string[];
  /** Addresses of requests, except the file itself and the worker. */
  readonly requests: string[];
}

/** How a page is opened. */
interface OpenOptions {
  /** The part of the address after the file, with `#`. */
  readonly hash?: string;
  readonly width?: number;
  readonly dark?: boolean;
}

async function openPage(
  browser: DebianBrowser,
  path: string,
  { hash = '', width = 1600, dark = false }: OpenOptions = {},
): Promise<OpenedPage> {
  const isChromium = browser === debianChromium;
  const key = `${browser.program} ${!isChromium && dark}`;
  const running = started.get(key) ?? browser.start(dark);
  started.set(key, running);
  const context = await (await running).newContext({
    viewport: { width, height: 1000 },
    colorScheme: isChromium ? (dark ? 'dark' : 'light') : null,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`file://${path}`) && !url.startsWith('blob:')) requests.push(url);
  });
  page.setDefaultTimeout(20_000);
  await page.goto(`file://${path}${hash}`);
  return { page, complaints, requests };
}

/** Goes to another view, and comes back as soon as it is there: the event of a new hash comes later than its assignment. */
export function showView(page: Page, hash: string): Promise<void> {
  return page.evaluate(
    (address) =>
      new Promise((resolve) => {
        const before = location.href;
        addEventListener('hashchange', () => resolve(), { once: true });
        location.hash = address;
        if (location.href === before) resolve();
      }),
    hash,
  );
}

/** All that axe finds in a page, best practices too, with all details open. The script of a debugger is not bound by the page's policy. */
export async function axeProblems(page: Page): Promise<unknown> {
  await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => [
      id,
      nodes.slice(0, 3).map(({ html, failureSummary }) => [html, failureSummary]),
    ]);
  });
}
