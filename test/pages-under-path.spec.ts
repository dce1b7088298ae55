import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { type RunningApplication, startApplication } from './support/application.js';
import { describeInBrowser, openBrowser, openPage, type WatchedPage } from './support/browser.js';
import { type PathProxy, startPathProxy } from './support/path-proxy.js';

const RULE = {
  document_id: 'library/hours',
  title: 'Library rules',
  canonical_path: ['Library'],
  text: 'The reading rooms are open from 7 a.m. to 11 p.m. on every day of the semester.',
};

describeInBrowser('the pages under a path of a proxy', () => {
  let running: RunningApplication;
  let proxy: PathProxy;
  let browser: Browser;
  let opened: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    running = await startApplication({ TRUST_PROXY: 'loopback' });
    await running.post('/documents', RULE);
    await running.app.listen(0, '127.0.0.1');
    proxy = await startPathProxy((running.app.getHttpServer().address() as AddressInfo).port, '/rag');
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await proxy.stop();
    await running.stop();
  });
  beforeEach(async () => {
    // Any request outside of the path fails the test.
    opened = await openPage(browser, `${proxy.origin}/rag/`);
    ({ page } = opened);
  });
  afterEach(async () => {
    await opened.close();
    expect(opened.errors).toEqual([]);
  });

  it('answer a question, and open its source under the path', async () => {
    await page.goto('./');
    await page.getByRole('textbox', { name: 'Your question' }).fill('When are the reading rooms open?');
    await page.keyboard.press('Enter');
    const cited = page.locator('a.cite').first();
    await cited.waitFor();
    expect(new URL((await cited.getAttribute('href')) ?? '', page.url()).pathname).toBe('/rag/pages/documents');
  });

  it('go from one to the other, back, and open again at their own address', async () => {
    await page.goto('./');
    await page.getByRole('link', { name: 'Documents' }).click();
    await page.waitForURL('**/rag/pages/documents');
    await page.getByRole('link', { name: 'Library rules' }).click();
    await page.getByText('The reading rooms are open').first().waitFor();
    await page.reload();
    await page.getByText('The reading rooms are open').first().waitFor();
    await page.goBack();
    await page.waitForURL('**/rag/pages/documents');
    await page.goBack();
    await page.getByRole('textbox', { name: 'Your question' }).waitFor();
  });

  it('show a document that is uploaded there', async () => {
    await page.goto('pages/documents');
    const form = page.locator('details.upload');
    await form.locator('summary').first().click();
    const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('The kiosk sells tea.') };
    await form.locator('input[type=file][multiple]').setInputFiles(file);
    await form.locator('input[name=path]').fill('Kiosk');
    const [stored] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/rag/documents/upload')),
      form.locator('form button').click(),
    ]);
    expect(stored.status()).toBe(201);
  });

  it('have Swagger UI, which asks under the path', async () => {
    await page.goto('docs');
    const block = page.locator('.opblock').first();
    await block.waitFor();
    expect(await page.locator('.servers select').inputValue()).toBe('/rag');
  });
});
