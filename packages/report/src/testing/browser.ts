import { type DeclareTest, needs } from '@hostspec/testing';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, onTestFinished } from 'vitest';

const executablePath = '/usr/bin/chromium';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Declares a test that needs Chromium. */
export const withChromium: DeclareTest = needs('chromium');

/** The browser of a test file: starting one takes longer than most tests. */
let browser: Promise<Browser> | undefined;
afterAll(async () => {
  await (await browser)?.close();
  browser = undefined;
});

/** A page in a profile of its own, with what it complained about and asked for. */
export interface OpenedPage {
  readonly page: Page;
  /** Messages of the console, and errors. */
  readonly complaints: string[];
  /** Addresses of requests, except the file itself and the worker. */
  readonly requests: string[];
}

/** How a page is opened. */
export interface OpenOptions {
  /** The part of the address after the file, with `#`. */
  readonly hash?: string;
  readonly width?: number;
  readonly dark?: boolean;
}

/** Opens a file in headless Chromium with a new profile that no other page shares, until the end of the test. */
export async function openPage(
  path: string,
  { hash = '', width = 1600, dark = false }: OpenOptions = {},
): Promise<OpenedPage> {
  browser ??= chromium.launch({ executablePath, headless: true, args });
  const context = await (await browser).newContext({
    viewport: { width, height: 1000 },
    colorScheme: dark ? 'dark' : 'light',
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
