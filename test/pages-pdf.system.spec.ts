import type { AddressInfo } from 'node:net';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Browser, Page } from 'playwright-core';
import { type RunningApplication, startApplication, temporaryFolder } from './support/application.js';
import {
  accessibilityFaults,
  describeInBrowser,
  isTooWide,
  openBrowser,
  openPage,
  type WatchedPage,
} from './support/browser.js';
import { uploadForm } from './support/multipart.js';
import { pdf, pdfLines } from './support/office-files.js';

/** What is drawn at the mark. */
interface MarkedPlace {
  /** Shares of the width and height of the page. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Share of dark points in the mark, and in the same area three lines higher. */
  readonly dark: number;
  readonly darkAbove: number;
}

const markedPlace = (page: Page) =>
  page.evaluate<MarkedPlace>(`(() => {
    const canvas = document.querySelector('.pdf-page canvas');
    const whole = canvas.getBoundingClientRect();
    const mark = document.querySelector('.pdf-page mark').getBoundingClientRect();
    const x = (at) => (at - whole.left) / whole.width;
    const y = (at) => (at - whole.top) / whole.height;
    const place = { left: x(mark.left), top: y(mark.top), right: x(mark.right), bottom: y(mark.bottom) };
    const darkAt = (shift) => {
      const [width, height] = [(place.right - place.left) * canvas.width, (place.bottom - place.top) * canvas.height];
      const from = place.top * canvas.height - shift * height;
      const { data } = canvas.getContext('2d').getImageData(place.left * canvas.width, from, width, height);
      return data.filter((value, i) => i % 4 === 0 && value < 128).length / (data.length / 4);
    };
    return { ...place, dark: darkAt(0), darkAbove: darkAt(3) };
  })()`);

const ADMIN = 'The-Key-Of-The-Administrator-1';
const WIDE = { width: 1400, height: 900 };
const NARROW = { width: 360, height: 740 };

describeInBrowser('a source in a PDF', () => {
  const folder = temporaryFolder();
  let running: RunningApplication;
  let browser: Browser;
  let url: string;
  let opened: WatchedPage;
  let page: Page;

  const upload = async (title: string, bytes: Uint8Array) => {
    const form = await uploadForm(
      { bytes, name: 'a.pdf', type: 'application/pdf' },
      { title, canonical_path: '["A"]' },
    );
    const headers = { ...form.headers, 'x-api-key': ADMIN };
    const answer = await running.call({ method: 'POST', url: '/documents/upload', ...form, headers });
    expect(answer.statusCode).toBeLessThan(300);
    return answer.json().document_id as string;
  };
  const open = async (options: Parameters<typeof openPage>[2]) => {
    opened = await openPage(browser, url, options);
    ({ page } = opened);
    await page.addInitScript((key) => sessionStorage.setItem('touchstone.api-key', key), ADMIN);
  };
  /** Asks, and opens the first source of the answer. */
  const openSource = async (question: string) => {
    await page.goto('/');
    await page.getByRole('textbox', { name: /Your question|질문/ }).fill(question);
    await page.keyboard.press('Enter');
    await page.locator('.turn[data-state="answered"] .chips .chip').first().click();
  };

  beforeAll(async () => {
    running = await startApplication({ DATA_DIR: folder, AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN });
    await running.app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${(running.app.getHttpServer().address() as AddressInfo).port}`;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await running.stop();
  });
  afterEach(() => opened.close());

  const TELESCOPE = 'When is the telescope of the observatory open?';
  describe('shows its page with the passage marked', () => {
    beforeAll(() => {
      const line = 'The telescope of the observatory is open on Fridays at nine.';
      return upload(
        'Observatory',
        pdf([pdfLines(['The first page says nothing of it.']), [{ text: line, x: 100, y: 500 }]]),
      );
    });

    it.each([
      ['next to the answer', WIDE],
      ['in a sheet', NARROW],
    ])('%s', async (_where, viewport) => {
      await open({ viewport });
      await openSource(TELESCOPE);
      await page.locator('.pdf-page mark').waitFor();
      const { left, top, right, bottom, dark, darkAbove } = await markedPlace(page);
      // Points of a page of 612 by 792; the line is on its baseline at 500.
      expect(left * 612).toBeCloseTo(100, 0);
      expect(right).toBeGreaterThan(0.5);
      expect(792 - top * 792).toBeGreaterThan(506);
      expect(792 - bottom * 792).toBeLessThan(501);
      expect((bottom - top) * 792).toBeLessThan(30);
      expect(dark).toBeGreaterThan(0.02);
      expect(darkAbove).toBe(0);
      expect(await page.locator('.pdf-page mark').innerText()).toContain('telescope');
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
      await page.getByRole('button', { name: 'Text', exact: true }).click();
      await page.locator('.paper mark', { hasText: 'telescope' }).waitFor();
      expect(opened.errors).toEqual([]);
    });
  });

  it('shows Korean text in fonts that are not in the file, with tables from this server', async () => {
    const text = '천문대 망원경은 금요일 9시에 연다.';
    await upload('천문대 안내', pdf([[{ text, x: 100, y: 600 }]], { korean: true }));
    await open({ locale: 'ko-KR', viewport: WIDE });
    const tables: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/cmaps/')) tables.push(response.status());
    });
    await openSource('천문대 망원경은 언제 여나요?');
    await page.locator('.pdf-page mark').waitFor();
    expect(tables.length).toBeGreaterThan(0);
    expect(new Set(tables)).toEqual(new Set([200]));
    expect((await markedPlace(page)).dark).toBeGreaterThan(0.01);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(opened.errors).toEqual([]);
  });

  it('shows its text where the file is not kept', async () => {
    const id = await upload('Lighthouse', pdf([pdfLines(['The lighthouse of the harbour opens at seven.'])]));
    await open({ viewport: WIDE });
    await openSource('When does the lighthouse of the harbour open?');
    await page.locator('.pdf-page mark').waitFor();
    const database = new Database(path.join(folder, 'documents.db'));
    database.prepare('DELETE FROM document_originals WHERE document_id = ?').run(id);
    database.close();
    await openSource('When does the lighthouse of the harbour open?');
    await page.locator('.paper mark', { hasText: 'lighthouse' }).waitFor();
    expect(await page.getByRole('status').allInnerTexts()).toContain(
      'Page 1 of the file cannot be shown. This is its stored text.',
    );
    // The browser notes the answer 404.
    expect(opened.errors.filter((error) => !error.includes('404'))).toEqual([]);
  });
});
