import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DeclareTest, needs } from '@hostspec/testing';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

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

/** A page in a browser of its own, with what it complained about and asked for. */
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

/** Opens a file in headless Chromium with a new profile, until the end of the test. */
export async function openPage(
  path: string,
  { hash = '', width = 1600, dark = false }: OpenOptions = {},
): Promise<OpenedPage> {
  const profile = mkdtempSync(join(tmpdir(), 'hostspec-chromium-'));
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args,
    viewport: { width, height: 1000 },
    colorScheme: dark ? 'dark' : 'light',
  });
  onTestFinished(async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  });
  const page = context.pages()[0] ?? (await context.newPage());
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
