import type { Browser, Page } from 'playwright-core';
import { type RunningApplication, startApplication } from './support/application.js';
import {
  accessibilityFaults,
  describeInBrowser,
  isTooWide,
  openBrowser,
  openPage,
  type WatchedPage,
} from './support/browser.js';
import { freePort } from './support/free-port.js';
import { OpenIdServer } from './support/openid-server.js';
import { signInSettings } from './support/signed-in-browser.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };

describeInBrowser('a person in a browser', () => {
  const provider = new OpenIdServer();
  let running: RunningApplication;
  let browser: Browser;
  let opened: WatchedPage;
  let page: Page;
  let origin: string;

  beforeAll(async () => {
    await provider.start();
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    running = await startApplication({
      ...signInSettings(provider),
      PUBLIC_URL: origin,
      AUTH_MODE: 'api-key',
      ADMIN_API_KEY: ADMIN['x-api-key'],
    });
    const text = 'The reading rooms are open from 7 a.m. to 11 p.m. on every day of the semester.';
    await running.post(
      '/documents',
      { document_id: 'rooms', title: 'Rules', text, canonical_path: ['Library'] },
      ADMIN,
    );
    const rule = { provider_group: 'staff', scopes: ['query'], allowed_category_paths: null, groups: [] };
    const payload = { base_version: 0, rules: [rule] };
    await running.call({ method: 'PUT', url: '/group-mapping', headers: ADMIN, payload });
    await running.app.listen(port, '127.0.0.1');
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await running.stop();
    await provider.stop();
  });
  beforeEach(async () => {
    opened = await openPage(browser, origin);
    ({ page } = opened);
  });
  afterEach(() => opened.close());

  it('signs in from a page and returns to it, asks, and signs out', async () => {
    await page.goto('/pages/documents?path=Library');
    await page.locator('header').getByRole('link', { name: 'Sign in' }).click();
    await page.locator('[data-person="Minji"]').waitFor();
    expect(page.url()).toBe(`${origin}/pages/documents?path=Library`);
    await page.getByRole('link', { name: 'Rules' }).first().waitFor();
    await page.goto('/');
    await page.getByRole('textbox', { name: 'Your question' }).fill('When are the reading rooms open?');
    await page.keyboard.press('Enter');
    await page.locator('a.cite').first().waitFor();
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${provider.issuer}/end**`);
    await page.goto('/');
    await page.locator('header').getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await page.locator('[data-person]').count()).toBe(0);
  });

  it.each([
    ['en-GB', 'Sign in to continue', 'Sign in'],
    ['ko-KR', '로그인이 필요합니다', '로그인'],
  ])('is asked to sign in, in plain words, and is then where it was (%s)', async (locale, heading, link) => {
    const other = await openPage(browser, origin, { locale, viewport: { width: 360, height: 700 } });
    for (const path of ['/', '/pages/insights', '/pages/documents?id=rooms']) {
      await other.page.goto(path);
      const main = other.page.getByRole('main');
      await main.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(await main.innerText()).not.toMatch(/route|X-API-Key/);
      expect(await accessibilityFaults(other.page)).toEqual([]);
      expect(await isTooWide(other.page)).toBe(false);
    }
    // No request was refused for it.
    expect(other.errors).toEqual([]);
    await other.page.getByRole('main').getByRole('link', { name: link }).click();
    await other.page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    expect(other.page.url()).toBe(`${origin}/pages/documents?id=rooms`);
    await other.close();
  });

  it('may use a key instead, as the administrator does who lets the first group in', async () => {
    await page.goto('/pages/administration/groups');
    await page.getByText('Use an API key instead').click();
    await page.getByRole('main').getByLabel('API key').fill(ADMIN['x-api-key']);
    await page.getByRole('main').getByRole('button', { name: 'Use it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Group mapping' }).waitFor();
  });

  it.each(['en-GB', 'ko-KR'])('reads why a sign-in was refused (%s)', async (locale) => {
    const other = await openPage(browser, origin, { locale, viewport: { width: 360, height: 700 } });
    await other.page.goto('/auth/callback?code=1&state=2');
    await other.page.getByRole('alert').waitFor();
    expect(await accessibilityFaults(other.page)).toEqual([]);
    expect(await isTooWide(other.page)).toBe(false);
    await other.page.getByRole('main').getByRole('link').click();
    await other.page.locator('[data-person="Minji"]').waitFor();
    expect(other.page.url()).toBe(`${origin}/`);
    await other.close();
  });
});
