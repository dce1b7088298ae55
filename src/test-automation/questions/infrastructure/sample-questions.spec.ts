import { aSessionRequest } from '../../../../test/support/a-session.js';
import { FileSampleCorpus } from '../../../documents/infrastructure/sample-documents.js';
import { configurationFolders } from '../../../shared/infrastructure/configuration-folders.js';
import { MakeQuestions } from '../application/make-questions.js';
import { auditDialogue } from '../domain/dialogue-audit.js';
import { ASK_KINDS, FOLLOW_UP_KINDS, Question, QUESTION_KINDS } from '../../domain/question.js';
import { NO_HISTORY, NothingToAskError, QuestionHistory, SessionQuestions } from '../domain/question-maker.js';
import { SourceDocument } from '../../domain/session-scope.js';
import { SessionRequest } from '../../domain/session-request.js';
import { textComparison } from '../../judge/domain/text-comparison.js';
import { JsonPersonaSets } from '../../personas/infrastructure/json-persona-sets.js';
import { JsonQuestionLexicon } from './json-question-lexicon.js';

const REQUEST = aSessionRequest({ seed: 1, queriesPerPersona: 10, scenarios: 3, turns: 5 });
const TODAY = new Date('2026-11-01T00:00:00Z');

function makerOver(documents: readonly SourceDocument[]): MakeQuestions {
  const source = {
    async *documents(): AsyncIterable<SourceDocument> {
      yield* await Promise.resolve(documents);
    },
    one: (documentId: string) => Promise.resolve(documents.find((document) => document.documentId === documentId)),
    passages: () => Promise.resolve([]),
  };
  const comparison = { load: () => Promise.resolve(textComparison(() => 0)) };
  return new MakeQuestions(source, new JsonQuestionLexicon(), { now: () => TODAY }, comparison);
}

const counted = (questions: readonly Question[], keyOf: (q: Question) => string) =>
  questions.reduce<Record<string, number>>((n, q) => ({ ...n, [keyOf(q)]: (n[keyOf(q)] ?? 0) + 1 }), {});

describe('questions of the sample documents', () => {
  const make = async (set: string, request: Partial<SessionRequest> = {}, history: QuestionHistory = NO_HISTORY) => {
    const personas = (await new JsonPersonaSets(configurationFolders('data')).find(set)) ?? [];
    return maker.make({ ...REQUEST, ...request }, personas, history, new AbortController().signal);
  };
  let documents: Map<string, string>;
  let maker: MakeQuestions;
  let korean: SessionQuestions;
  let english: SessionQuestions;
  const all = () => [korean, english].flatMap((s) => [...s.singles, ...s.dialogues.flatMap((d) => d.turns)]);

  beforeAll(async () => {
    const corpus = (await new FileSampleCorpus().documents()).map((d) => ({ ...d, documentId: d.documentId ?? '' }));
    documents = new Map(corpus.map((d) => [d.documentId, d.text]));
    maker = makerOver(corpus);
    korean = await make('university');
    english = await make('handbook');
  }, 60_000);

  it('asks each persona 3 easy, 4 medium and 3 hard questions of ten', () => {
    for (const persona of new Set(korean.singles.map((q) => q.personaId))) {
      const mine = korean.singles.filter((q) => q.personaId === persona);
      expect(counted(mine, (q) => q.difficulty)).toEqual({ easy: 3, medium: 4, hard: 3 });
    }
  });

  it('asks every kind, and at least a tenth that the documents do not answer', () => {
    expect(Object.keys(counted(korean.singles, (q) => q.kind)).sort()).toEqual([...QUESTION_KINDS].sort());
    for (const { singles } of [korean, english])
      expect(singles.filter((q) => !q.gold.answerable).length).toBeGreaterThanOrEqual(singles.length / 10);
  });

  it('knows what each question about one provision asks for', () => {
    const kinds = new Set(all().flatMap(({ asks }) => asks ?? []));
    expect([...kinds].sort()).toEqual([...ASK_KINDS].sort());
    const unknown = [...korean.singles, ...english.singles].filter(
      ({ kind, asks, gold }) => asks === undefined && gold.answerable && kind !== 'comparison' && kind !== 'compound',
    );
    expect(unknown.map(({ text }) => text)).toEqual([]);
  });

  it('treats no topic as absent that the documents have by another name', async () => {
    const { singles } = await make('university', { seed: 7, queriesPerPersona: 24 });
    // 무인비행장치: a pilot has to ask.
    for (const { text } of singles) expect(text).not.toContain('드론');
  }, 60_000);

  it('quotes the document verbatim, with every required and no forbidden fact in the quote', () => {
    for (const { gold } of all().filter((q) => q.gold.answerable)) {
      expect(documents.get(gold.documentId ?? '')).toContain(gold.quote);
      expect(gold.requiredFacts.length).toBeGreaterThan(0);
      for (const fact of gold.requiredFacts) expect(gold.quote).toContain(fact);
      for (const fact of gold.forbiddenFacts) expect(gold.quote).not.toContain(fact);
    }
  });

  it('never states the answer in a single question, leaves no slot open, and repeats no question', () => {
    for (const { singles } of [korean, english]) {
      for (const q of singles) {
        for (const fact of q.gold.requiredFacts) expect(q.text).not.toContain(fact);
        expect(q.text).not.toMatch(/[{}[\]<>]|undefined|null|하여야|으인가/u);
      }
      expect(new Set(singles.map((q) => q.text)).size).toBe(singles.length);
      expect(new Set(singles.map((q) => q.id)).size).toBe(singles.length);
    }
  });

  it('puts no particle after a sound that does not take it', () => {
    for (const q of all().filter((one) => one.language === 'ko' && one.kind !== 'typo'))
      expect(q.text).not.toMatch(
        /(?:얼마|언제)(?:을|은|이|과) |며칠(?:를|는|가|와) |몇 (?:번|권|명|년|점)(?:를|는|가|와) /u,
      );
  });

  it('asks about an edition as of a day on which it was in force', () => {
    const edition = korean.singles.filter((q) => q.kind === 'edition');
    expect(edition.every((q) => q.asOf !== undefined && q.gold.forbiddenFacts.length > 0)).toBe(true);
  });

  it('holds dialogues that pass the audit, with all eight kinds of follow-up in both languages', () => {
    for (const { dialogues } of [korean, english]) {
      expect(dialogues.map((d) => d.turns.length)).toEqual([6, 6, 6]);
      expect(dialogues.flatMap(auditDialogue)).toEqual([]);
      const kinds = new Set(dialogues.flatMap((d) => d.turns.flatMap((t) => t.followUp ?? [])));
      expect([...kinds]).toEqual(expect.arrayContaining([...FOLLOW_UP_KINDS]));
    }
  });

  it('starts no embedded English question with a capital that is only due to the start of its sentence', () => {
    for (const { text } of english.singles)
      expect(text).not.toMatch(
        /\b(?:how long|how soon|how often|when|what|by) (?:Photos|Values|Dead|Training|Signatures|Internal|Look|Records)\b/u,
      );
  });

  it('asks the same for the same seed, and something else for another', async () => {
    expect(JSON.stringify(await make('handbook'))).toBe(JSON.stringify(english));
    expect(JSON.stringify(await make('handbook', { seed: 2 }))).not.toBe(JSON.stringify(english));
  }, 60_000);

  it('does not ask again what passed', async () => {
    const passed = new Set(english.singles.map((q) => q.id));
    const again = await make('handbook', {}, { passed, failed: new Set() });
    const repeated = again.singles.filter((q) => passed.has(q.id));
    expect(repeated.length).toBeLessThan(again.singles.length / 10);
  }, 60_000);

  it('asks again what failed, whatever the seed', async () => {
    const failed = new Set(english.singles.filter((q, i) => i % 5 === 0 && q.gold.answerable).map((q) => q.id));
    const again = await make('handbook', { seed: 99 }, { passed: new Set(), failed });
    const repeated = again.singles.filter((q) => failed.has(q.id));
    expect(repeated).toHaveLength(failed.size);
    expect(new Set(again.singles.map((q) => q.id)).size).toBe(again.singles.length);
  }, 60_000);

  it('says what to do if there is nothing to ask about', async () => {
    const empty = makerOver([]).make(REQUEST, [], NO_HISTORY, new AbortController().signal);
    await expect(empty).rejects.toThrow(NothingToAskError);
    await expect(empty).rejects.toThrow('add documents');
  });
});
