import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { describeUnless } from './lacking.js';

/** Debian's place, that of a snap, and what the environment names. */
const PLACES = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/snap/bin/chromium'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const executablePath = PLACES.find((place) => place !== '' && existsSync(place));

/** Describes what needs a browser: that of the package `chromium`, or the one that CHROMIUM names. */
export function describeInBrowser(name: string, tests: () => void): void {
  describeUnless(executablePath === undefined ? 'no Chromium' : undefined, name, tests);
}

/**
 * @param flags more command line flags of the browser
 * @param variables more variables of its environment
 */
export function openBrowser(
  flags: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): Promise<Browser> {
  if (executablePath === undefined) throw new Error('There is no Chromium.');
  return chromium.launch({
    executablePath,
    args: [...FLAGS, ...flags],
    env: { ...process.env, ...variables },
    headless: true,
  });
}

/** A page that fails its test on anything that the console calls an error, a refusal by the policy among them. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors of the console and of scripts so far. */
  readonly errors: string[];
  close(): Promise<void>;
}

export async function openPage(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL, locale: 'en-GB', ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    // Figures that a server does not sum up are said to be missing; the browser notes the answer 404 all the same.
    const isMissing = message.location().url.endsWith('/metrics/summary');
    if (message.type() === 'error' && !isMissing) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL) && !/^(data|blob):/.test(request.url()))
      errors.push(`asks another host: ${request.url()}`);
  });
  return { page, errors, close: () => context.close() };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page as it is now: its rule, and the first element that breaks it. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  }>('axe.run(document, { resultTypes: ["violations"] })');
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html ?? ''}`);
}

/** Whether the page is wider than its window, so that it would scroll horizontally. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}
