import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { type RunningApplication, startApplication, temporaryFolder } from './support/application.js';
import { docx, docxParagraph } from './support/office-files.js';
import {
  accessibilityFaults,
  describeInBrowser,
  isTooWide,
  openBrowser,
  openPage,
  type WatchedPage,
} from './support/browser.js';

const LEAVE = [
  '제1장 총칙',
  '제1조(목적) 이 규정은 학생의 휴학과 복학에 관한 사항을 정함을 목적으로 한다.',
  '제2조(신청 기간) ① 휴학을 하려는 학생은 개강일 30일 전부터 수업일수 4분의 1이 되는 날까지 학사정보시스템에서 신청하여야 한다.',
  '② 휴학원에는 지도교수의 확인을 받아야 한다.',
  '제3조(휴학 기간) ① 일반휴학은 1회에 2학기를 초과할 수 없으며, 재학 중 통산 6학기를 초과할 수 없다.',
  '제4조(등록금) 개강 전에 휴학한 학생의 등록금은 전액을 복학하는 학기의 등록금으로 대체한다.',
  '제5조(복학) ① 휴학 기간이 끝난 학생은 해당 학기 개강일 14일 전까지 복학원을 제출하여야 한다.',
  '제6조(제적) 복학 기간 안에 복학하지 아니한 학생은 제적한다.',
].join('\n');
const LIBRARY = [
  '# Library handbook',
  '## Loans',
  'Undergraduate students may borrow ten books for fourteen days. A loan may be renewed twice.',
  '## Opening hours',
  'The reading rooms are open from 7 a.m. to 11 p.m. on every day of the semester.',
].join('\n\n');
const DOCUMENTS = [
  { document_id: 'rules/leave@2026', title: '휴학·복학 규정', text: LEAVE, canonical_path: ['학사', '학적'] },
  {
    document_id: 'library/handbook',
    title: 'Library handbook',
    text: LIBRARY,
    content_type: 'text/markdown',
    canonical_path: ['Library', 'Use'],
  },
];
/** A picture of one point. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const QUESTION = '휴학 신청은 언제까지 해야 하나요?';

/** Served as it is in use: over the network, with its policy. */
async function serve(settings: Readonly<Record<string, string>> = {}, headers: Readonly<Record<string, string>> = {}) {
  const running = await startApplication(settings);
  for (const document of DOCUMENTS) await running.post('/documents', document, { ...headers });
  await running.app.listen(0, '127.0.0.1');
  const { port } = running.app.getHttpServer().address() as AddressInfo;
  return { running, url: `http://127.0.0.1:${port}` };
}

async function ask(page: Page, question = QUESTION): Promise<void> {
  await page.getByRole('textbox', { name: /Your question|질문/ }).fill(question);
  await page.keyboard.press('Enter');
}

/** The items of an open menu that are not wholly in sight. Their corners are round. */
async function cutItems(menu: Locator): Promise<readonly string[]> {
  await menu.locator('.card:popover-open').waitFor();
  return menu.page().evaluate(`[...document.querySelectorAll('.card:popover-open :is(a, button)')]
    .filter((item) => {
      const { left, right, top, bottom } = item.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const sides = [[left + 1, y], [right - 1, y], [x, top + 1], [x, bottom - 1]];
      return sides.some((side) => !item.contains(document.elementFromPoint(...side)));
    })
    .map((item) => item.textContent)`);
}

/** From the left of a dialog to what is in it, in pixels. */
async function distanceToSide(inside: Locator): Promise<number> {
  const left = async (one: Locator) => (await one.boundingBox())?.x ?? 0;
  return (await left(inside)) - (await left(inside.page().getByRole('dialog')));
}

describeInBrowser('the pages', () => {
  let running: RunningApplication;
  let url: string;
  let browser: Browser;
  let opened: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    ({ running, url } = await serve());
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await running.stop();
  });
  const open = async (options: Parameters<typeof openPage>[2] = {}) => {
    opened = await openPage(browser, url, options);
    ({ page } = opened);
  };
  beforeEach(() => open());
  afterEach(async () => {
    await opened.close();
    expect(opened.errors).toEqual([]);
  });

  describe('Ask', () => {
    const answered = () => page.locator('.turn[data-state="answered"]');
    const oneSpace = (text: string) => text.replace(/\s+/g, ' ');

    it('streams an answer whose number opens the document at the quoted passage, next to the answer', async () => {
      await page.goto('/');
      await ask(page);
      await answered().waitFor();
      await answered()
        .getByRole('link', { name: /Open at the passage/ })
        .first()
        .click();
      const panel = page.getByRole('complementary', { name: 'Source' });
      const marked = oneSpace(await panel.locator('mark').innerText());
      expect(oneSpace(LEAVE)).toContain(marked);
      expect(await accessibilityFaults(page)).toEqual([]);
      await panel.getByRole('button', { name: 'Close' }).click();
      await panel.waitFor({ state: 'detached' });
      await answered().locator('.chip').first().click();
      await panel.locator('mark').waitFor();
    });

    it('opens the passage in a sheet where no panel fits', async () => {
      await page.setViewportSize({ width: 800, height: 700 });
      await page.goto('/');
      await ask(page);
      await answered().locator('.chip').first().click();
      const sheet = page.getByRole('dialog');
      await sheet.locator('mark').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
    });

    it('says nothing of its answer to screen readers on another page', async () => {
      await page.goto('/');
      await ask(page);
      await answered().waitFor();
      await page.locator('#announcer:not(:empty)').waitFor({ state: 'attached' });
      await page.getByRole('link', { name: 'Documents', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
      await page.locator('#announcer:empty').waitFor({ state: 'attached' });
    });

    it('prints no sentence of its answer twice', async () => {
      await page.goto('/');
      await ask(page);
      await answered().waitFor();
      const sentence = '학사정보시스템에서 신청하여야 한다';
      expect(oneSpace(await answered().innerText()).split(sentence)).toHaveLength(2);
    });

    it('says in one phrase how far an answer can be trusted, and the figure on demand', async () => {
      await page.goto('/');
      await ask(page);
      const phrase = answered().locator('.confidence');
      await phrase.waitFor();
      expect(await phrase.innerText()).toMatch(/^(Well supported|Check the source|Uncertain)$/);
      await phrase.locator('summary').click();
      await phrase.getByText(/is \d+ %/).waitFor();
    });

    it('keeps a conversation at an address of its own, through a reload, the back button and another tab', async () => {
      await page.goto('/');
      await ask(page);
      await answered().waitFor();
      await page.waitForURL(/c=conv/);
      const url = page.url();
      const answer = await answered().locator('.said').innerText();
      await page.reload();
      expect(await answered().locator('.said').innerText()).toBe(answer);
      await page.getByRole('button', { name: 'New conversation' }).click();
      await page.getByRole('heading', { name: 'Ask the documents' }).waitFor();
      await page.goBack();
      await answered().waitFor();
      const tab = await page.context().newPage();
      await tab.goto(url);
      await tab.locator('.turn[data-state="answered"]').waitFor();
      await tab.close();
      // A change of the scope continues the same conversation.
      await page.getByRole('combobox', { name: 'Add a category' }).selectOption({ label: 'Library' });
      const sent = page.waitForRequest((request) => request.url().endsWith('/chat/run'));
      await ask(page, 'When are the reading rooms open?');
      expect((await sent).postDataJSON()).toMatchObject({
        conversation_id: new URL(url).searchParams.get('c'),
        filters: { allowed_category_paths: [['Library']] },
      });
      await answered().nth(1).waitFor();
      expect(page.url()).toBe(url);
    });

    it('keeps a draft, of each conversation its own', async () => {
      await page.goto('/');
      const field = page.getByRole('textbox', { name: 'Your question' });
      await field.fill('half a question');
      await page.reload();
      expect(await field.inputValue()).toBe('half a question');
      await ask(page);
      await page.waitForURL(/c=conv/);
      expect(await field.inputValue()).toBe('');
      await field.fill('another half');
      await page.getByRole('button', { name: 'New conversation' }).click();
      await page.waitForURL((at) => at.search === '');
      expect(await field.inputValue()).toBe('');
      await page.goBack();
      await page.waitForURL(/c=conv/);
      expect(await field.inputValue()).toBe('another half');
    });

    it('lists conversations, which are searched, renamed, exported and deleted', async () => {
      await page.goto('/');
      await ask(page, 'How long may books be borrowed?');
      await page.waitForURL(/c=conv/);
      const list = page.getByRole('navigation', { name: 'Conversations' });
      const title = 'How long may books be borrowed?';
      await list.getByRole('link', { name: title }).first().waitFor();
      const menu = list.locator('li', { has: page.locator('[aria-current]') }).locator('.menu');
      const act = async (name: string) => {
        await menu.locator('summary').click();
        await menu.getByRole('button', { name }).click();
      };
      await menu.locator('summary').click();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      const saved = page.waitForEvent('download');
      await act('Export as Markdown');
      expect((await saved).suggestedFilename()).toBe('How long may books be borrowed.md');
      await act('Rename');
      await list.getByRole('textbox', { name: 'Title' }).fill('Loans of books');
      await list.getByRole('button', { name: 'Save' }).click();
      await list.getByRole('link', { name: 'Loans of books' }).waitFor();
      await list.getByRole('searchbox').fill('LOANS');
      await list.getByRole('link', { name: title }).waitFor({ state: 'detached' });
      await list.getByRole('link', { name: 'Loans of books' }).waitFor();
      await act('Delete');
      await list.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await list.getByRole('link', { name: 'Loans of books' }).waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'Ask the documents' }).waitFor();
    });

    it('copies an answer with its sources, and shares it by a link', async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto('/');
      await ask(page);
      await answered().getByRole('button', { name: 'Copy' }).click();
      await answered().getByText('Copied with its sources.').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/\n\nSources\n\[1\] 휴학·복학 규정/);
      await answered().getByRole('button', { name: 'Share this answer' }).click();
      await answered()
        .getByText(/^The link is (ready|copied)\.$/)
        .waitFor();
      const link = await answered().getByRole('textbox').inputValue();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.goto(link);
      await page.getByRole('heading', { level: 1, name: QUESTION }).waitFor();
      await page.locator('.turn .chip').first().click();
      await page.getByRole('complementary').locator('mark').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
    });

    it('shares a whole conversation by links, which are listed and ended', async () => {
      await page.goto('/');
      await ask(page, 'How long may books be borrowed?');
      await page.waitForURL(/c=conv/);
      await ask(page, 'How often may a loan be renewed?');
      await answered().nth(1).waitFor();
      const one = page.getByRole('navigation').locator('li', { has: page.locator('[aria-current]') });
      await one.locator('.menu summary').click();
      await one.getByRole('button', { name: 'Share the conversation' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('No links yet.').waitFor();
      await dialog.getByRole('button', { name: 'Make a link' }).click();
      const link = await dialog.getByLabel('Answers: 2, shared on').inputValue();
      expect(await accessibilityFaults(page)).toEqual([]);
      const reader = await openPage(browser, url);
      await reader.page.goto(link);
      await reader.page.locator('.turn').nth(1).waitFor();
      await dialog.getByRole('button', { name: 'End' }).click();
      await dialog.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
      await dialog.getByText('No links yet.').waitFor();
      await reader.page.reload();
      await reader.page.getByRole('alert').waitFor();
      await reader.close();
    });

    it('has menus and dialogs that no container cuts off, in a low window too', async () => {
      await page.setViewportSize({ width: 1280, height: 420 });
      await page.goto('/');
      await page.getByRole('button', { name: 'New conversation' }).waitFor();
      await ask(page, 'How long may books be borrowed?');
      await page.waitForURL(/c=conv/);
      const list = page.getByRole('navigation', { name: 'Conversations' });
      await list.getByRole('searchbox').fill('How long may books be borrowed?');
      // The search begins a moment after the last letter: until then the last menu is one of another conversation.
      await list
        .locator('li')
        .filter({ hasNotText: 'How long may books be borrowed?' })
        .first()
        .waitFor({ state: 'detached' });
      const menu = list.locator('.menu').last();
      await menu.locator('summary').click();
      expect(await cutItems(menu)).toEqual([]);
      await page.keyboard.press('Escape');
      await menu.getByRole('button').first().waitFor({ state: 'hidden' });
      await page.keyboard.press('Enter');
      await menu.getByRole('button', { name: 'Share the conversation' }).click();
      expect(
        await distanceToSide(page.getByRole('dialog').getByRole('button', { name: 'Make a link' })),
      ).toBeGreaterThan(9);
    });

    it('asks more widely after a thumb down too, and continues a conversation that is opened again in its scope', async () => {
      await page.goto('/');
      await page.getByRole('combobox', { name: 'Add a category' }).selectOption({ label: 'Library' });
      await ask(page, 'How often may a loan be renewed?');
      await page.waitForURL(/c=conv/);
      await answered().getByRole('button', { name: 'Not helpful' }).click();
      await answered().getByRole('button', { name: 'Search all documents' }).waitFor();
      await page.reload();
      await answered().getByText('Library').first().waitFor();
      await page.getByRole('button', { name: 'Remove Library' }).waitFor();
      const sent = page.waitForRequest((request) => request.url().endsWith('/chat/run'));
      await ask(page, 'And how long is a loan?');
      expect((await sent).postDataJSON().filters).toEqual({ allowed_category_paths: [['Library']] });
      await answered().nth(1).waitFor();
    });

    it('shows one draft in all tabs of a person', async () => {
      await page.goto('/');
      const field = page.getByRole('textbox', { name: 'Your question' });
      await field.fill('half a question');
      const other = await page.context().newPage();
      await other.goto('/');
      const second = other.getByRole('textbox', { name: 'Your question' });
      expect(await second.inputValue()).toBe('half a question');
      await second.fill('half a question, and more');
      await page
        .locator('textarea#message')
        .evaluate(
          "field => new Promise((done) => { const look = () => field.value.endsWith('more') ? done() : setTimeout(look, 20); look(); })",
        );
      await second.fill('');
      await other.close();
    });

    it('takes a comment and a correction after a thumb down', async () => {
      await page.goto('/');
      await ask(page);
      await answered().getByRole('button', { name: 'Not helpful' }).click();
      await answered().getByLabel('What is wrong?').fill('The year is missing.');
      await answered().getByLabel('The right answer').fill('Until a quarter of the semester has passed.');
      expect(await accessibilityFaults(page)).toEqual([]);
      const sent = page.waitForRequest((request) => request.url().endsWith('/feedback'));
      await answered().getByRole('button', { name: 'Send' }).click();
      expect((await sent).postDataJSON()).toMatchObject({
        feedback: 'thumbs_down',
        comment: 'The year is missing.',
        correction: 'Until a quarter of the semester has passed.',
      });
      await answered().getByLabel('What is wrong?').waitFor({ state: 'detached' });
    });

    it('asks again with all documents after an abstention in a narrower scope', async () => {
      await page.goto('/');
      await page.getByRole('combobox', { name: 'Add a category' }).selectOption({ label: 'Library' });
      await ask(page);
      await page.locator('.answer[data-abstained="true"]').waitFor();
      const sent = page.waitForRequest((request) => request.url().endsWith('/chat/run'));
      await page.getByRole('button', { name: 'Search all documents' }).click();
      expect((await sent).postDataJSON().filters).toBeUndefined();
      await page.locator('.answer[data-abstained="false"]').waitFor();
    });

    it('scrolls the question to the top when its answer begins', async () => {
      await page.goto('/');
      await ask(page);
      await answered().waitFor();
      await ask(page, '복학은 언제까지 신청하나요?');
      await answered().nth(1).waitFor();
      const top = (await page.locator('.question').nth(1).boundingBox())?.y ?? 0;
      const header = (await page.locator('header').boundingBox())?.height ?? 0;
      expect(top - header).toBeGreaterThanOrEqual(0);
      expect(top - header).toBeLessThan(120);
    });

    it('opens an earlier conversation at its newest question', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/');
      for (const [i, question] of [
        QUESTION,
        '복학은 언제까지 신청하나요?',
        '통산 몇 학기까지 쉴 수 있나요?',
      ].entries()) {
        await ask(page, question);
        await answered().nth(i).waitFor();
      }
      const url = page.url();
      const other = await openPage(browser, new URL(url).origin, { viewport: { width: 360, height: 740 } });
      await other.page.goto(url);
      await other.page.locator('.question').nth(2).waitFor();
      const reached = `(() => {
        const { top } = [...document.querySelectorAll('.question')].at(-1).getBoundingClientRect();
        return scrollY > 0 && top >= 0 && top < innerHeight;
      })()`;
      await other.page.waitForFunction(reached);
      await other.close();
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    it('offers examples of the documents that there are', async () => {
      await page.goto('/');
      const example = page.locator('.examples button').first();
      await example.click();
      await page.locator('.answer[data-abstained="false"]').waitFor();
    });

    it('shows Markdown and tables of a model as such, and never its HTML', async () => {
      const response = '**Fees**\n\n| Permit | Won |\n|---|---|\n| Car | 30,000 |\n\n- <img src=x onerror=alert(1)>';
      await page.route('**/chat/run', async (route) => {
        const done = { response, conversation_id: 'conv_x', sources: [], citations: [], confidence: 1, latency: 0 };
        const metadata = {
          intent: 'question',
          language: 'en',
          degraded: [],
          abstained: false,
          calibrated_confidence: 0.9,
          trace_id: 'trace_x',
          llm: { provider: 'p', model: 'm' },
        };
        await route.fulfill({
          contentType: 'text/event-stream',
          body: `event: done\ndata: ${JSON.stringify({ ...done, metadata })}\n\n`,
        });
      });
      await page.goto('/');
      await ask(page);
      await answered().getByRole('cell', { name: '30,000' }).waitFor();
      await answered().locator('strong', { hasText: 'Fees' }).waitFor();
      await answered().getByText('<img src=x onerror=alert(1)>').waitFor();
      expect(await answered().locator('img').count()).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
    });

    it('explains its answer, and continues in the same conversation', async () => {
      await page.goto('/');
      await ask(page);
      await page.locator('.turn[data-state="answered"]').waitFor();
      await page.getByText('Why this answer?').click();
      await page.locator('.timeline > li.fired').first().waitFor();
      expect(await page.locator('.timeline > li').count()).toBeGreaterThanOrEqual(8);
      expect(await accessibilityFaults(page)).toEqual([]);
      const sent = page.waitForRequest((request) => request.url().endsWith('/chat/run'));
      await ask(page, '등록금은 어떻게 되나요?');
      expect((await sent).postDataJSON().conversation_id).toMatch(/./);
      await page.locator('.turn[data-state="answered"]').nth(1).waitFor();
    });

    it('shows an abstention as such', async () => {
      await page.goto('/');
      await ask(page, 'Who won the chess championship of 1972?');
      await page.locator('.answer[data-abstained="true"]').getByText('No answer in the documents').waitFor();
    });

    it('leads from an abstention to a document that answers the question, and to what is missing', async () => {
      await page.goto('/');
      await ask(page, 'Where is the sauna of the gymnasium?');
      const abstained = page.locator('.answer[data-abstained="true"]');
      await abstained.getByRole('link', { name: 'See what else is missing' }).click();
      await page.locator('[data-topic]', { hasText: 'sauna' }).waitFor();
      await page.goBack();
      await abstained.getByRole('link', { name: 'Add a document that answers this' }).click();
      await page.getByText('A document that answers:').waitFor();
      expect(await page.locator('.upload input[name=title]').inputValue()).toBe('Where is the sauna of the gymnasium');
    });

    it('stops on demand, and keeps what the question was', async () => {
      await page.route('**/chat/run', () => undefined);
      await page.goto('/');
      await ask(page);
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.locator('.turn[data-state="stopped"]').getByRole('button', { name: 'Ask again' }).waitFor();
      await page.getByRole('button', { name: 'New conversation' }).click();
      await page.getByRole('heading', { name: 'Ask the documents' }).waitFor();
    });
  });

  describe('Documents', () => {
    it('are browsed by category, down to the analysis of each passage', async () => {
      await page.goto('/pages/documents');
      const tree = page.getByRole('navigation', { name: 'Categories' });
      await tree.getByRole('link', { name: '학사 1' }).click();
      await page.getByRole('link', { name: '휴학·복학 규정' }).click();
      await page.getByRole('heading', { level: 1, name: '휴학·복학 규정' }).waitFor();
      await page.getByRole('link', { name: 'Passages and structure' }).click();
      await page.getByText('제1장 총칙 › 제3조(휴학 기간)').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page
        .getByRole('link', { name: /^Characters/ })
        .nth(1)
        .click();
      expect(await page.locator('mark').innerText()).toContain('제2조(신청 기간)');
    });

    it('are found by a title that is remembered roughly', async () => {
      await page.goto('/pages/documents');
      const title = page.getByRole('searchbox', { name: 'Title, or a part of it' });
      await title.fill('휴학 복확 규정');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('link', { name: '휴학·복학 규정' }).waitFor();
      await title.fill('주차 요금');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByText('No document has a title like that.').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
    });

    const row = (title: string) => page.locator('.documents tr', { hasText: title });
    const act = async (title: string, name: string) => {
      await row(title).locator('.menu summary').click();
      await row(title).getByRole('button', { name }).click();
    };
    const put = (document_id: string, title: string, more: object = {}) =>
      running.post('/documents', {
        document_id,
        title,
        text: `${title} is about ${document_id}.`,
        canonical_path: ['Desk'],
        ...more,
      });
    const openDesk = async () => {
      await page.goto(`/pages/documents?path=${encodeURIComponent('["Desk"]')}`);
      await page.locator('.documents tbody tr').first().waitFor();
    };
    const titles = () => page.locator('.documents tbody .column-title > a').allInnerTexts();

    it('are taken in from files in a queue, which can be looked at at once', async () => {
      await page.goto('/pages/documents');
      await page.locator('.upload > summary').click();
      const file = (name: string, text: string) => ({ name, mimeType: 'text/markdown', buffer: Buffer.from(text) });
      await page
        .getByLabel(/^Files/)
        .setInputFiles([
          file('parking.md', '# Parking\n\n## Permits\n\nA permit costs 30,000 won a month.'),
          file('bicycles.md', '# Bicycles\n\nBicycles are free.'),
          file('empty.md', ''),
        ]);
      await page.getByLabel('Category', { exact: true }).fill('Campus > Parking');
      await page.getByRole('button', { name: 'Add 3 documents' }).click();
      await page.getByText('2 of 3 added, 1 refused').waitFor();
      expect(await page.locator('.queue [data-state="stored"]').count()).toBe(2);
      await page.locator('.queue [data-state="failed"]').getByRole('alert').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      // The browser notes the refusal of the empty file.
      opened.errors.splice(0);
      await page.getByRole('link', { name: 'See what was understood' }).first().click();
      await page.locator('.chunk', { hasText: '30,000 won' }).waitFor();
    });

    it('are typed or pasted, with their dates, and are there when files were chosen in between', async () => {
      await page.goto('/pages/documents');
      await page.locator('.upload > summary').click();
      await page.getByRole('button', { name: 'Type or paste a text' }).click();
      await page
        .getByLabel('Text of the document')
        .fill('# Lockers\n\n## Deposit\n\nThe deposit of a locker is 5,000 won.');
      expect(await page.getByLabel('Format').inputValue()).toBe('text/markdown');
      await page.getByRole('button', { name: 'Files or a folder' }).click();
      await page.getByRole('button', { name: 'Type or paste a text' }).click();
      const form = page.locator('.upload form');
      await form.getByLabel('Title').fill('Deposit of a box');
      await form.getByLabel('Category').fill('Library > Boxes');
      await form.getByLabel('In force from').fill('2026-03-01');
      await form.getByLabel('In force until').fill('2026-02-01');
      await form.getByRole('button', { name: 'Store the document' }).click();
      // The last day is not before the first, and what was typed stays.
      await form.locator('[name="until"]:invalid').waitFor();
      expect(await form.getByLabel('Text of the document').inputValue()).toContain('5,000 won');
      await form.getByLabel('In force until').fill('2099-02-01');
      await form.getByRole('button', { name: 'Store the document' }).click();
      await page.locator('.upload [data-state="stored"]').getByText('Stored. Passages:').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await row('Deposit of a box').getByText('2026-03-01').waitFor();
      await page.goto('/');
      await ask(page, 'How much is the deposit of a locker?');
      await page.locator('.answer[data-abstained="false"]').getByText('5,000 won').waitFor();
    });

    it('are taken in from a chosen folder, whose folders become categories', async () => {
      const folder = path.join(temporaryFolder(), 'Garden');
      mkdirSync(path.join(folder, 'Trees'), { recursive: true });
      writeFileSync(path.join(folder, 'opening.md'), 'The garden opens at eight.');
      writeFileSync(path.join(folder, '.hidden.md'), 'Not for readers.');
      writeFileSync(path.join(folder, 'Trees', 'oaks.md'), 'There are twelve oaks.');
      await page.goto('/pages/documents');
      await page.locator('.upload > summary').click();
      await page.getByLabel(/^Or a folder/).setInputFiles(folder);
      await page.getByLabel('Category', { exact: true }).fill('Places');
      await page.getByRole('button', { name: 'Add 2 documents' }).click();
      await page.getByText('2 of 2 added').waitFor();
      const { items } = (await running.call({ method: 'GET', url: '/documents?path=["Places"]' })).json();
      const paths = items.map((one: { canonical_path: string[] }) => one.canonical_path.join(' > '));
      expect(paths.toSorted()).toEqual(['Places > Garden', 'Places > Garden > Trees']);
    });

    it('wait for their category when they are dropped without one', async () => {
      await page.goto('/pages/documents');
      await page.locator('.upload').waitFor();
      const transfer = await page.evaluateHandle(`(() => {
        const data = new DataTransfer();
        data.items.add(new File(['The sauna is open on Sundays.'], 'sauna.txt', { type: 'text/plain' }));
        return data;
      })()`);
      await page.dispatchEvent('.upload', 'drop', { dataTransfer: transfer });
      await page.getByText('Files dropped: 1.').waitFor();
      await page.getByLabel('Category', { exact: true }).fill('Campus > Sports');
      await page.getByRole('button', { name: 'Add a document' }).click();
      await page.getByText('1 of 1 added').waitFor();
    });

    it('are dropped onto the page', async () => {
      await page.goto(`/pages/documents?path=${encodeURIComponent('["Library"]')}`);
      await page.locator('.upload').waitFor();
      const transfer = await page.evaluateHandle(`(() => {
        const data = new DataTransfer();
        data.items.add(new File(['Lockers are rented for a semester.'], 'lockers.txt', { type: 'text/plain' }));
        return data;
      })()`);
      await page.dispatchEvent('.upload', 'drop', { dataTransfer: transfer });
      await page.getByText('1 of 1 added').waitFor();
      await page.locator('.documents tr', { hasText: 'lockers' }).waitFor();
    });

    it('are a table that is sorted and filtered, with duplicates', async () => {
      await put('desk/b', 'Beta', { effective_from: '2000-01-01' });
      await put('desk/a', 'Alpha', { effective_to: '2000-12-31', text: 'The same text of two documents.' });
      await put('desk/c', 'Gamma', { text: 'The same text of two documents.' });
      await openDesk();
      expect(await titles()).toEqual(['Alpha', 'Beta', 'Gamma']);
      await page.getByRole('button', { name: 'Title' }).click();
      expect(await titles()).toEqual(['Gamma', 'Beta', 'Alpha']);
      await page.getByRole('columnheader', { name: 'Title' }).and(page.locator('[aria-sort="descending"]')).waitFor();
      await row('Gamma').getByText('duplicates: 1').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByLabel('In force').selectOption({ label: 'ended' });
      expect(await titles()).toEqual(['Alpha']);
      await page.getByLabel('In force').selectOption({ label: 'All documents' });
      await page.getByLabel('Only duplicates').check();
      expect(await titles()).toEqual(['Gamma', 'Alpha']);
      expect(await page.locator('.documents .copies a').allInnerTexts()).toEqual(['Alpha', 'Gamma']);
    });

    it('are sorted and filtered by the server if they do not fit one page', async () => {
      const lines = Array.from({ length: 520 }, (_, i) => ({
        document_id: `many/${i}`,
        title: `Article ${i}`,
        text: `Article ${i} of many.`,
        canonical_path: ['Many'],
        ...(i === 7 ? { effective_to: '2000-12-31' } : {}),
      }));
      const payload = lines.map((line) => JSON.stringify(line)).join('\n');
      const headers = { 'content-type': 'application/x-ndjson' };
      await running.call({ method: 'POST', url: '/documents/bulk', headers, payload });
      await page.goto(`/pages/documents?path=${encodeURIComponent('["Many"]')}`);
      await row('Article 10').first().waitFor();
      expect((await titles()).slice(8, 11)).toEqual(['Article 8', 'Article 9', 'Article 10']);
      await page.getByRole('button', { name: 'Title' }).click();
      await row('Article 519').waitFor();
      expect((await titles())[0]).toBe('Article 519');
      await page.getByRole('button', { name: 'Show more' }).click();
      await row('Article 200').waitFor();
      await page.getByLabel('In force').selectOption({ label: 'ended' });
      await row('Article 519').waitFor({ state: 'detached' });
      expect(await titles()).toEqual(['Article 7']);
    });

    it('have menus that the table does not cut off, and say what follows a deletion', async () => {
      await put('desk/last', 'Omega');
      await page.goto(`/pages/documents?path=${encodeURIComponent('["Desk"]')}`);
      const menu = page.locator('.documents tbody tr').last().locator('.menu');
      await menu.locator('summary').click();
      expect(await cutItems(menu)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 560 });
      expect(await cutItems(menu)).toEqual([]);
      await page.mouse.click(1, 1);
      await menu.getByRole('link').first().waitFor({ state: 'hidden' });
      await act('Omega', 'Delete');
      const dialog = page.getByRole('dialog', { name: 'Delete “Omega”?' });
      await dialog.getByText('This cannot be undone.').waitFor();
      expect(await distanceToSide(dialog.getByRole('button', { name: 'Delete' }))).toBeGreaterThan(9);
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await row('Omega').waitFor({ state: 'detached' });
    });

    it('get a new edition and a new text, and are deleted, one by one or selected', async () => {
      await put('desk/d', 'Delta');
      await put('desk/e', 'Epsilon');
      await put('desk/f', 'Zeta');
      await put('desk/i', 'Iota');
      await openDesk();
      await act('Delta', 'New edition');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Version').fill('2');
      await dialog.getByLabel('Text, if it is not in a file').fill('Delta has changed.');
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Store the edition' }).click();
      await page.getByRole('region', { name: 'Difference' }).getByText('has changed').waitFor();
      await page.goto('/pages/documents?id=desk%2Fe');
      await page.getByRole('button', { name: 'New edition' }).click();
      const file = { name: 'epsilon.docx', mimeType: '', buffer: Buffer.from(docx(docxParagraph('Seven planets.'))) };
      await dialog.locator('input[type=file]').setInputFiles(file);
      await dialog.getByLabel('In force from').fill('2030-01-01');
      await dialog.getByRole('button', { name: 'Store the edition' }).click();
      await page.getByRole('region', { name: 'Difference' }).getByText('planets').waitFor();
      await page.getByRole('list', { name: 'Editions' }).getByText('2030-01-01').waitFor();
      await openDesk();
      const chooser = page.waitForEvent('filechooser');
      await act('Zeta', 'Replace by a file');
      await (await chooser).setFiles({ name: 'z.txt', mimeType: 'text/plain', buffer: Buffer.from('A new text.') });
      await row('Zeta').getByText('Stored. Passages: 1').waitFor();
      const stored = (await running.call({ method: 'GET', url: '/documents/desk%2Ff' })).json();
      expect(stored).toMatchObject({ title: 'Zeta', text: expect.stringContaining('A new text.') });
      await act('Iota', 'Delete');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await row('Iota').waitFor({ state: 'detached' });
      await row('Zeta').getByRole('checkbox').check();
      await row('Delta').first().getByRole('checkbox').check();
      const bar = page.getByRole('group', { name: 'Selected: 2' });
      await bar.waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await bar.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await row('Zeta').waitFor({ state: 'detached' });
    });

    it('show their editions, what the newest changed, and what it makes outdated', async () => {
      const house = (days: number, more: string) =>
        `제1조(기간) 해먹은 ${days}일 동안 빌려 준다.\n\n제2조(연체) 해먹을 늦게 돌려주면 하루에 900원을 낸다.${more}`;
      const body = (document_id: string, text: string, from: string) => ({
        document_id,
        title: '해먹 규정',
        text,
        canonical_path: ['Loans'],
        effective_from: from,
      });
      await running.post('/documents', body('hammock', house(11, '\n\n제3조(분실) 새 것을 산다.'), '2020-01-01'));
      await running.post('/chat/run', { message: '해먹은 며칠 동안 빌려 주나요?' });
      await running.post('/documents/hammock/editions', body('hammock 2', house(5, ''), '2024-01-01'));
      await page.goto('/pages/documents?id=hammock&show=editions');
      await page.getByText('2020-01-01 – 2023-12-31').first().waitFor();
      const changed = page.locator('[data-change="changed"]');
      expect(await changed.locator('del').innerText()).toContain('11일');
      expect(await changed.locator('ins').innerText()).toContain('5일');
      await page.locator('[data-change="removed"]', { hasText: '제3조' }).waitFor();
      const outdated = page.locator('[data-outdated="answer"]');
      await outdated.locator('summary').click();
      await outdated.getByRole('link', { name: 'Changed by hammock 2' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await isTooWide(page)).toBe(false);
      await page.setViewportSize({ width: 1280, height: 800 });
      await outdated.getByRole('link', { name: '해먹은 며칠 동안 빌려 주나요?' }).click();
      await page.getByText('A later edition changed a passage').waitFor();
    });

    it('are replaced and deleted on their own page, which names the kind of their file', async () => {
      await openDesk();
      await page.locator('.upload > summary').click();
      const buffer = Buffer.from(docx(docxParagraph('Umbrellas are lent for a day.')));
      await page.getByLabel(/^Files/).setInputFiles({ name: 'umbrella.docx', mimeType: '', buffer });
      await page.getByRole('button', { name: 'Add a document' }).click();
      await page.getByRole('link', { name: 'See what was understood' }).click();
      await page.getByText('Word document (DOCX)').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Replace by a file' }).click();
      await (await chooser).setFiles({ name: 'u.txt', mimeType: 'text/plain', buffer: Buffer.from('For a week.') });
      await page.getByText('Plain text (TXT)').waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { level: 2, name: 'Desk' }).waitFor();
      await page.locator('.documents tbody tr').first().waitFor();
      expect(await page.locator('.documents tr', { hasText: 'umbrella' }).count()).toBe(0);
    });

    it('show and change the groups that may see them', async () => {
      await put('desk/g', 'Eta');
      await page.goto('/pages/documents?id=desk%2Fg');
      await page.getByText('Who may see it:').click();
      await page.getByLabel('Groups, separated by commas').fill('staff, board');
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('board, staff').waitFor();
      const stored = (await running.call({ method: 'GET', url: '/documents/desk%2Fg' })).json();
      expect(stored.groups).toEqual(['board', 'staff']);
      // A text without a file offers no download.
      expect(await page.getByRole('button', { name: 'Download the original' }).count()).toBe(0);
    });

    it('give their original back as a file', async () => {
      await openDesk();
      await page.locator('.upload > summary').click();
      const buffer = Buffer.from('# Stapler\n\nStaplers are lent for a day.');
      await page.getByLabel(/^Files/).setInputFiles({ name: 'stapler.md', mimeType: 'text/markdown', buffer });
      await page.getByRole('button', { name: 'Add a document' }).click();
      await row('Stapler').waitFor();
      const saved = page.waitForEvent('download');
      await act('Stapler', 'Download the original');
      expect((await saved).suggestedFilename()).toBe('stapler.md');
      await act('Stapler', 'Process again');
      await row('Stapler').getByText('Processed again: unchanged.').waitFor();
    });

    it('come from sources, which are added, tried, synchronized, changed and removed', async () => {
      const folder = temporaryFolder();
      writeFileSync(path.join(folder, 'lamps.md'), '# Lamps\n\nLamps are switched off at night.');
      await page.goto('/pages/documents/sources');
      await page.getByRole('button', { name: 'Add a source' }).click();
      await page.getByLabel('Name').fill('house');
      await page.getByLabel('Folder on the server').fill(folder);
      await page.getByLabel('Category').fill('House');
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save' }).click();
      const card = page.locator('[data-source="house"]');
      await card.getByRole('button', { name: 'Dry run' }).click();
      await card.locator('[data-run="completed"]').getByText('added: 1').waitFor();
      expect((await running.call({ method: 'GET', url: '/documents?path=%5B%22House%22%5D' })).json().items).toEqual(
        [],
      );
      await card.getByRole('button', { name: 'Synchronize' }).click();
      await card.locator('[data-run="completed"]').nth(1).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await card.getByRole('button', { name: 'Edit' }).click();
      await card.getByLabel('Paused').check();
      await card.getByRole('button', { name: 'Save' }).click();
      await card.getByText('Paused').waitFor();
      await page.goto(`/pages/documents?path=${encodeURIComponent('["House"]')}`);
      await row('Lamps').locator('.column-source').getByText('house').waitFor();
      await page.goto('/pages/documents/sources');
      await card.getByRole('button', { name: 'Remove' }).click();
      await card.getByRole('button', { name: 'Delete its documents' }).click();
      await card.waitFor({ state: 'detached' });
      rmSync(folder, { recursive: true });
    });
  });

  it('Search playground shows the rankings next to each other, and applies a filter at once', async () => {
    await page.goto('/pages/search');
    await page.getByRole('searchbox', { name: 'Look for' }).fill('휴학 신청 기간');
    await page.keyboard.press('Enter');
    for (const ranking of ['bm25', 'vector', 'fused', 'reranked'])
      await page.locator(`[data-ranking="${ranking}"] .hit`).first().waitFor();
    await page.locator('[data-ranking="reranked"] summary').first().click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Library' });
    await page.waitForURL(/path=/);
    await page.locator('[data-ranking="bm25"] .hit, [data-ranking="bm25"] .muted').first().waitFor();
    // The results without the filter are shown until the answer comes.
    await page.locator('.hit', { hasText: '휴학·복학 규정' }).first().waitFor({ state: 'detached' });
    expect(await page.locator('.hit', { hasText: '휴학·복학 규정' }).count()).toBe(0);
  });

  describe('Sessions', () => {
    const start = async () => {
      await page.goto('/pages/sessions');
      await page.locator('summary', { hasText: 'Start a session' }).click();
      const form = page.locator('.start form');
      await form.getByLabel('Name').fill('from the page');
      await form.getByLabel('Seed').fill('7');
      await form.getByLabel('Dialogues').fill('1');
      await form.getByLabel('Follow-ups per dialogue').fill('3');
      await form.getByRole('checkbox').first().check();
      await form.getByRole('button', { name: 'Start a session' }).click();
      await page.waitForURL(/id=/);
      await page.locator('.badge[data-value="completed"], .badge[data-value="failed"]').waitFor({ timeout: 50_000 });
    };

    it('are started, followed, looked into down to a claim, and compared', async () => {
      await start();
      expect(await page.locator('.badge').first().getAttribute('data-value')).toBe('completed');
      const verdict = page.locator('[data-verdict]');
      expect(await verdict.innerText()).toMatch(/\d+ of \d+ questions were answered right \(\d+\.\d %; .*gates/);
      await page.getByRole('heading', { name: 'Gates' }).waitFor();
      await page.evaluate(`document.querySelectorAll('main details').forEach((one) => { one.open = true; })`);
      await page.getByRole('region', { name: 'Questions and verdicts' }).getByRole('link').first().waitFor();
      await page.getByText('Gates, weights, points and sources are those of the defaults.').waitFor();
      await page.getByRole('table', { name: 'By what the question asks' }).waitFor();
      expect(await page.locator('main').innerText()).not.toMatch(/REQ-| --[a-z]|component_tests|_rate\b|[A-Z]{5}/);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await isTooWide(page)).toBe(false);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('region', { name: 'Questions and verdicts' }).getByRole('link').first().click();
      await page.getByRole('heading', { name: 'Claims' }).waitFor();
      expect(await page.locator('.card .badge').count()).toBeGreaterThan(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      await start();
      await page.goto('/pages/sessions');
      const boxes = page.getByRole('checkbox', { name: /Choose from the page/ });
      await boxes.nth(0).check();
      await boxes.nth(1).check();
      const days = await page.locator('.trend-chart li').allInnerTexts();
      expect(days.length).toBeGreaterThanOrEqual(2);
      for (const text of days) expect(text).toMatch(/^(?:[A-Z][a-z]+ \d+|\d+ [A-Z][a-z]+)\s+\d+\.\d %$/);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Compare the two chosen' }).click();
      await page.getByRole('heading', { name: 'Outcome' }).waitFor();
      await page.getByRole('heading', { name: 'Answers side by side' }).waitFor();
      // The seed is the same: nothing changed, and the answers are shown on demand.
      expect(await page.locator('[data-pair]').count()).toBe(0);
      await page.locator('summary', { hasText: 'The same answer with the same verdict' }).click();
      const pair = page.locator('[data-pair]').first();
      await pair.waitFor();
      expect(await pair.locator('.sides section').count()).toBe(2);
      const said = await pair.locator('.said').allInnerTexts();
      expect(said[0]).not.toBe('');
      expect(said[1]).toBe(said[0]);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await isTooWide(page)).toBe(false);
      await page.setViewportSize({ width: 1280, height: 800 });
    }, 120_000);

    it('are labelled blind by two people, by keyboard and by button, whose agreement is shown at the end', async () => {
      await start();
      await page.getByRole('link', { name: 'Label answers' }).click();
      await page.getByLabel('Your name').fill('ann');
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Start' }).click();
      const row = page.locator('[data-row]');
      await row.waitFor();
      expect(await page.locator('main').innerText()).not.toMatch(/success|failure|of 5|Agreement/);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await isTooWide(page)).toBe(false);
      await page.setViewportSize({ width: 1280, height: 800 });
      const rows = Number(/of (\d+) labelled/.exec(await row.innerText())?.[1]);
      expect(rows).toBeGreaterThan(2);
      await page.keyboard.press('3');
      await row.getByText(`1 of ${rows} labelled`).waitFor();
      // What was labelled is kept, and the next row is shown.
      await page.reload();
      await row.getByText(`Row 2 of ${rows} · 1 of ${rows} labelled`).waitFor();
      const labelRest = async (from: number) => {
        for (let done = from; done < rows; done++) {
          await row.getByRole('button', { name: 'Right', exact: false }).first().click();
          await row.getByText(`${done + 1} of ${rows} labelled`).waitFor();
        }
      };
      await labelRest(1);
      await page.locator('[data-agreement="ann/judge/labels"]').waitFor();
      expect(await page.locator('[data-agreement]').count()).toBe(2);
      await page.goto(page.url().replace('reviewer=ann', 'reviewer=ben'));
      await row.waitFor();
      expect(await page.locator('[data-agreement]').count()).toBe(0);
      await labelRest(0);
      const both = page.locator('[data-agreement="ben/ann/labels"]');
      expect(await both.innerText()).toMatch(
        /ben and ann\s+Three labels\s+\d+\s+\d+\.\d %\s+(?:-?\d\.\d\d \(.+\)|not available)/,
      );
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await isTooWide(page)).toBe(false);
      await page.setViewportSize({ width: 1280, height: 800 });
    }, 120_000);

    it('show what each component contributes, as it was measured', async () => {
      const body = {
        seed: 7,
        personas: ['freshman'],
        attribution: 'leave_one_out',
        multi_turn: { scenarios: 1, turns: 3 },
      };
      const { session_id: id } = (await running.post('/test-sessions', body)).json();
      await page.goto(`/pages/sessions?id=${id}`);
      const chart = page.getByRole('table', { name: /^Points of 5 by Leave one out/ });
      await chart.waitFor({ timeout: 60_000 });
      expect(await chart.getByRole('row').count()).toBe(8);
      const { contribution } = (await running.call({ method: 'GET', url: `/test-sessions/${id}` })).json();
      const greatest = Math.max(...contribution.components.map((one: { effect: number }) => one.effect));
      expect(await chart.locator('td.figure').first().innerText()).toContain(greatest.toFixed(2));
      await page.getByText(/^Leave-one-out gives 0 to both/).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
    }, 90_000);

    it('say what they do while they run, for how long, and how far they are', async () => {
      const body = { seed: 7, personas: ['freshman'], multi_turn: { scenarios: 1, turns: 3 } };
      const { session_id: id } = (await running.post('/test-sessions', body)).json();
      const phase = (name: string, done: number | null, total: number | null) =>
        `event: phase\ndata: ${JSON.stringify({ phase: name, done, total, elapsed_ms: 75_000, phase_elapsed_ms: 5000 })}\n\n`;
      const events = [phase('asking', null, null), phase('finding_causes', 3, 12)];
      await page.route(`**/test-sessions/${id}`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ json: { ...(await response.json()), status: 'running' } });
      });
      await page.route('**/events', (route) =>
        route.fulfill({ contentType: 'text/event-stream', body: events.join('') }),
      );
      await page.goto(`/pages/sessions?id=${id}`);
      const live = page.getByRole('region', { name: 'Progress' });
      expect(await live.locator('[aria-current="step"]').innerText()).toBe('Finding causes');
      expect(await live.locator('[data-state="done"]').count()).toBe(3);
      await live.getByText('3 of 12', { exact: true }).waitFor();
      await live.getByText(/^Running for 1 min \d+ s/).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await isTooWide(page)).toBe(false);
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    it('have improvements, or say that there are none', async () => {
      await page.goto('/pages/sessions/improvements');
      await page
        .locator(
          '[data-improvement], main .muted:has-text("No improvements yet"), main .muted:has-text("None has been verified")',
        )
        .first()
        .waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
    });

    it('have schedules that are edited and kept', async () => {
      await page.goto('/pages/sessions/schedules');
      await page.getByRole('button', { name: 'Add a schedule' }).click();
      await page.getByLabel('When (cron').fill('30 2 * * 1');
      await page.getByLabel('Time zone').fill('Asia/Seoul');
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/^Next: .*\d/).waitFor();
      await page.reload();
      expect(await page.getByLabel('When (cron').inputValue()).toBe('30 2 * * 1');
    });
  });

  describe('Reviews', () => {
    /** Answers that need a review: their agent requires more confidence than they have. */
    const askBelowThreshold = async (message: string) => {
      const made = await running.post('/agents/from-category', {
        version: '1.0.0',
        node_paths: [['학사'], ['Library']],
        options: { custom_features: { hitl_below_conf: 0.9 } },
      });
      const reply = await running.post('/chat/run', { message, agent_id: made.json().agent_id });
      return reply.json().metadata.trace_id;
    };

    it('show the waiting turns, and store an edited answer as a case', async () => {
      // In fewer words: an answer to QUESTION is more probable than any threshold.
      const asked = '언제까지 신청해야 하나요?';
      const id = await askBelowThreshold(asked);
      await page.goto('/pages/reviews');
      const card = page.locator(`[data-review="${id}"]`);
      await card.getByRole('heading', { name: asked }).waitFor();
      await card.locator('summary').click();
      expect(LEAVE.replace(/\s+/g, ' ')).toContain((await card.locator('blockquote').first().innerText()).slice(0, 40));
      expect(await accessibilityFaults(page)).toEqual([]);
      const right = '휴학 신청은 수업일수 4분의 1이 되는 날까지 하여야 한다.';
      await card.getByRole('textbox').fill(right);
      await card.getByRole('button', { name: 'Approve' }).click();
      await card.locator('.badge[data-value="edit"]').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      const cases = (await running.call({ method: 'GET', url: '/cbr/cases' })).json();
      expect(cases.items.map((one: { content: string }) => one.content)).toContain(right);
      await page.getByRole('combobox', { name: 'Status' }).selectOption('decided');
      await card.locator('.badge[data-value="edit"]').waitFor();
    });

    it('say why an answer cannot be kept, and let it be rejected', async () => {
      const id = await askBelowThreshold('For how many days do I get books from them?');
      await page.goto('/pages/reviews');
      const card = page.locator(`[data-review="${id}"]`);
      await card.getByRole('textbox').fill('Undergraduate students may borrow ten books for ninety-nine days.');
      await card.getByRole('button', { name: 'Approve' }).click();
      await card.getByRole('alert').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      // The browser notes the answer 409 all the same.
      opened.errors.splice(0);
      await card.getByRole('button', { name: 'Reject' }).click();
      await card.locator('.badge[data-value="reject"]').waitFor();
    });
  });

  it('Operation shows the health of each part and the figures of the process', async () => {
    await page.goto('/pages/operation');
    await page.getByRole('rowheader', { name: 'Store' }).waitFor();
    for (const key of ['latency', 'degradations', 'budget']) await page.locator(`[data-figures="${key}"]`).waitFor();
    await page.locator('[data-figures="latency"]').getByRole('columnheader', { name: 'p95 ms' }).waitFor();
    expect(await page.getByText('Not available').count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  describe('Administration', () => {
    /** Opens a view in Korean in a narrow window: it has its heading, no faults, and fits. */
    const readInKorean = async (path: string, heading: string) => {
      await opened.close();
      await open({ locale: 'ko-KR', viewport: { width: 360, height: 740 } });
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
      const tabs = await page.locator('.tabs a').all();
      for (const tab of tabs) expect((await tab.boundingBox())?.x ?? -1).toBeGreaterThanOrEqual(0);
    };

    it('searches, filters, checks and exports the audit log', async () => {
      await running.post('/search', { query: 'a lantern for the audit' });
      await page.goto('/');
      await page.getByRole('link', { name: 'Administration' }).click();
      await page.getByRole('link', { name: 'Audit log' }).click();
      await page.getByLabel('Question, document').fill('LANTERN');
      await page.getByLabel('What').selectOption('search');
      await page.getByRole('button', { name: 'Apply' }).click();
      const row = page.locator('[data-entry]', { hasText: 'a lantern for the audit' });
      await page.waitForFunction("document.querySelectorAll('[data-entry]').length === 1");
      await row.waitFor();
      await row.getByText('Details').click();
      expect(await accessibilityFaults(page)).toEqual([]);
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export as CSV' }).click();
      expect((await saved).suggestedFilename()).toBe('audit.csv');
      await page.getByRole('button', { name: 'Check for changes' }).click();
      await page.getByText('Complete and unchanged').waitFor();
      await page.reload();
      expect(await page.getByLabel('Question, document').inputValue()).toBe('LANTERN');
      await readInKorean('/pages/administration/audit', '감사 기록');
    });
  });

  describe('Cases', () => {
    it('are added, found, changed and deleted, and show their logs', async () => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Cases' }).click();
      await page.locator('summary', { hasText: 'Add a case' }).click();
      const form = page.locator('details form');
      await form.getByLabel('Question').fill('May a loan be renewed by telephone?');
      await form.getByLabel('Answer').fill('A loan may be renewed twice.');
      await form.getByLabel('Category').fill('Library > Use');
      await form.getByLabel('Quality').fill('0.7');
      expect(await accessibilityFaults(page)).toEqual([]);
      await form.getByRole('button', { name: 'Save' }).click();
      const row = page.locator('[data-case]', { hasText: 'renewed by telephone' });
      await row.waitFor();
      await page.getByLabel('Words of the question').fill('TELEPHONE loan');
      await page.getByRole('search').getByLabel('Category').selectOption({ label: 'Library › Use' });
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL(/query=TELEPHONE/);
      // The list of before is shown until the new one is there.
      await page.locator('[data-case]').nth(1).waitFor({ state: 'detached' });
      await row.waitFor();
      await running.post('/cbr/suggest', { query: 'Is a loan renewed by telephone?', k: 1 });
      await row.getByRole('link').click();
      await page.locator('[data-log]', { hasText: 'Is a loan renewed' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByLabel('Quality').first().fill('0.9');
      await page.getByRole('button', { name: 'Set the quality' }).click();
      await page.getByText('The quality is 0.90.').waitFor();
      await page.locator('summary', { hasText: 'Edit the case' }).click();
      await page.getByLabel('Answer').fill('A loan may be renewed twice, at the desk.');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('article .card', { hasText: 'at the desk' }).first().waitFor();
      await page.getByRole('button', { name: 'Delete the case' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Delete the case' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the case' }).click();
      await page.getByRole('heading', { level: 1, name: 'Cases' }).waitFor();
      expect(await row.count()).toBe(0);
    });

    it('are read in Korean in a narrow window', async () => {
      const made = await running.post('/cbr/case', {
        query: '휴학 기간은 얼마나 되나요?',
        content: '일반휴학은 1회에 2학기를 초과할 수 없다.',
        category_path: ['학사', '학적'],
      });
      await opened.close();
      await open({ locale: 'ko-KR', viewport: { width: 360, height: 740 } });
      for (const [path, heading] of [
        ['/pages/cases', '사례'],
        [`/pages/cases?id=${made.json().case_id}`, '휴학 기간은 얼마나 되나요?'],
      ] as const) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
        await page.waitForLoadState('networkidle');
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await isTooWide(page)).toBe(false);
      }
    });
  });

  describe('Insights', () => {
    it('show the questions and what the documents lack, and lead to the conversation and the steps of an answer', async () => {
      for (const message of ['Where is the swimming pool?', 'Is there a swimming pool?', QUESTION])
        await running.post('/chat/run', { message });
      await page.goto('/');
      await page.getByRole('link', { name: 'Insights' }).click();
      const topic = page.locator('[data-topic]', { hasText: 'swimming pool' });
      // Another test asks for a sauna, which is near in meaning.
      await topic.getByText(/Questions: [23]/u).waitFor();
      await topic.locator('summary').first().click();
      for (const name of ['Where is the swimming pool?', 'Is there a swimming pool?'])
        await topic.getByRole('rowheader', { name }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await topic.getByRole('link', { name: 'Add a document about it' }).click();
      await page.getByText('A document that answers:').waitFor();
      expect(await page.locator('.upload input[name=title]').inputValue()).toMatch(/swimming pool$/u);
      expect(await accessibilityFaults(page)).toEqual([]);
      const pool = {
        name: 'pool.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('The swimming pool is in Harbour Street 4.'),
      };
      await page.locator('.upload input[type=file]').first().setInputFiles(pool);
      await page.locator('.upload input[name=path]').fill('Pool');
      await page.locator('.upload form button.main').click();
      await page.locator('.queue').getByText('Stored. Passages: 1').waitFor();
      await page.getByRole('link', { name: 'Ask it again' }).click();
      await page.waitForURL((url) => url.pathname === '/' && url.search === '');
      expect(await page.getByLabel('Your question').inputValue()).toContain('swimming pool');
      await page.getByLabel('Your question').press('Enter');
      await page.locator('.turns').getByText('Harbour Street 4').first().waitFor();
      await page.goto('/pages/insights');
      await page.locator('[data-kind="abstained"] a').click();
      await page.getByRole('heading', { level: 1, name: 'Questions' }).waitFor();
      const row = page.locator('[data-question]', { hasText: 'Where is the swimming pool?' });
      await row.getByRole('button', { name: 'Show the steps' }).click();
      await page.getByRole('dialog').getByText('Hybrid search').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await row.getByRole('link').click();
      await page.locator('.turns').getByText('Where is the swimming pool?').first().waitFor();
    });

    it('are read in Korean in a narrow window', async () => {
      await running.post('/chat/run', { message: '수영장은 어디에 있나요?' });
      await opened.close();
      await open({ locale: 'ko-KR', viewport: { width: 360, height: 740 } });
      for (const [path, heading] of [
        ['/pages/insights?days=90', '통계'],
        ['/pages/insights/questions?kind=all', '질문'],
      ] as const) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
        await page.waitForLoadState('networkidle');
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await isTooWide(page)).toBe(false);
      }
    });
  });

  it('the page of the parts shows each of them, in both languages', async () => {
    for (const locale of ['en-GB', 'ko-KR']) {
      await opened.close();
      await open({ locale, viewport: { width: 360, height: 740 } });
      await page.goto('/pages/design');
      for (const part of ['type', 'spacing', 'colours', 'controls', 'tables', 'openings', 'sources', 'states'])
        await page.locator(`[data-part="${part}"]`).waitFor();
      await page.locator('[data-part="sources"] mark').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
      await page.locator('[data-part="openings"] .menu summary').click();
      expect(await page.locator('[data-part="openings"] .menu button').count()).toBe(2);
      await page.locator('[data-part="openings"] button').first().click();
      await page.locator('dialog[open]').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
    }
  });

  describe('everywhere', () => {
    const PATHS = [
      '/',
      '/pages/documents',
      '/pages/documents/sources',
      '/pages/search?q=leave',
      '/pages/sessions',
      '/pages/reviews',
      '/pages/operation',
      '/pages/administration/keys',
      '/pages/administration/audit',
      '/pages/administration/people',
      '/pages/administration/groups',
      '/pages/administration/categories',
      '/pages/administration/agents',
      '/pages/administration/agents?id=new',
      '/pages/administration/datasets',
      '/pages/administration/targets',
      '/pages/administration/webhooks',
      '/pages/administration/configuration',
      '/pages/administration/models',
      '/pages/cases',
      '/pages/insights',
      '/pages/insights/questions?kind=all',
      '/pages/documents?id=library%2Fhandbook',
      '/pages/documents?id=library%2Fhandbook&show=editions',
      '/pages/documents?id=library%2Fhandbook&show=chunks',
      '/pages/sign-in?problem=refused',
      '/pages/tokens',
      '/pages/administration/jobs',
      '/pages/administration/budget',
      '/pages/design',
    ];
    const settle = async (path: string) => {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
    };

    it('load no more than 60 kB of scripts and styles for the first page, and the rare ones when they are opened', async () => {
      const sizes = new Map<string, number>();
      page.on('requestfinished', async (request) => {
        if (!request.url().includes('/assets/')) return;
        sizes.set(request.url(), (await request.sizes()).responseBodySize);
      });
      await settle('/');
      const first = sizes.size;
      const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThan(60_000);
      await settle('/pages/design');
      expect(sizes.size).toBeGreaterThan(first);
    });

    it('fit a window of 360 pixels', async () => {
      await opened.close();
      await open({ viewport: { width: 360, height: 740 } });
      for (const path of PATHS) {
        await settle(path);
        expect([path, await isTooWide(page)]).toEqual([path, false]);
      }
    });

    it('can be read in the dark', async () => {
      await opened.close();
      await open({ colorScheme: 'dark' });
      for (const path of PATHS) {
        await settle(path);
        expect([path, await accessibilityFaults(page)]).toEqual([path, []]);
      }
    });

    it('speak the language of the browser, and another one on demand', async () => {
      await opened.close();
      await open({ locale: 'ko-KR' });
      await page.goto('/');
      await page.getByRole('heading', { name: '문서에 물어보세요' }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe('ko');
      await page.locator('.settings summary').click();
      await page.getByLabel('언어').selectOption('en');
      await page.getByRole('heading', { name: 'Ask the documents' }).waitFor();
      await page.getByLabel('Colours').selectOption('dark');
      await page.reload();
      await page.getByRole('heading', { name: 'Ask the documents' }).waitFor();
      expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    });

    it('are usable by keyboard alone', async () => {
      await page.goto('/pages/operation');
      await page.getByRole('rowheader', { name: 'Store' }).waitFor();
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
      for (let i = 0; i < 12; i += 1) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate('document.activeElement.textContent')) === 'Documents') break;
      }
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
      // The focus follows when the page is drawn.
      await page.locator('#main:focus').waitFor();
    });

    it('have a policy that lets no script or style in but those of this server', async () => {
      const policy = (await page.goto('/pages/search'))?.headers()['content-security-policy'] ?? '';
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain('unsafe');
    });
  });
});

describeInBrowser('the pages where a key is needed', () => {
  const KEY = 'a-key-for-the-administrator';

  it('show an administrator the conversation of another key, to be read', async () => {
    const settings = { AUTH_MODE: 'api-key', ADMIN_API_KEY: KEY };
    const { running, url } = await serve(settings, { 'x-api-key': KEY });
    const made = await running.post('/api-keys', { name: 'desk', scopes: ['query'] }, { 'x-api-key': KEY });
    await running.post('/chat/run', { message: 'How often may a loan be renewed?' }, { 'x-api-key': made.json().key });
    const browser = await openBrowser();
    const { page, errors } = await openPage(browser, url);
    await page.addInitScript(`sessionStorage.setItem('touchstone.api-key', '${KEY}')`);
    await page.goto('/pages/insights/questions?kind=all');
    await page.getByRole('link', { name: 'How often may a loan be renewed?' }).click();
    await page.getByText('You read it and cannot continue it.').waitFor();
    await page.locator('.turn .chips .chip').first().click();
    await page.getByRole('complementary', { name: 'Source' }).locator('mark', { hasText: 'renewed twice' }).waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Helpful' }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(errors).toEqual([]);
    await browser.close();
    await running.stop();
  });

  it('let a reader who may not add documents report to the editors what is missing', async () => {
    const settings = { AUTH_MODE: 'api-key', ADMIN_API_KEY: KEY };
    const { running, url } = await serve(settings, { 'x-api-key': KEY });
    const made = await running.post('/api-keys', { name: 'reader', scopes: ['query'] }, { 'x-api-key': KEY });
    const browser = await openBrowser();
    const { page, errors } = await openPage(browser, url);
    await page.addInitScript(`sessionStorage.setItem('touchstone.api-key', '${made.json().key}')`);
    await page.goto('/');
    await ask(page, 'Where is the sauna of the gymnasium?');
    await page.getByRole('button', { name: 'Report it to the editors' }).click();
    await page.getByLabel('What do you need to know?').fill('The opening hours, too.');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Report it to the editors' }).click();
    await page.locator('.answer').getByText('The editors will see your question.').waitFor();
    expect(await page.getByRole('link', { name: 'Add a document that answers this' }).count()).toBe(0);
    // Nothing is offered that would be refused.
    await page.goto('/pages/documents');
    await page.locator('.documents .menu summary').first().click();
    await page.locator('.documents .menu').first().getByRole('link', { name: 'Editions' }).waitFor();
    for (const name of ['Delete', 'New edition', 'Add a document'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    expect(errors).toEqual([]);
    const editor = await openPage(browser, url);
    await editor.page.addInitScript(`sessionStorage.setItem('touchstone.api-key', '${KEY}')`);
    await editor.page.goto('/pages/insights');
    const topic = editor.page.locator('[data-topic]', { hasText: 'sauna' });
    await topic.locator('summary').first().click();
    await topic.getByText('The opening hours, too.').waitFor();
    await browser.close();
    await running.stop();
  });

  it('let a person with rights in one category add files there, and send refused ones again without choosing them again', async () => {
    const { running, url } = await serve({ AUTH_MODE: 'api-key', ADMIN_API_KEY: KEY }, { 'x-api-key': KEY });
    const rights = { name: 'office', scopes: ['query', 'ingest'], allowed_category_paths: [['Office']] };
    const made = await running.post('/api-keys', rights, { 'x-api-key': KEY });
    const folder = path.join(temporaryFolder(), 'Trips');
    mkdirSync(path.join(folder, 'Abroad'), { recursive: true });
    writeFileSync(path.join(folder, 'policy.md'), 'Travel is booked at the desk.');
    writeFileSync(path.join(folder, 'Abroad', 'visa.md'), 'A visa takes ten days.');
    writeFileSync(path.join(folder, 'zebra.png'), DOT);
    writeFileSync(path.join(folder, '~$policy.docx'), 'The mark of an open file.');
    writeFileSync(path.join(folder, 'film.mp4'), 'Not to be read.');
    const browser = await openBrowser();
    const opened = await openPage(browser, url);
    const { page } = opened;
    await page.addInitScript(`sessionStorage.setItem('touchstone.api-key', '${made.json().key}')`);
    await page.goto('/');
    await page.getByRole('link', { name: 'Add documents' }).click();
    const category = page.getByLabel('Category', { exact: true });
    await page.getByText('You may store documents under Office, and below.').waitFor();
    expect(await category.inputValue()).toBe('Office');
    await page.getByLabel(/^Or a folder/).setInputFiles(folder);
    const preview = page.getByRole('region', { name: 'What will be sent' });
    await preview.locator('[data-planned="Office > Trips"]', { hasText: 'policy.md' }).waitFor();
    await preview.locator('[data-planned="Office > Trips > Abroad"]', { hasText: 'visa.md' }).waitFor();
    await preview.getByText('belong to the system or to open programs: Trips / ~$policy.docx (1)').waitFor();
    await preview.getByText('kind cannot be read: Trips / film.mp4 (1)').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await category.fill('Company');
    await page.getByRole('button', { name: 'Add 3 documents' }).click();
    await page.locator('[name=path]:invalid').waitFor();
    expect(await category.evaluate((input: { validationMessage?: string }) => input.validationMessage)).toBe(
      'You may not store documents there. Open to you: Office.',
    );
    await category.fill('Office');
    await page.route('**/documents/upload', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
    await page.getByRole('button', { name: 'Add 3 documents' }).click();
    await page.getByText(/^\d of 3 added, \d refused$/).waitFor();
    const refused = page.locator('.queue [data-state="failed"]', { hasText: 'zebra.png' });
    await refused.getByText('ask an administrator to turn text recognition on').waitFor();
    expect(await refused.innerText()).not.toContain('apt-get');
    await category.fill('Office > Later');
    await page.getByRole('button', { name: 'Try the refused ones again' }).click();
    await page.getByText('2 of 3 added, 1 refused').waitFor();
    const stored = await running.call({
      method: 'GET',
      url: '/documents?path=["Office"]',
      headers: { 'x-api-key': KEY },
    });
    const places = stored
      .json()
      .items.map((one: { canonical_path: string[] }) => one.canonical_path.slice(0, 2).join());
    expect(places.toSorted()).toEqual(['Office,Later', 'Office,Trips']);
    // The next files are shown without the results before.
    await page
      .getByLabel(/^Files/)
      .setInputFiles([
        { name: 'badge.md', mimeType: 'text/markdown', buffer: Buffer.from('A lost badge is reported at once.') },
      ]);
    await page.getByRole('button', { name: 'Add a document' }).click();
    await page.getByText('1 of 1 added').waitFor();
    expect(await page.locator('.queue li').count()).toBe(1);
    await opened.close();
    await browser.close();
    await running.stop();
  });

  it('list and show each page only for those who may use it', async () => {
    const settings = { AUTH_MODE: 'api-key', ADMIN_API_KEY: KEY };
    const { running, url } = await serve(settings, { 'x-api-key': KEY });
    const browser = await openBrowser();
    const forEveryReader = ['Ask', 'Documents', 'Search'];
    const listed: Readonly<Record<string, readonly string[]>> = {
      query: [],
      ingest: ['Reviews', 'Cases', 'Insights', 'Administration'],
      test: ['Test sessions', 'Administration'],
      metrics: ['Operation', 'Insights', 'Administration'],
      admin: ['Test sessions', 'Reviews', 'Operation', 'Cases', 'Insights', 'Administration'],
    };
    for (const [scope, more] of Object.entries(listed)) {
      const scopes = [...new Set(['query', scope])];
      const made = await running.post('/api-keys', { name: scope, scopes }, { 'x-api-key': KEY });
      const opened = await openPage(browser, url);
      const { page, errors } = opened;
      await page.addInitScript(`sessionStorage.setItem('touchstone.api-key', '${made.json().key}')`);
      const read = page.waitForResponse(/api-keys\/current$/);
      await page.goto('/pages/sign-in');
      await read;
      const links = page.locator('header nav a');
      await links.filter({ hasText: more.at(-1) ?? 'Search' }).waitFor();
      expect([scope, await links.allInnerTexts()]).toEqual([scope, [...forEveryReader, ...more]]);
      const leads = more.includes('Operation');
      // The state of the service is read apart from the rights.
      await page.locator(leads ? 'header a.health' : 'header span.health').waitFor();
      expect(await page.locator('header .health').count()).toBe(1);
      const others = ['sessions', 'reviews', 'operation', 'cases', 'insights', 'administration/keys'];
      if (scope === 'query')
        for (const other of others) {
          await page.goto(`/pages/${other}`);
          await page.getByRole('heading', { name: 'This page is not for you' }).waitFor();
          expect(await accessibilityFaults(page)).toEqual([]);
        }
      expect(errors).toEqual([]);
      await opened.close();
    }
    await browser.close();
    await running.stop();
  });

  it('ask for it, use it, and keep it for the tab alone', async () => {
    const settings = { AUTH_MODE: 'api-key', ADMIN_API_KEY: KEY };
    const { running, url } = await serve(settings, { 'x-api-key': KEY });
    const browser = await openBrowser();
    const { page } = await openPage(browser, url);
    await page.goto('/pages/documents');
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: 'An API key is needed' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await main.getByLabel('API key').fill('another-key');
    await main.getByRole('button', { name: 'Use it' }).click();
    await main.getByText('The key of this tab is not valid').first().waitFor();
    await page.locator('.settings summary').click();
    await page.getByLabel('API key').fill(KEY);
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByRole('link', { name: '휴학·복학 규정' }).waitFor();
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(KEY);
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByText('Add a key').first().click();
    await page.getByLabel('Name').fill('library desk');
    await page.getByText('The key may: ask and read · all categories').waitFor();
    await page.getByLabel('All categories').uncheck();
    await page.getByLabel('Categories, one a line').fill('Library > Use');
    await page.getByLabel('Add a category').selectOption('학사');
    await page.getByText('ask and read · Library › Use; 학사').waitFor();
    await page.getByLabel('Groups of documents').fill('staff, 직원');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a key' }).click();
    const secret = await page.locator('.secret').inputValue();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied.', { exact: true }).first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    const row = page.locator('[data-key="library desk"]');
    await row.getByText('Library › Use; 학사').waitFor();
    await row.getByRole('cell', { name: 'staff, 직원' }).waitFor();
    await row.getByRole('cell', { name: 'a service' }).waitFor();
    const status = async (key: string) =>
      (await running.call({ method: 'GET', url: '/documents', headers: { 'x-api-key': key } })).statusCode;
    expect(await status(secret)).toBe(200);
    const reader = await openPage(browser, url);
    await reader.page.goto('/');
    await reader.page.getByRole('main').getByLabel('API key').fill(secret);
    const known = reader.page.waitForResponse((one) => one.url().endsWith('/current') && one.ok());
    await reader.page.getByRole('button', { name: 'Use it' }).click();
    await known;
    expect(await reader.page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
    await reader.page.goto('/pages/administration/audit');
    await reader.page.getByText('It needs the right').waitFor();
    await reader.close();
    const rotated = page.waitForResponse(/rotate$/);
    await row.getByRole('button', { name: 'New secret' }).click();
    await row.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click();
    expect((await (await rotated).json()).key).not.toBe(secret);
    expect(await status(secret)).toBe(401);
    expect(await accessibilityFaults(page)).toEqual([]);
    await row.getByRole('button', { name: 'Revoke' }).click();
    await row.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    await browser.close();
    await running.stop();
  });
});

describeInBrowser('the pages of an empty store', () => {
  it('invite to add documents', async () => {
    const running = await startApplication();
    await running.app.listen(0, '127.0.0.1');
    const { port } = running.app.getHttpServer().address() as AddressInfo;
    const browser = await openBrowser();
    const { page } = await openPage(browser, `http://127.0.0.1:${port}`);
    await page.goto('/');
    await page.getByRole('link', { name: 'Add documents' }).click();
    await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
    await browser.close();
    await running.stop();
  });
});
