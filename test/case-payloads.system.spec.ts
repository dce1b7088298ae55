import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type RunningApplication, startApplication } from './support/application.js';
import { developmentData, NO_DATA } from './support/development-data.js';
import { describeUnless } from './support/lacking.js';

/** All of them take minutes; ALL_PAYLOADS=1 sends them, otherwise one in twenty-five. */
const EVERY = process.env.ALL_PAYLOADS === '1' ? 1 : 25;
const PAYLOADS = developmentData(path.join('payloads_half', 'payloads.jsonl'));
/** Hostile strings that are not part of the project. */
const LACK = PAYLOADS === undefined ? NO_DATA : undefined;

describeUnless(LACK, 'hostile strings in every text of the case base', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication();
  });
  afterAll(() => running.stop());

  it('are stored as they are or refused: never a 5xx, never an effect', async () => {
    const texts = readFileSync(PAYLOADS ?? '', 'utf8')
      .trim()
      .split('\n')
      .filter((_, n) => n % EVERY === 0)
      .map((line) => (JSON.parse(line) as { text: string }).text);
    expect(texts.length).toBeGreaterThan(100);
    const failures: string[] = [];
    let stored = 0;
    for (const [n, text] of texts.entries()) {
      const id = `safe-${n}`;
      const answers = [
        await running.post('/cbr/case', {
          case_id: id,
          query: text,
          category_path: ['Safe'],
          content: text,
          metadata: { [text]: text },
        }),
        await running.post('/cbr/suggest', {
          query: text,
          similarity_method: n % 2 === 0 ? 'char_ngram' : 'tfidf_cosine',
          k: 1,
        }),
        await running.post('/cbr/feedback', { log_id: text, case_id: id, feedback: 'ignored' }),
        await running.post('/cbr/feedback', { log_id: 'l', case_id: text, feedback: text }),
        await running.post('/cbr/case', { case_id: text, query: 'q', category_path: [text], content: 'c' }),
        await running.call({
          method: 'GET',
          url: `/cbr/cases/${encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))}`,
        }),
        await running.call({
          method: 'GET',
          url: `/cbr/cases?category=${encodeURIComponent(JSON.stringify([text]))}&cursor=${n}`,
        }),
      ];
      if (answers.some(({ statusCode }) => statusCode >= 500)) failures.push(text);
      if (answers[0]?.statusCode !== 201) continue;
      stored++;
      const back = (await running.call({ method: 'GET', url: `/cbr/cases/${id}` })).json();
      if (back.content !== text || back.query !== text || back.metadata[text] !== text)
        failures.push(`changed: ${text}`);
    }
    expect(failures).toEqual([]);
    expect(stored).toBeGreaterThan(texts.length * 0.9);
    expect((await running.call({ method: 'GET', url: '/health' })).json().components.cbr.status).toBe('healthy');
  }, 400_000);
});
