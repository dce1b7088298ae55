import type { Browser, Page } from 'playwright-core';
import { JobRunner } from '../src/shared/domain/job-runner.js';
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
import { Browser as OtherBrowser, signInSettings } from './support/signed-in-browser.js';
import { FakeServer, sendJson } from './support/fake-server.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const STAFF = { provider_group: 'staff', scopes: ['admin'], allowed_category_paths: null, groups: [] };

describeInBrowser('the pages for people', () => {
  const provider = new OpenIdServer();
  let running: RunningApplication;
  let browser: Browser;
  let opened: WatchedPage;
  let page: Page;
  let origin: string;

  const mapRules = async (rules: readonly object[]) => {
    const { version } = (await running.call({ method: 'GET', url: '/group-mapping', headers: ADMIN })).json();
    const payload = { base_version: version, rules };
    await running.call({ method: 'PUT', url: '/group-mapping', headers: ADMIN, payload });
  };
  const signIn = async (path: string) => {
    await page.goto(path);
    await page
      .locator('header')
      .getByRole('link', { name: /Sign in|로그인/ })
      .click();
    await page.locator('header [data-person]').waitFor();
  };
  /** Opens a page in Korean in a narrow window: it has its heading, no faults, and fits. */
  const readInKorean = async (path: string, heading: string) => {
    await opened.close();
    opened = await openPage(browser, origin, { locale: 'ko-KR', viewport: { width: 360, height: 740 } });
    ({ page } = opened);
    await signIn(path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
  };

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
    await running.post('/documents', { document_id: 'rooms', title: 'R', text, canonical_path: ['Library'] }, ADMIN);
    await running.app.listen(port, '127.0.0.1');
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await running.stop();
    await provider.stop();
  });
  beforeEach(async () => {
    await mapRules([STAFF]);
    opened = await openPage(browser, origin);
    ({ page } = opened);
  });
  afterEach(() => opened.close());

  /** Signs in another person, in a browser of their own. */
  const otherPerson = async (name: string, groups: readonly string[]) => {
    const minji = provider.person;
    provider.person = { sub: name, name, groups };
    const other = new OtherBrowser(running);
    await other.signIn();
    provider.person = minji;
    return other;
  };

  it('find people by their groups, show what follows from them, and end and restore access', async () => {
    const jun = await otherPerson('Jun', ['guests']);
    await signIn('/pages/administration/people');
    await page.locator('tr[data-person="Minji"]').getByText('administer · all categories').waitFor();
    await page.getByLabel('Name, address or group').fill('GUEST');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('tr[data-person="Minji"]').waitFor({ state: 'detached' });
    const row = page.locator('tr[data-person="Jun"]');
    await row.getByText('nothing').waitFor();
    expect(await page.locator('tr[data-person]').count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    await row.getByRole('link', { name: 'Let guests in' }).click();
    await page.getByLabel('Add a category, guests').selectOption('Library');
    await page.locator('[data-affected="Jun"]').getByText('ask and read · Library').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goBack();
    await page.getByLabel('Name, address or group').fill('GUEST');
    await page.getByRole('button', { name: 'Search' }).click();
    await row.getByRole('button', { name: 'Deactivate' }).click();
    await row.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
    await row.getByText('deactivated', { exact: true }).waitFor();
    await page.getByLabel('State').selectOption('active');
    await page.getByText('Nobody matches.').waitFor();
    await page.getByLabel('State').selectOption('deactivated');
    expect((await jun.get('/auth/session')).json().person).toBeNull();
    await row.getByRole('button', { name: 'Activate' }).click();
    await row.getByRole('alertdialog').getByRole('button', { name: 'Activate' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByLabel('State').selectOption('All');
    await row.getByText('active', { exact: true }).waitFor();
    // The audit log names people, and is limited to one of them.
    await page.goto('/pages/administration/audit');
    const person = page.locator('select[name=caller] optgroup[label=People] option').first();
    const named = (await person.textContent()) ?? '';
    await page.getByLabel('Who').selectOption({ label: named });
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/caller=/);
    await page.locator('tbody tr').first().getByRole('cell', { name: named, exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await readInKorean('/pages/administration/people', '사용자');
  });

  it('try a model and show the lines for it, without keeping the key', async () => {
    const model = new FakeServer();
    model.respond = (response, call) =>
      call.headers.authorization === 'Bearer sk-right'
        ? sendJson(response, 200, { choices: [{ message: { content: 'It closes at 18:15 [1].' } }] })
        : sendJson(response, 401, { error: { message: 'no such key' } });
    const address = `${await model.start()}/v1`;
    await signIn('/pages/administration/models');
    const part = page.locator('[data-part="model"]');
    await part.getByText('Now: none: answers are quotes').waitFor();
    await part.getByLabel('Kind').selectOption('compatible');
    await part.getByLabel('Address').fill(address.replace(/^http:\/\/|\/v1$/g, ''));
    await part.getByLabel('Name of the model').focus();
    await part.getByText(`Completed to ${address.replace('/v1', '')}`).waitFor();
    await part.getByRole('button', { name: 'Use this address' }).click();
    expect(await part.getByLabel('Address').inputValue()).toBe(address);
    await part.getByLabel('Name of the model').fill('gemma3:4b');
    await part.getByRole('button', { name: 'Test connection' }).click();
    await part.getByText('The key is refused, or one is needed.').waitFor();
    await part.getByText('no such key').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await part.getByLabel('Key, for this test only').fill('sk-right');
    await part.getByRole('button', { name: 'Test connection' }).click();
    await part.getByText('It answered correctly').waitFor();
    expect(await part.locator('[data-trial]').getAttribute('data-trial')).toBe('works');
    expect(await accessibilityFaults(page)).toEqual([]);
    const lines = [
      'LLM_PROVIDER=openai',
      `OPENAI_BASE_URL=${address}`,
      'LLM_MODEL=gemma3:4b',
      'OPENAI_API_KEY=your-key',
      'LLM_PRICE_INPUT_USD=',
      'LLM_PRICE_OUTPUT_USD=',
    ];
    expect(await part.locator('pre').innerText()).toBe(lines.join('\n'));
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain('sk-right');
    await page.locator('[data-part="embedding"]').getByLabel('Kind').selectOption('local');
    await page.getByText('EMBEDDING_PROVIDER=local').waitFor();
    await readInKorean('/pages/administration/models', '모델');
    await model.stop();
  });

  it('let a group in by a rule, say whom it affects, explain a conflict, and restore a version', async () => {
    const sora = await otherPerson('Sora', ['readers']);
    const titles = async () => (await sora.get('/documents')).statusCode;
    expect(await titles()).toBe(403);
    await signIn('/pages/administration/groups');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Group at the provider, Rule 2').fill('readers');
    await page.getByText('without one this group finds no document').waitFor();
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    expect(
      await page.getByLabel('Categories, one a line, readers').evaluate((field) => field.matches(':invalid')),
    ).toBe(true);
    await page.getByLabel('Categories, one a line, readers').fill('Library');
    await page.locator('tr[data-rule="readers"]').getByText('The group gets: ask and read · Library').waitFor();
    await page.locator('[data-affected="Sora"]').getByText('ask and read · Library').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const preview = page.locator('[data-part="preview"]');
    await preview.getByLabel('Group at the provider').selectOption('readers');
    await preview.getByLabel('A question to ask as this group').fill('When are the reading rooms open?');
    await preview.getByRole('button', { name: 'Show what it sees' }).click();
    await preview.getByText('Documents that readers sees: 1').waitFor();
    await preview.getByText('The answer to this group').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await mapRules([STAFF, { ...STAFF, provider_group: 'editors', scopes: ['ingest'] }]);
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    const conflict = page.getByRole('alert');
    await conflict.getByText('The mapping was changed meanwhile').waitFor();
    await page.locator('[data-rule-change="editors"]').getByText('removed').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue with my rules' }).click();
    const saved = page.waitForResponse((one) => one.request().method() === 'PUT' && one.ok());
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    const { version } = (await (await saved).json()) as { version: number };
    await page.locator(`[data-version="${version}"]`).getByText('in force').waitFor();
    expect(await titles()).toBe(200);
    const earlier = page.locator(`[data-version="${version - 1}"]`);
    await earlier.getByText('Difference').click();
    await earlier.locator('[data-rule-change="editors"]').getByText('added').waitFor();
    await earlier.getByRole('button', { name: 'Restore' }).click();
    await earlier.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await page
      .locator(`[data-version="${version + 1}"]`)
      .getByText('in force')
      .waitFor();
    expect(await titles()).toBe(403);
    await readInKorean('/pages/administration/groups', '그룹 매핑');
  });

  it('name the groups of a person without rights, who may enter a key, and say what was saved', async () => {
    await mapRules([]);
    await signIn('/pages/documents');
    await page.getByRole('heading', { name: 'Minji, you are signed in' }).waitFor();
    await page.getByText(/^Your groups: .*staff/).waitFor();
    await page.getByText('Use an API key instead').click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('main').getByLabel('API key').fill(ADMIN['x-api-key']);
    await page.getByRole('main').getByRole('button', { name: 'Use it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
    await page.goto('/pages/administration/groups?group=staff');
    await page.getByLabel('Categories, one a line, staff').fill('Library\nOfice');
    const rule = page.locator('tr[data-rule="staff"]');
    await rule.getByText('No document is in this category yet: Ofice.').waitFor();
    await page.getByText('Groups of documents may stay empty.').waitFor();
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    await page
      .getByText(/^Saved: version \d+ is in force\.$/)
      .and(page.locator('.note'))
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('make a personal token, which is shown once, and revoke it', async () => {
    await mapRules([{ ...STAFF, scopes: ['query', 'test'] }]);
    await signIn('/');
    await page.locator('.settings summary').click();
    await page.getByRole('link', { name: 'Personal tokens' }).click();
    await page.getByText('Add a token').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/pages/tokens');
    await page.getByText('Add a token').first().click();
    await page.getByLabel('Name').fill('notebook');
    expect(await page.locator('fieldset').getByRole('checkbox').count()).toBe(2);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a token' }).click();
    const secret = await page.locator('.secret').inputValue();
    const status = async () =>
      (await running.call({ method: 'GET', url: '/documents', headers: { 'x-api-key': secret } })).statusCode;
    expect(await status()).toBe(200);
    const row = page.locator('[data-key="notebook"]');
    await row.getByText('ask and read').waitFor();
    await row.getByRole('button', { name: 'Revoke' }).click();
    await row.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    expect(await status()).toBe(401);
    await readInKorean('/pages/tokens', '개인 토큰');
    // Who signs in next in this browser does not see what this person was about to ask.
    await page.goto('/');
    await page.locator('#message').fill('반쯤 쓴 질문');
    const kept = () => page.evaluate<string>('JSON.stringify(localStorage)');
    expect(await kept()).toContain('반쯤 쓴 질문');
    await page.getByRole('button', { name: '로그아웃' }).click();
    // The provider ends its session too.
    await page.waitForURL(/\/end\?/);
    await page.goto('/');
    expect(await kept()).not.toContain('반쯤 쓴 질문');
  });
});

interface Shown {
  readonly version: number;
  readonly groups: readonly { readonly words: readonly string[] }[];
  readonly translations: readonly object[];
}

describeInBrowser('the pages for what the server does', () => {
  let running: RunningApplication;
  let browser: Browser;
  let opened: WatchedPage;
  let page: Page;
  let url: string;

  const open = async (options: Parameters<typeof openPage>[2] = {}) => {
    opened = await openPage(browser, url, options);
    ({ page } = opened);
  };
  /** Opens a page in Korean in a narrow window: it has its heading, no faults, and fits. */
  const readInKorean = async (path: string, heading: string) => {
    await opened.close();
    await open({ locale: 'ko-KR', viewport: { width: 360, height: 740 } });
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
  };

  beforeAll(async () => {
    running = await startApplication();
    const text = 'A loan may be renewed twice. The reading rooms are open on every day of the semester.';
    await running.post('/documents', { document_id: 'use', title: 'Use', text, canonical_path: ['Library', 'Use'] });
    await running.post('/documents', { document_id: 'fees', title: 'Fees', text, canonical_path: ['학사', '등록'] });
    const port = await freePort();
    await running.app.listen(port, '127.0.0.1');
    url = `http://127.0.0.1:${port}`;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await running.stop();
  });
  beforeEach(() => open());
  afterEach(() => opened.close());

  it('collect changes of the categories, show the difference, make a version, activate it and roll back', async () => {
    const pathOf = async () =>
      (await running.call({ method: 'GET', url: '/documents/use' })).json().canonical_path.join('/');
    await page.goto('/pages/administration/categories');
    const act = async (category: string, action: string) => {
      await page
        .locator(`[data-category="${category}"] > .node`)
        .getByLabel(/^Actions for/)
        .click();
      await page
        .locator(`[data-category="${category}"] > .node`)
        .getByRole('button', { name: action, exact: true })
        .click();
    };
    await act('Library', 'Rename');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Lending');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Documents that an activation moves: 1').waitFor();
    await act('Lending/Use', 'Move');
    await dialog.getByLabel('Below which category').fill('학사');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText('Library › Use → 학사 › Use (documents: 1)').waitFor();
    // What the server refuses is said, and taken back.
    await act('학사/등록', 'Remove');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('button', { name: 'Create the version' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Take back the last change' }).click();
    await page.getByText('Documents that an activation moves: 1').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const name = await page.getByLabel('Name of the new version').inputValue();
    await page.getByRole('button', { name: 'Create the version' }).click();
    const row = page.locator(`[data-version="${name}"]`);
    await row.getByText('Against the active version').click();
    await row.getByText('학사 › Use').waitFor();
    expect(await pathOf()).toBe('Library/Use');
    await row.getByRole('button', { name: 'Activate' }).click();
    await row.getByRole('alertdialog').getByRole('button', { name: 'Activate' }).click();
    await page.getByText(`Version ${name} is active. Documents moved: 1`).waitFor();
    expect(await pathOf()).toBe('학사/Use');
    await page.getByRole('button', { name: 'Roll back to it' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Roll back to it' }).click();
    // The message of the activation before may still be there.
    await page
      .getByText(/is active. Documents moved: 1$/)
      .filter({ hasNotText: name })
      .waitFor();
    expect(await pathOf()).toBe('Library/Use');
    await readInKorean('/pages/administration/categories', '분류');
  });

  it('list running and ended jobs, watch them, and cancel one, whose work stays', async () => {
    const runner = running.app.get(JobRunner, { strict: false });
    runner.register('slow', {
      isCancellable: true,
      run: ({ signal, progress }) => {
        progress(2, 5);
        signal.throwIfAborted();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
      },
    });
    runner.register('broken', { run: () => Promise.reject(new Error('broken on purpose')) });
    const [slow, broken] = [await runner.start('slow'), await runner.start('broken')];
    await page.goto('/pages/administration/jobs');
    const row = page.locator(`[data-job="${slow}"]`);
    await row.getByText('2 of 5').waitFor();
    await page.locator(`[data-job="${broken}"]`).getByText('The job failed').waitFor();
    expect(await page.locator(`[data-job="${broken}"]`).getByRole('button').count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await row.getByRole('button', { name: 'Cancel the job' }).click();
    await row.getByRole('alertdialog').getByRole('button', { name: 'Cancel the job' }).click();
    await row.getByText('Cancelled after 2 of 5. What was done stays.').waitFor();
    // The page follows what ends without it.
    const later = await runner.start('slow');
    await page.reload();
    await page.locator(`[data-job="${later}"]`).getByText('running').waitFor();
    await runner.cancelJob(later);
    await page.locator(`[data-job="${later}"]`).getByText('Cancelled after').waitFor();
    await readInKorean('/pages/administration/jobs', '작업');
  });

  it('show what the model costs against its budget, what happens when it is used up, and the questions of a day', async () => {
    await page.goto('/pages/administration/budget');
    await page.getByText('No language model is configured: nothing costs money.').waitFor();
    await page.getByText('No language model was called in this time.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const day = new Date().toISOString().slice(0, 10);
    await page.route('**/metrics/summary', async (route) => {
      const summary = await (await route.fetch()).json();
      const budget = { spent_today_usd: 8.5, day_usd: 10, request_usd: 0.5 };
      await route.fulfill({
        json: { ...summary, llm: { ...summary.llm, provider: 'openai', model: 'small' }, budget },
      });
    });
    await page.route('**/insights?*', async (route) => {
      const insights = await (await route.fetch()).json();
      const cost = [{ day, calls: 120, usd: 8.5, input_tokens: 81_000, output_tokens: 9200 }];
      await route.fulfill({ json: { ...insights, cost, degraded: [{ mark: 'cost_guard', questions: 3 }] } });
    });
    await page.reload();
    await page.getByText('The budget of today is nearly used up: 8.50 US dollars of 10.00 US dollars.').waitFor();
    expect(await page.getByRole('region', { name: 'Cost by day' }).locator('tbody').innerText()).toMatch(
      /120\s+81,000 \/ 9,200\s+8\.50 US dollars/,
    );
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Answers without the model for this reason: 3' }).click();
    await page.getByText('Degraded part: budget used up').waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Cost by day' }).getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'Questions' }).waitFor();
    await readInKorean('/pages/administration/budget', '예산과 비용');
  });

  it('find synonyms, change them as a new version, carry changes over a conflict, and restore a version', async () => {
    const read = async () => (await running.call({ method: 'GET', url: '/configuration' })).json<Shown>();
    const { version, groups, translations } = await read();
    await page.goto('/pages/administration/configuration');
    const table = page.locator('[data-table="synonyms"]');
    await table.getByLabel('Find a word').fill('긱사');
    const row = table.locator('tbody tr');
    await row.getByRole('textbox').fill('기숙사, 생활관, 사생관');
    await table.getByRole('button', { name: 'Add synonyms' }).click();
    await table.getByLabel('Words, row 1').fill('가마, 소성로');
    expect(await page.locator('[data-changed="added"]').count()).toBe(2);
    expect(await accessibilityFaults(page)).toEqual([]);
    // Somebody else adds a row meanwhile.
    const theirs = [...groups, { lang: 'ko', words: ['물레', '회전판'] }];
    const payload = { base_version: version, groups: theirs, translations };
    await running.call({ method: 'PUT', url: '/configuration/synonyms', payload });
    await page.getByLabel('Reason').fill('kilns');
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    await page.getByText(`Version ${version + 1} came into service after you began`).waitFor();
    expect(await page.locator('[data-changed="added"]').count()).toBe(2);
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    const made = page.locator(`[data-version="${version + 2}"]`);
    await made.getByText('in service').waitFor();
    await made.getByText('kilns').waitFor();
    const words = async () => (await read()).groups.map((one) => one.words.join());
    expect(await words()).toEqual(expect.arrayContaining(['기숙사,생활관,사생관', '가마,소성로', '물레,회전판']));
    await made.getByText('Difference').click();
    await made.getByText('가마').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const first = page.locator(`[data-version="${version}"]`);
    await first.getByRole('button', { name: 'Restore' }).click();
    await first.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await first.getByText('in service').waitFor();
    expect(await words()).toEqual(groups.map((one) => one.words.join()));
    await readInKorean('/pages/administration/configuration', '구성');
  });

  it('make an agent from categories, try it next to its form, make another from it, and delete the earlier', async () => {
    const names = async () =>
      (await running.call({ method: 'GET', url: '/agents' }))
        .json<{ items: { name: string }[] }>()
        .items.map(({ name }) => name);
    await page.goto('/pages/administration/agents');
    await page.getByText('No agents yet.').waitFor();
    await page.getByRole('link', { name: 'Add an agent' }).click();
    const tried = page.locator('[data-part="try"]');
    expect(await tried.getByRole('button', { name: 'Ask' }).isDisabled()).toBe(true);
    await page.getByLabel('Add a category').selectOption('Library › Use');
    await page.getByLabel('Name').fill('Lending desk');
    // What the form says is tried before it is stored.
    await tried.getByText('of the form').waitFor();
    await tried.getByLabel('Your question').fill('How often may a loan be renewed?');
    await tried.getByRole('button', { name: 'Ask' }).click();
    await tried.locator('[data-abstained="false"]').getByText('twice').waitFor();
    await tried.locator('.chips button').first().click();
    await tried.locator('[data-source="1"] blockquote').getByText('renewed twice').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await names()).toEqual([]);
    await page.getByRole('button', { name: 'Create the agent' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lending desk' }).waitFor();
    await page.getByText('The agent is stored.').first().waitFor();
    await tried.getByText('Asks the stored agent.').waitFor();
    const asked = page.waitForRequest((request) => request.url().endsWith('/chat/run'));
    await tried.getByLabel('Your question').fill('How often may a loan be renewed?');
    await tried.getByRole('button', { name: 'Ask' }).click();
    expect((await asked).postDataJSON()).toMatchObject({ agent_id: expect.stringMatching(/^agent_/) });
    await tried.locator('[data-abstained="false"]').waitFor();
    await page.waitForLoadState('networkidle');
    const kept = await running.call({ method: 'GET', url: '/conversations' });
    expect(kept.json().items).toEqual([]);
    // A change is another agent.
    expect(await page.getByRole('button', { name: 'Save as a new agent' }).isDisabled()).toBe(true);
    await page.getByLabel('Name').fill('Loans');
    await page.getByRole('checkbox', { name: 'search' }).check();
    await page.getByRole('button', { name: 'Save as a new agent' }).click();
    await page.getByRole('heading', { level: 1, name: 'Loans' }).waitFor();
    expect(await names()).toEqual(expect.arrayContaining(['Lending desk', 'Loans']));
    const made = page.locator('[data-part="made"]');
    await made.getByRole('button', { name: 'Delete the earlier agent' }).click();
    await made.getByRole('alertdialog').getByRole('button', { name: 'Delete the earlier agent' }).click();
    await page.locator('tr[data-agent="Loans"]').getByText('search').waitFor();
    expect(await names()).toEqual(['Loans']);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Loans' }).click();
    await page.getByRole('heading', { level: 1, name: 'Loans' }).waitFor();
    const url = new URL(page.url());
    await readInKorean(`${url.pathname}${url.search}`, 'Loans');
    await page.goto('/pages/administration/agents');
    await page.locator('tr[data-agent="Loans"]').getByRole('button', { name: '삭제' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
    await page.getByText('아직 에이전트가 없습니다.').waitFor();
    expect(await names()).toEqual([]);
    await readInKorean('/pages/administration/agents', '에이전트');
  });

  it('add, change and delete the systems under test, without losing what others added', async () => {
    const stored = async () =>
      (await running.call({ method: 'GET', url: '/test-targets' })).json<{ items: Record<string, unknown>[] }>().items;
    const other = { name: 'other', kind: 'openai', base_url: 'https://other.example.org/v1', model: 'm' };
    await page.goto('/pages/administration/targets');
    await page.getByText('No targets yet').waitFor();
    await page.locator('summary', { hasText: 'Add a target' }).click();
    const form = page.locator('details.card form');
    await form.getByLabel('Kind').selectOption('http');
    await form.getByLabel('Name', { exact: true }).fill('help-desk');
    await form.getByLabel('Address', { exact: true }).fill('https://help.example.org');
    await form.getByLabel('Headers, one a line').fill('Authorization Bearer');
    await form.getByLabel('Place of the answer').fill('/data/answer');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText("'Authorization Bearer' has no name and value").waitFor();
    await form.getByLabel('Headers, one a line').fill('Authorization: Bearer {TARGET_HELP_DESK_KEY}');
    expect(await accessibilityFaults(page)).toEqual([]);
    await running.call({ method: 'PUT', url: '/test-targets', payload: { items: [other] } });
    await form.getByRole('button', { name: 'Save' }).click();
    const row = page.locator('tr[data-target="help-desk"]');
    await row.getByText('any server, by templates').waitFor();
    expect(await stored()).toEqual([
      expect.objectContaining(other),
      expect.objectContaining({
        name: 'help-desk',
        headers: { Authorization: { secret: 'TARGET_HELP_DESK_KEY', prefix: 'Bearer ' } },
        request: { method: 'POST', path: '/', body: { query: '{{question}}' } },
        response: { answer: '/data/answer' },
        scopes: ['test'],
      }),
    ]);
    // What the server refuses is said, and nothing is lost.
    await row.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Place of the answer').fill('$..[?search(@, "x")]');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByLabel('Place of the answer').fill('answer.text');
    await dialog.getByText('Limits, prices and who may choose it').click();
    await dialog.getByLabel('US dollars for a million tokens in').fill('0.4');
    await dialog.getByRole('checkbox', { name: 'administer' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('run test sessions, administer').waitFor();
    expect((await stored())[1]).toMatchObject({
      headers: { Authorization: { secret: 'TARGET_HELP_DESK_KEY', prefix: 'Bearer ' } },
      response: { answer: 'answer.text' },
      price: { input_usd: 0.4, output_usd: 0 },
    });
    await row.getByRole('link', { name: 'Start a session' }).click();
    await page.getByText('Tests help-desk').waitFor();
    await readInKorean('/pages/administration/targets', '테스트 대상');
    for (const name of ['help-desk', 'other']) {
      const one = page.locator(`tr[data-target="${name}"]`);
      await one.getByRole('button', { name: '삭제' }).click();
      await one.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
      await one.waitFor({ state: 'detached' });
    }
    expect(await stored()).toEqual([]);
  });

  it('add webhooks, show their secret once, pause, test and delete them', async () => {
    await page.goto('/pages/administration/webhooks');
    await page.getByText('No webhooks yet.').waitFor();
    await page.getByText('Add a webhook').first().click();
    await page.getByLabel('Address').fill('http://127.0.0.1:9/hook');
    await page.getByLabel('a job ended').check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const secret = await page.locator('.secret').inputValue();
    expect(secret).toMatch(/^whsec_/);
    const row = page.locator('[data-webhook]');
    await row.getByText('a test session ended, a job ended').waitFor();
    await row.getByRole('button', { name: 'Pause' }).click();
    await row.getByText('paused').waitFor();
    await row.getByRole('button', { name: 'Start' }).click();
    await row.getByText('active').waitFor();
    await row.getByRole('button', { name: 'New secret' }).click();
    await row.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click();
    await page.waitForFunction(`document.querySelector('.secret')?.value !== '${secret}'`);
    await row.getByRole('button', { name: 'Last messages' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send a test' }).click();
    await dialog.locator('[data-delivery]').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Delete' }).click();
    await row.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhooks yet.').waitFor();
    await readInKorean('/pages/administration/webhooks', '웹훅');
  });

  it('store the questions of a file, show and export them, and start a session with them', async () => {
    const upload = async (name: string, text: string) => {
      await page.getByLabel(/^File/).setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) });
      await page.getByRole('button', { name: 'Store the dataset' }).click();
    };
    await page.goto('/pages/administration/datasets');
    await page.getByText('No datasets yet.').waitFor();
    await page.locator('summary', { hasText: 'Add a dataset from a file' }).click();
    await upload('broken.csv', 'question,answerable\nHow many?,perhaps\n');
    await page.getByRole('alert').getByText('line 2').waitFor();
    await upload('loans.csv', 'question,facts,tags,memo\nHow often may a loan be renewed?,twice|2 times,loans,x\n');
    await page.locator('[data-part="stored"]').getByText('memo').waitFor();
    await upload('samples.json', JSON.stringify([{ user_input: 'When are the rooms open?', reference: 'Every day.' }]));
    await upload('goldens.jsonl', '{"input": "Who may borrow?", "expected_output": "Everyone."}\n');
    await upload(
      'tests.yaml',
      'tests:\n  - vars: {question: Is it free?}\n    assert: [{type: icontains, value: free}]\n',
    );
    for (const name of ['loans', 'samples', 'goldens', 'tests'])
      await page.locator(`[data-dataset="${name}"]`).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'loans' }).click();
    await page.getByText('twice or 2 times').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as promptfoo' }).click();
    expect((await download).suggestedFilename()).toBe('loans.yaml');
    const place = new URL(page.url());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Questions: loans (1)').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const started = page.waitForRequest((request) => request.method() === 'POST');
    await page.locator('details.start').getByRole('button', { name: 'Start a session' }).click();
    expect((await started).postDataJSON()).toMatchObject({ dataset_id: place.searchParams.get('id') });
    await page.locator('.badge[data-value="completed"], .badge[data-value="failed"]').waitFor({ timeout: 50_000 });
    await readInKorean(`${place.pathname}${place.search}`, 'loans');
    await page.getByRole('button', { name: '삭제' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
    await page.locator('[data-dataset="tests"]').waitFor();
    expect(await page.locator('[data-dataset="loans"]').count()).toBe(0);
    await readInKorean('/pages/administration/datasets', '데이터셋');
  });
});
