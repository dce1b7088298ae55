import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../src/app.js';
import { ReadConfiguration } from '../src/config/application/show-configuration.js';
import { readEnvironment } from '../src/config/environment.js';
import { SampleLoader } from '../src/documents/application/load-samples.js';
import { createLogger } from '../src/shared/interface/pino-logger.js';
import { Improvement, ImprovementStore } from '../src/test-automation/sessions/domain/improvement.js';
import { SessionStore } from '../src/test-automation/sessions/domain/session-store.js';
import { TestSession } from '../src/test-automation/sessions/domain/test-session.js';
import { accessibilityFaults, describeInBrowser, isTooWide, openBrowser, openPage } from './support/browser.js';
import { testResultOf } from './support/test-result-of.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

const ASKED = '법카 어떻게 되나요?';
/** What the users ask with the one word, and the provisions of the samples that say the other. */
const FAILED: readonly (readonly [query: string, quote: string, fact: string])[] = [
  [
    ASKED,
    '법인카드를 쓴 사람은 쓴 날부터 7일 이내에 영수증과 사용 목적, 참석자를 회계시스템에 등록하여야 한다.',
    '7일',
  ],
  [
    '법카 쓰면 며칠 안에 해야 하나요?',
    '법인카드를 쓴 사람은 쓴 날부터 7일 이내에 영수증과 사용 목적, 참석자를 회계시스템에 등록하여야 한다.',
    '7일',
  ],
  [
    '법카 원칙이 어떻게 되나요?',
    '물품 구입, 회의, 출장에 드는 경비는 법인카드로 결제함을 원칙으로 하며, 사용 기준은 별표 1과 같다.',
    '법인카드',
  ],
  [
    '법카로 무엇을 결제하나요?',
    '물품 구입, 회의, 출장에 드는 경비는 법인카드로 결제함을 원칙으로 하며, 사용 기준은 별표 1과 같다.',
    '출장',
  ],
];
const RESULTS = FAILED.map(([query, quote, fact], i) => {
  const gold = { documentId: 'haeon/6-1-3@2026', section: null, quote, requiredFacts: [fact] };
  return testResultOf(`q-${i + 1}`, 'failure', {
    resultId: `r-${i + 1}`,
    query,
    language: 'ko',
    gold: { ...gold, forbiddenFacts: [], answerable: true },
  });
});
const GROUP = { lang: 'ko', words: ['법인카드', '법카'] };

function improvement(id: string, more: Partial<Improvement>): Improvement {
  return {
    id,
    type: 'synonym',
    priority: 'high',
    description: 'No synonym joins the words.',
    suggestedValue: '법카 = 법인카드',
    patch: [],
    evidence: { result_ids: RESULTS.map(({ resultId }) => resultId) },
    status: 'proposed',
    ...more,
  };
}

const IMPROVEMENTS = [
  improvement('imp-good', { patch: [{ op: 'add', path: '/synonyms/groups/-', value: GROUP }] }),
  improvement('imp-quote', {
    patch: [{ op: 'add', path: '/synonyms/groups/-', value: { lang: 'ko', words: ['법인카드', ASKED] } }],
  }),
  improvement('imp-useless', {
    patch: [{ op: 'add', path: '/synonyms/groups/-', value: { lang: 'ko', words: ['눈사람', '설인'] } }],
  }),
  improvement('imp-harmful', {
    // It cures nothing and has all questions answered by the last of the passages' own words.
    patch: [{ op: 'replace', path: '/intents/rules/0/patterns/0', value: '.' }],
  }),
  improvement('imp-broken', { patch: [{ op: 'remove', path: '/synonyms/groups/99999' }] }),
  improvement('imp-written', { type: 'code_pattern' }),
];

const SESSION = {
  sessionId: 'ses-1',
  owner: 'anonymous',
  status: 'completed',
  request: { scope: null, personaSet: 'university', personas: [], target: { kind: 'self' }, seed: 1 },
  planned: { queries: 1, turns: 0 },
  createdAt: '2026-11-22T00:00:00.000Z',
  startedAt: null,
  completedAt: null,
  startState: {},
  error: null,
} as unknown as TestSession;

describe('improvements that have to prove themselves', () => {
  let app: NestFastifyApplication;
  let folder: string;

  const post = async (url: string, payload: object = {}) => {
    const reply = await app.inject({ method: 'POST', url, payload });
    return { status: reply.statusCode, body: reply.json() };
  };
  /** What a control cures hangs on the embedding, which would be fitted somewhere between two tests. */
  const fitted = async () => {
    await post('/index/optimize');
    const index = async () => (await app.inject({ method: 'GET', url: '/index' })).json();
    for (let looked = 0; looked < 600; looked++) {
      const { optimizing, stale } = await index();
      if (!optimizing && !stale) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The embedding was not fitted within a minute.');
  };
  const act = (id: string, action: string) => post(`/improvements/${id}/${action}`);
  const version = () => app.get(ReadConfiguration, { strict: false }).read().version;
  const hasGroup = () =>
    app
      .get(ReadConfiguration, { strict: false })
      .read()
      .document.synonyms.groups.some((group) => group.words.includes('법카'));

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'touchstone-improvements-'));
    const file = path.join(projectRoot(), 'data', 'config', 'synonyms.json');
    const synonyms = JSON.parse(readFileSync(file, 'utf8'));
    const groups = synonyms.groups.filter((group: { words: string[] }) => !group.words.includes('법카'));
    mkdirSync(path.join(folder, 'config'));
    writeFileSync(path.join(folder, 'config', 'synonyms.json'), JSON.stringify({ ...synonyms, groups }));
    const environment = readEnvironment({
      DATA_DIR: folder,
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'silent',
      // The lexicon knows 법카 too, and then there is no failure to cure.
      LEXICON_ENABLED: 'false',
    });
    app = await createApp(environment, createLogger({ level: 'silent', format: 'json' }));
    await app.get(SampleLoader, { strict: false }).load(() => undefined);
    await fitted();
    const sessions = app.get(SessionStore, { strict: false });
    await sessions.create(SESSION);
    for (const result of RESULTS) await sessions.saveResult('ses-1', result);
    await app.get(ImprovementStore, { strict: false }).replace('ses-1', 'anonymous', IMPROVEMENTS);
  }, 180_000);

  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('tries a patch in a sandbox: verified by its figures, while what is served stays as it is', async () => {
    const before = version();
    const { status, body } = await act('imp-good', 'verify');
    expect(status).toBe(200);
    expect(body.evidence.verification.reasons).toEqual([
      expect.stringMatching(/^Failures: [2-9] gained and 0 lost of 4;/u),
    ]);
    expect(body.status).toBe('verified');
    expect(body.evidence.verification.failing).toMatchObject({ queries: 4, lost: 0 });
    expect(body.evidence.verification.failing.gained).toBeGreaterThanOrEqual(2);
    expect(body.evidence.verification.regression.queries).toBeGreaterThanOrEqual(20);
    expect(version()).toBe(before);
    expect(hasGroup()).toBe(false);
  }, 120_000);

  it.each([
    ['imp-quote', 'quotes a question'],
    ['imp-useless', 'does not cure'],
    ['imp-harmful', 'does not cure'],
    ['imp-broken', 'cannot be applied'],
  ])(
    'rejects %s',
    async (id, reason) => {
      const { status, body } = await act(id, 'verify');
      expect(status).toBe(200);
      expect(body.status).toBe('rejected');
      expect(body.evidence.verification.reasons.join(' ')).toContain(reason);
    },
    120_000,
  );

  it('applies only what is verified, as a new version in service at once', async () => {
    expect((await act('imp-useless', 'apply')).status).toBe(409);
    const before = version();
    const { status, body } = await act('imp-good', 'apply');
    expect([status, body.status]).toEqual([200, 'applied']);
    expect(version()).toBe(before + 1);
    expect(hasGroup()).toBe(true);
    let answered = 0;
    for (const [message] of FAILED) {
      const answer = await post('/chat/run', { message });
      if (answer.body.sources[0]?.doc_id === 'haeon/6-1-3@2026') answered++;
    }
    // As many as were gained when it was tried.
    expect(answered).toBeGreaterThanOrEqual(2);
    expect((await act('imp-good', 'verify')).status).toBe(409);
  });

  it('rolls back to the version before, and has every step in its audit log', async () => {
    const { status, body } = await act('imp-good', 'rollback');
    expect([status, body.status]).toEqual([200, 'rolled_back']);
    expect(hasGroup()).toBe(false);
    expect(body.audit.map((entry: { action: string }) => entry.action)).toEqual(['verified', 'applied', 'rolled_back']);
    expect((await act('imp-good', 'rollback')).status).toBe(409);
  });

  it('takes one repair back from under a later one', async () => {
    await act('imp-good', 'verify');
    await act('imp-good', 'apply');
    const later = [{ op: 'replace' as const, path: '/pipeline/search/decisive', value: 0.44 }];
    const { ApplyConfigurationPatch } = await import('../src/config/application/apply-configuration-patch.js');
    await app.get(ApplyConfigurationPatch, { strict: false }).apply({ patch: later, note: 'later' });
    expect((await act('imp-good', 'rollback')).status).toBe(200);
    expect(hasGroup()).toBe(false);
    expect(app.get(ReadConfiguration, { strict: false }).read().document.pipeline.search.decisive).toBe(0.44);
  }, 120_000);

  describeInBrowser('on their page', () => {
    it('are verified, applied and rolled back by a click each, and nothing is offered that cannot be done', async () => {
      await app.listen(0, '127.0.0.1');
      const { port } = app.getHttpServer().address() as AddressInfo;
      const browser = await openBrowser();
      const { page, errors } = await openPage(browser, `http://127.0.0.1:${port}`);
      await page.goto('/pages/sessions/improvements');
      const card = page.locator('[data-improvement="imp-good"]');
      const offered = () => card.getByRole('button').allInnerTexts();
      const becomes = (status: string) => card.locator(`.badge[data-value="${status}"]`).waitFor({ timeout: 150_000 });
      // It was rolled back before, and may be tried again.
      await becomes('rolled_back');
      const told = await card.locator('ol li').count();
      // A change that is not verified is not listed as an improvement: it is in a collapsed section.
      await page.locator('details.suggestions > summary').click();
      const written = page.locator('[data-improvement="imp-written"]');
      expect(await written.getByRole('button').allInnerTexts()).toEqual(['Dismiss']);
      expect(await offered()).toEqual(['Verify', 'Dismiss']);
      await card.getByRole('button', { name: 'Verify', exact: true }).click();
      await becomes('verified');
      expect(await accessibilityFaults(page)).toEqual([]);
      await card.getByRole('button', { name: 'Apply' }).click();
      await becomes('applied');
      expect(hasGroup()).toBe(true);
      expect(await offered()).toEqual(['Roll back']);
      await card.getByRole('button', { name: 'Roll back' }).click();
      await becomes('rolled_back');
      expect(hasGroup()).toBe(false);
      expect(await card.locator('ol li').count()).toBe(told + 3);
      const useless = page.locator('[data-improvement="imp-useless"]');
      await useless.locator('.badge[data-value="rejected"]').waitFor();
      expect(await useless.getByRole('button', { name: 'Apply' }).count()).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);

      // Several are verified together.
      for (const id of ['imp-useless', 'imp-broken'])
        await page.locator(`[data-improvement="${id}"]`).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Verify the selected ones (2)' }).click();
      await page.getByText('Tried: 2. Verified: 0. Rejected: 2.').waitFor({ timeout: 150_000 });
      expect(await accessibilityFaults(page)).toEqual([]);

      // One that is not wanted is dismissed with a reason, found by its status, and restored.
      await page.getByLabel('Kind').selectOption('code_pattern');
      expect(await page.locator('[data-improvement]').count()).toBe(1);
      await written.getByRole('button', { name: 'Dismiss' }).click();
      await written.getByLabel('Why is it not wanted?').fill('It means another card (법카).');
      expect(await accessibilityFaults(page)).toEqual([]);
      await written.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByText('No improvement fits these filters.').waitFor();
      await page.getByLabel('Status').selectOption('dismissed');
      await written.getByText('Dismissed: It means another card (법카).').waitFor();
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await isTooWide(page)).toBe(false);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.reload();
      await written.getByRole('button', { name: 'Restore' }).click();
      await page.getByText('No improvement fits these filters.').waitFor();
      await page.getByLabel('Status').selectOption('proposed');
      await written.locator('.badge[data-value="proposed"]').waitFor();
      expect(errors).toEqual([]);
      await browser.close();
    }, 400_000);
  });

  it('says of a written suggestion that there is nothing to try', async () => {
    const { status, body } = await act('imp-written', 'verify');
    expect(status).toBe(409);
    expect(body.detail).toContain('written suggestion');
    expect((await act('imp-unknown', 'verify')).status).toBe(404);
  });
});
