import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { type RunningApplication, startApplication } from './support/application.js';
import { accessibilityFaults, describeInBrowser, isTooWide, openBrowser, openPage } from './support/browser.js';

const KEY = 'The-Key-Of-The-Administrator-1';
const ADMIN = { 'x-api-key': KEY };
const POOL = 'Where is the swimming pool?';

describeInBrowser('the pages for an editor with rights in one category', () => {
  let running: RunningApplication;
  let browser: Browser;
  let url: string;
  let reader: string;
  let editor: string;

  const keyFor = async (name: string, request: object): Promise<string> =>
    (await running.post('/api-keys', { name, ...request }, ADMIN)).json().key;
  const openAs = async (key: string, options: Parameters<typeof openPage>[2] = {}) => {
    const opened = await openPage(browser, url, options);
    await opened.page.addInitScript(`sessionStorage.setItem('touchstone.api-key', '${key}')`);
    return opened;
  };
  const ask = async (page: Page, question: string) => {
    await page.goto('/');
    await page.getByRole('textbox', { name: /Your question|질문/ }).fill(question);
    await page.keyboard.press('Enter');
  };

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: KEY });
    const kiln = { document_id: 'kiln', title: 'Kiln', text: 'The kiln is fired on Tuesdays at nine.' };
    await running.post('/documents', { ...kiln, canonical_path: ['Sports'] }, ADMIN);
    await running.post('/documents', { ...kiln, document_id: 'vault', canonical_path: ['Bank'] }, ADMIN);
    reader = await keyFor('reader', { scopes: ['query'], allowed_category_paths: [['Sports']] });
    editor = await keyFor('editor', { scopes: ['query', 'ingest'], allowed_category_paths: [['Sports']] });
    await running.app.listen(0, '127.0.0.1');
    const { port } = running.app.getHttpServer().address() as AddressInfo;
    url = `http://127.0.0.1:${port}`;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await running.stop();
  });

  it('find what is missing, add it, see that it is answered, and leave the reader a note', async () => {
    const asking = await openAs(reader);
    await ask(asking.page, POOL);
    await asking.page.getByRole('button', { name: 'Report it to the editors' }).click();
    await asking.page.getByLabel('What do you need to know?').fill('The street is enough.');
    await asking.page.getByRole('button', { name: 'Report it to the editors' }).click();
    await asking.page.getByText('The editors will see your question.').first().waitFor();

    const opened = await openAs(editor);
    const { page, errors } = opened;
    await page.goto('/');
    await page.getByRole('link', { name: 'Insights' }).click();
    await page.getByText('You see the questions about your categories (Sports)').waitFor();
    const topic = page.locator('[data-topic]', { hasText: POOL });
    await topic.locator('summary').first().click();
    await topic.getByText('The street is enough.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await topic.getByRole('button', { name: 'Check whether they are answered now' }).click();
    await topic.getByText('Answered now: 0 of 1').waitFor();

    await topic.getByRole('link', { name: 'Add a document about it' }).click();
    await page.getByRole('button', { name: 'Type or paste a text' }).click();
    await page.locator('.upload textarea').first().fill('The swimming pool is in Harbour Street 4.');
    expect(await page.locator('.upload input[name=path]').inputValue()).toBe('Sports');
    await page.locator('.upload form button.main').click();
    await page
      .getByRole('link', { name: /^Back to the questions/ })
      .last()
      .click();
    await topic.getByText('Answered now: 1 of 1').waitFor();
    await topic.getByText('Harbour Street 4').first().waitFor();
    await topic.locator('[data-state="answered"]').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole('link', { name: 'Reports of readers' }).click();
    const report = page.locator('[data-report]', { hasText: POOL });
    await report.getByText('The street is enough.').waitFor();
    await report.locator('summary', { hasText: 'Mark as done' }).click();
    await report.getByLabel(/^Note for the people/).fill('It is in the documents now.');
    expect(await accessibilityFaults(page)).toEqual([]);
    await report.getByRole('button', { name: 'Mark as done' }).click();
    await page.getByText('Nothing is open.').waitFor();
    await page.getByLabel('Status').selectOption('done');
    await report.getByText('It is in the documents now.').waitFor();
    await page.getByRole('link', { name: 'What is missing' }).click();
    await page.getByText('No open question is without an answer in this time.').waitFor();
    expect(errors).toEqual([]);
    await opened.close();

    await asking.page.reload();
    await asking.page.getByText('It is in the documents now.').waitFor();
    expect(await accessibilityFaults(asking.page)).toEqual([]);
    await asking.close();
  });

  it('are read in Korean in a narrow window', async () => {
    const asking = await openAs(reader, { locale: 'ko-KR' });
    await ask(asking.page, '주차권은 어디서 사나요?');
    await asking.page.locator('.answer[data-abstained="true"]').waitFor();
    await asking.close();
    const opened = await openAs(editor, { locale: 'ko-KR', viewport: { width: 360, height: 740 } });
    const { page } = opened;
    for (const [path, heading] of [
      ['/pages/insights', '문서에 없는 내용'],
      ['/pages/insights/reports', '사용자 신고'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.getByText('내 분류(Sports)').waitFor();
      await page.getByText('주차권은 어디서 사나요?').first().waitFor();
      for (const summary of await page.locator('main summary').all()) await summary.click();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
    }
    await opened.close();
  });

  it('move several documents, and say which were refused and why', async () => {
    for (const id of ['rules', 'times', 'prices'])
      await running.post(
        '/documents',
        { document_id: id, title: `Pool ${id}`, text: `The ${id} of the pool.`, canonical_path: ['Sports', 'Pool'] },
        ADMIN,
      );
    const opened = await openAs(editor);
    const { page } = opened;
    await page.route('**/documents/times', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 409, body: '' }) : route.continue(),
    );
    await page.goto(`/pages/documents?path=${encodeURIComponent('["Sports","Pool"]')}`);
    for (const id of ['rules', 'times', 'prices'])
      await page
        .locator('.documents tr', { hasText: `Pool ${id}` })
        .getByRole('checkbox')
        .check();
    await page.locator('.selection').getByRole('button', { name: 'Move' }).click();
    await page.getByRole('dialog').getByLabel('Category', { exact: true }).fill('Sports > Water');
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    await page.getByText('Done: 2 of 3, Refused: 1').waitFor();
    await page.locator('.selection [data-state="failed"]', { hasText: 'Pool times' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const { items } = (
      await running.call({ method: 'GET', url: '/documents?path=["Sports","Water"]', headers: ADMIN })
    ).json();
    expect(items).toHaveLength(2);
    await opened.close();
  });
});
