import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';
import { until } from './support/server-calls.js';
import { type RunningApplication, startApplication, temporaryFolder } from './support/application.js';
import { blockFont } from './support/block-font.js';
import { describeInBrowser, openBrowser, openPage } from './support/browser.js';
import {
  differingCells,
  drawn,
  fingerprintOf,
  framed,
  readFingerprint,
  readPng,
  storeFingerprint,
  writePng,
} from './support/page-picture.js';

/**
 * Every page in both languages, both colours and three widths, compared with stored fingerprints: cells of 16 points
 * and how light each is. Text is drawn as blocks by a font of our own and figures are levelled, so that neither the
 * installed fonts nor the time of day are seen. `RENEW_PICTURES=1` stores new fingerprints. What differs is drawn into
 * the folder `.cache/page-pictures`: as it is now with differing cells framed, as a reader sees it, and as it is stored.
 */
const STORED = path.join(projectRoot(), 'test', 'page-pictures');
const DIFFERING = path.join(projectRoot(), '.cache', 'page-pictures');
const isRenewed = process.env.RENEW_PICTURES !== undefined;

const LANGUAGES = ['en-GB', 'ko-KR'] as const;
const COLORS = ['light', 'dark'] as const;
const WIDTHS = [360, 768, 1280] as const;
/** What is below is not compared. */
const MAX_HEIGHT = 2400;
/** What is clicked on a page, and what is then shown in a window of this width. */
interface Opened {
  readonly click: string;
  readonly shows: (width: number) => string;
}
/** The passage of a source: next to the answer in a wide window, over it in others. */
const SOURCE: Opened = {
  click: '.answer .chip',
  shows: (width) => (width < 1100 ? 'dialog .scrolled mark' : '.panel .scrolled mark'),
};
type Picture = readonly [name: string, path: string, opened?: Opened];
const PAGES: readonly Picture[] = [
  ['ask', '/'],
  ['answer', '/?c={conversation}'],
  ['source-panel', '/?c={conversation}', SOURCE],
  ['shared', '/pages/shared?id={share}'],
  ['gate', '{gate}/'],
  ['sign-in', '/pages/sign-in?problem=refused'],
  ['tokens', '/pages/tokens'],
  ['documents', '/pages/documents'],
  ['document', '/pages/documents?id=library%2Fhandbook'],
  ['chunks', '/pages/documents?id=library%2Fhandbook&show=chunks'],
  ['editions', '/pages/documents?id=rules%2Fparking&show=editions'],
  ['document-sources', '/pages/documents/sources'],
  ['search', '/pages/search?q=leave'],
  ['sessions', '/pages/sessions'],
  ['session', '/pages/sessions?id={session}'],
  ['schedules', '/pages/sessions/schedules'],
  ['label', '/pages/sessions/label?id=ses_1'],
  ['improvements', '/pages/sessions/improvements'],
  ['reviews', '/pages/reviews'],
  ['operation', '/pages/operation'],
  ['cases', '/pages/cases'],
  ['case', '/pages/cases?id={case}'],
  ['insights', '/pages/insights'],
  ['insights-questions', '/pages/insights/questions?kind=all'],
  ['insights-conversation', '/pages/insights/conversation?c={conversation}&owner={owner}'],
  ['audit', '/pages/administration/audit'],
  ['people', '/pages/administration/people'],
  ['groups', '/pages/administration/groups'],
  ['categories', '/pages/administration/categories'],
  ['agents', '/pages/administration/agents'],
  ['agent', '/pages/administration/agents?id={agent}'],
  ['configuration', '/pages/administration/configuration'],
  ['models', '/pages/administration/models'],
  ['datasets', '/pages/administration/datasets'],
  ['dataset', '/pages/administration/datasets?id={dataset}'],
  ['targets', '/pages/administration/targets'],
  ['webhooks', '/pages/administration/webhooks'],
  ['jobs', '/pages/administration/jobs'],
  ['budget', '/pages/administration/budget'],
  ['keys', '/pages/administration/keys'],
  ['design', '/pages/design'],
];

/** Before the page: its font, and what moves. Styles that scripts add are not subject to the policy of the pages. */
const PREPARE = `(() => {
  const font = Uint8Array.from(atob('${Buffer.from(blockFont()).toString('base64')}'), (letter) => letter.charCodeAt(0));
  document.fonts.add(new FontFace('Blocks', font.buffer, { weight: '100 900' }));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(\`
    *, *::before, *::after { font-family: Blocks !important; font-synthesis: none !important; letter-spacing: 0 !important; }
    svg { background: gray !important; }
    svg * { visibility: hidden !important; }
    ::-webkit-scrollbar { display: none; }\`);
  document.adoptedStyleSheets = [sheet];
  window.asBlocks = (isOn) => { sheet.disabled = !isOn; };
})()`;

/** Levels what differs from run to run: figures, names of months, ids, and the parts of a day. */
const LEVEL = `(() => {
  const months = /\\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\b/g;
  const ids = /\\b(?:[a-z]{2,6}_)?[0-9a-f]{8}[0-9a-f-]*\\b/g;
  const level = (text) => text.replace(ids, 'id').replace(months, 'Nov').replace('오전', '오후').replace(/[0-9][0-9.,:]*/g, '00');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) walker.currentNode.data = level(walker.currentNode.data);
})()`;

describeInBrowser('pictures of the pages', () => {
  let running: RunningApplication;
  let locked: RunningApplication;
  let browser: Browser;
  let url: string;
  const places: Record<string, string> = {};

  beforeAll(async () => {
    running = await startApplication();
    const text = [
      '# Library handbook',
      '## Loans',
      'Undergraduate students may borrow ten books for fourteen days. A loan may be renewed twice.',
      '## Opening hours',
      'The reading rooms are open from 7 a.m. to 11 p.m. on every day of the semester.',
    ].join('\n\n');
    const rules =
      '제1조(휴학) 일반휴학은 1회에 2학기를 초과할 수 없다.\n제2조(복학) 복학원은 개강일 14일 전까지 제출하여야 한다.';
    const documents = [
      { document_id: 'library/handbook', title: 'Library handbook', text, canonical_path: ['Library', 'Use'] },
      { document_id: 'rules/leave', title: '휴학·복학 규정', text: rules, canonical_path: ['학사', '학적'] },
    ];
    for (const document of documents) await running.post('/documents', { ...document, content_type: 'text/markdown' });
    const question = 'How often may a loan be renewed?';
    const answer = (await running.post('/chat/run', { message: question })).json();
    await running.post('/chat/run', { message: 'Is there a swimming pool?' });
    const made = await running.post('/cbr/case', {
      query: question,
      content: 'A loan may be renewed twice.',
      category_path: ['Library', 'Use'],
    });
    const { version } = (await running.call({ method: 'GET', url: '/taxonomy/current/tree' })).json();
    const agent = await running.post('/agents/from-category', { version, node_paths: [['Library', 'Use']] });
    const items = [{ question, facts: [['twice', 'two times']], tags: ['loans'] }];
    const dataset = await running.post('/datasets', { name: 'loans', items });
    const target = { name: 'desk', kind: 'openai', base_url: 'https://desk.example.org/v1', model: 'desk' };
    await running.call({ method: 'PUT', url: '/test-targets', payload: { items: [target] } });
    places['{agent}'] = agent.json().agent_id;
    places['{dataset}'] = dataset.json().dataset_id;
    places['{conversation}'] = answer.conversation_id;
    places['{case}'] = made.json().case_id;
    const { share_id: share } = (await running.post(`/conversations/${answer.conversation_id}/shares`, {})).json();
    places['{share}'] = share;
    const read = async (address: string) => (await running.call({ method: 'GET', url: address })).json();
    places['{owner}'] = (await read('/insights/questions')).items[0].owner;
    await makeEditions();
    places['{session}'] = await finishedSession(dataset.json().dataset_id);
    locked = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: 'The-Key-Of-The-Administrator-1' });
    url = await listen(running);
    places['{gate}'] = await listen(locked);
    browser = await openBrowser();
    rmSync(DIFFERING, { recursive: true, force: true });
    mkdirSync(DIFFERING, { recursive: true });
    mkdirSync(STORED, { recursive: true });
  });
  afterAll(async () => {
    await browser.close();
    await running.stop();
    await locked.stop();
  });

  const listen = async ({ app }: RunningApplication) => {
    await app.listen(0, '127.0.0.1');
    return `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  };
  /** Two editions of a document; the later one changes a value. */
  const makeEditions = async () => {
    const edition = (years: string, from: string) => ({
      version: from.slice(0, 4),
      effective_from: from,
      title: 'Parking rules',
      content_type: 'text/markdown',
      text: `# Parking rules\n\nA parking permit is valid for ${years} years. It is issued at the gate house.`,
      canonical_path: ['Campus', 'Parking'],
    });
    await running.post('/documents', { document_id: 'rules/parking', ...edition('two', '2024-03-01') });
    await running.post('/documents/rules%2Fparking/editions', {
      document_id: 'rules/parking@2025',
      ...edition('three', '2025-03-01'),
    });
  };
  /** A test session over the questions of a dataset, with its results. */
  const finishedSession = async (dataset: string): Promise<string> => {
    const { session_id: id } = (await running.post('/test-sessions', { dataset_id: dataset, seed: 7 })).json();
    await until(
      async () => (await running.call({ method: 'GET', url: `/test-sessions/${id}` })).json(),
      ({ status }: { status: string }) => ['completed', 'failed'].includes(status),
    );
    return id;
  };

  const open = async (from: Browser, locale: string) => {
    const opened = await openPage(from, url, { locale, viewport: { width: WIDTHS[2], height: 800 } });
    await opened.page.addInitScript(PREPARE);
    return { page: opened.page, close: () => opened.close() };
  };
  const settle = async (page: Page, address: string) => {
    await page.goto(address.replace(/\{\w+\}/g, (name) => places[name] ?? name));
    await page.locator('main').waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate('document.fonts.ready');
  };
  /** @param shown selector of what is loaded again at another width */
  const photograph = async (page: Page, width: number, colorScheme: 'light' | 'dark', shown = 'main') => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(shown).first().waitFor();
    await page.evaluate(LEVEL);
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    const clip = { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) };
    return readPng(await page.screenshot({ fullPage: true, clip, animations: 'disabled' }));
  };
  const storedOf = (name: string): Record<string, string> => {
    const file = path.join(STORED, `${name}.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  };

  /** Takes all pictures of a page, and draws those that differ. Returns their names and how many cells differ. */
  const compare = async (page: Page, locale: string, [name, address, opened]: Picture) => {
    const stored = storedOf(name);
    const differing: string[] = [];
    await settle(page, address);
    if (opened !== undefined) await page.locator(opened.click).first().click();
    for (const color of COLORS)
      for (const width of WIDTHS) {
        const key = `${locale.slice(0, 2)} ${color} ${width}`;
        const picture = await photograph(page, width, color, opened?.shows(width));
        const now = fingerprintOf(picture);
        const before = stored[key];
        const cells = before === undefined ? undefined : differingCells(now, readFingerprint(before));
        if (cells !== undefined && cells.length === 0) continue;
        const file = path.join(DIFFERING, `${name} ${key}`.replaceAll(' ', '-'));
        writeFileSync(`${file}.now.png`, writePng(framed(picture, cells ?? [])));
        await page.evaluate('asBlocks(false)');
        await page.screenshot({ path: `${file}.reader.png`, fullPage: true });
        await page.evaluate('asBlocks(true)');
        if (before !== undefined) writeFileSync(`${file}.stored.png`, writePng(drawn(readFingerprint(before))));
        differing.push(`${name} ${key}: ${cells?.length ?? 'no stored'} cells`);
        stored[key] = storeFingerprint(now);
      }
    if (isRenewed && differing.length > 0)
      writeFileSync(path.join(STORED, `${name}.json`), `${JSON.stringify(stored, null, 2)}\n`);
    return differing;
  };

  describe.each(LANGUAGES)('are as they are stored in %s', (locale) => {
    let page: Page;
    let close: () => Promise<void>;
    beforeAll(async () => ({ page, close } = await open(browser, locale)));
    afterAll(() => close());

    it.each(PAGES.map((picture) => [picture[0], picture] as const))('%s', async (_name, picture) => {
      const differing = await compare(page, locale, picture);
      if (isRenewed && differing.length > 0) process.stdout.write(`${differing.join('\n')}\n`);
      else expect(differing).toEqual([]);
    });
  });

  describe('show', () => {
    const hide = (which: string) =>
      `[...document.querySelectorAll('main button')].find((one) => one.checkVisibility() && (${which})(one)).style.visibility = 'hidden'`;
    let page: Page;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ page, close } = await open(browser, 'en-GB'));
      await settle(page, '/pages/documents');
    });
    afterAll(() => close());

    it.each([
      ['a hidden button', hide("({ textContent }) => textContent === 'Search'")],
      ['a hidden sign to open a category', hide('({ offsetWidth }) => offsetWidth < 40')],
      ['text over other text', `document.querySelector('main h2').style.cssText = 'position: relative; top: 2.2rem'`],
      [
        'a missing column',
        `document.querySelectorAll('main table tr > :nth-child(4)').forEach((cell) => cell.remove())`,
      ],
      ['a colour that hides text', `document.querySelector('main tbody a').style.color = 'white'`],
    ])('%s', async (_fault, plant) => {
      await page.reload();
      await page.locator('main tbody tr').first().waitFor();
      const right = fingerprintOf(await photograph(page, 1280, 'light'));
      await page.evaluate(plant);
      const wrong = fingerprintOf(await photograph(page, 1280, 'light'));
      expect(differingCells(wrong, right).length).toBeGreaterThan(0);
    });
  });

  it('do not show which fonts are installed', async () => {
    const folder = temporaryFolder();
    const fonts = path.join(folder, 'fonts.conf');
    // Every family is the one with letters of equal width.
    const rule = '<match><edit name="family" mode="assign" binding="strong"><string>monospace</string></edit></match>';
    writeFileSync(fonts, `<fontconfig><include>/etc/fonts/fonts.conf</include>${rule}</fontconfig>`);
    const other = await openBrowser([], { FONTCONFIG_FILE: fonts });
    const { page, close } = await open(other, 'ko-KR');
    expect(await compare(page, 'ko-KR', ['documents', '/pages/documents'])).toEqual([]);
    await close();
    await other.close();
  });
});
