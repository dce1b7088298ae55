import fc from 'fast-check';
import { comparable } from './leak/comparable.js';
import { SECRET_DOCUMENT } from './leak/planted.js';
import type { Call } from './leak/routes.js';
import { startServer, withKey, type World } from './leak/world.js';

const word = fc.constantFrom(
  'kiln',
  'fires',
  'clay',
  'glaze',
  'ash',
  'noon',
  '가마',
  '규정',
  '제3조',
  '휴학',
  'the',
  'oven 12',
);
const text = fc.array(word, { minLength: 2, maxLength: 20 }).map((words) => `The ${words.join(' ')}.`);
const title = fc.constantFrom('Kiln rules', '휴학 규정', '가마 규정', 'Glaze notes');
const corpus = fc.array(
  fc.record({
    title,
    text,
    at: fc.constantFrom(['Seen'], ['Seen', 'Deep'], ['Hidden'], ['Hidden', 'Deep']),
    groups: fc.constantFrom<string[]>([], [], ['mine'], ['theirs'], ['mine', 'theirs']),
  }),
  { minLength: 1, maxLength: 12 },
);
const filters = fc.option(
  fc.array(fc.constantFrom(['Seen'], ['Seen', 'Deep'], ['Hidden'], ['Deep']), { maxLength: 2 }),
  { nil: undefined },
);

describe('two stores that differ only in what a key may not see', () => {
  let whole: World;
  let alone: World;
  beforeAll(async () => {
    [whole, alone] = [await startServer(), await startServer()];
    for (const { admin } of [whole, alone])
      expect((await admin({ method: 'POST', url: '/documents', payload: SECRET_DOCUMENT })).statusCode).toBe(201);
  });
  afterAll(async () => {
    await whole.running.stop();
    await alone.running.stop();
  });

  it('give that key the same answers, whatever they hold and it asks', async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(corpus, text, filters, async (documents, question, paths) => {
        // Separate categories for each run: the documents of earlier runs are hidden too.
        const root = `Run ${++runs}`;
        const stored = documents.map(({ at, ...rest }, i) => ({
          ...rest,
          document_id: `r${runs}-${String(i).padStart(2, '0')}`,
          canonical_path: [root, ...at],
        }));
        const isSeen = ({ canonical_path: at, groups }: { canonical_path: string[]; groups: string[] }) =>
          at[1] === 'Seen' && (groups.length === 0 || groups.includes('mine'));
        const request = { name: root, scopes: ['query'], allowed_category_paths: [[root, 'Seen']], groups: ['mine'] };
        const narrowed =
          paths === undefined ? {} : { filters: { allowed_category_paths: paths.map((p) => [root, ...p]) } };
        const answers = [];
        for (const [world, held] of [
          [whole, stored],
          [alone, stored.filter(isSeen)],
        ] as const) {
          for (const payload of held)
            expect((await world.admin({ method: 'POST', url: '/documents', payload })).statusCode).toBe(201);
          const ask = await withKey(world, request);
          const told = [];
          for (const call of questions(question, narrowed)) told.push(comparable(await ask(call), new Map()));
          answers.push(told);
        }
        expect(answers[0]).toEqual(answers[1]);
      }),
      { numRuns: 15 },
    );
  });
});

function questions(question: string, narrowed: object): Call[] {
  return [
    ...['hybrid', 'bm25', 'vector'].map((mode): Call => {
      const payload = { query: question, mode, explain: true, top_k: 100, ...narrowed };
      return { method: 'POST', url: '/search', payload };
    }),
    { method: 'POST', url: '/chat/run', payload: { message: question, options: { explain: true }, ...narrowed } },
    { method: 'POST', url: '/classify', payload: { text: question, top_k: 10, ...narrowed } },
    { method: 'GET', url: '/documents?limit=2' },
    { method: 'GET', url: '/taxonomy/current/tree' },
    { method: 'GET', url: '/index' },
  ];
}
