import { testResultOf } from '../../../../test/support/test-result-of.js';
import { TestResult } from '../../domain/test-result.js';
import { suggestionsOf } from './session-suggestions.js';
import { summarise } from './summary.js';

const failed = ['a', 'b', 'c'].map((id) => {
  const result = testResultOf(id, 'failure');
  return {
    ...result,
    query: '혹시 긱사 규정의 보증금이 얼마인지 아세요?',
    judgement: { ...result.judgement, failureType: 'WRONG_FACT' as const },
  };
});
const outcome = {
  summary: summarise(failed, { seed: 1, invalidDialogues: new Set() }),
  gates: [
    {
      id: 'success_rate',
      requirement: 'REQ-S-003',
      value: 0,
      threshold: 0.8,
      ci95: [0, 0.5] as const,
      passed: false,
      detail: 'Few.',
    },
  ],
  causes: [],
  judgeCards: [],
};
const target = (kind: 'self' | 'http') => ({ kind, baseUrl: undefined, model: undefined, apiKeyEnv: undefined });
const of = (kind: 'self' | 'http') =>
  suggestionsOf({ sessionId: 's1', target: target(kind) }, failed, { outcome, whys: [] });

describe('the suggestions of a session', () => {
  it('are findings without a patch for another system: what fails, where, with examples', () => {
    const found = of('http');
    expect(found.length).toBeGreaterThan(1);
    for (const one of found) {
      expect(one).toMatchObject({ type: 'finding', patch: [], status: 'proposed' });
      expect(one.evidence['examples']).toEqual(failed.map(({ resultId }) => resultId));
      expect(one.evidence['places']).toEqual([expect.objectContaining({ failures: 3 })]);
    }
  });

  it('name the context for another system whose follow-ups fail and show nothing of it', () => {
    const turns = failed.map((result, i) => ({ ...result, scenarioId: 'dialogue-1', turn: i + 1 }));
    const unmeasured = { ...outcome.gates[0]!, id: 'followup_success_rate', value: null, ci95: null, passed: null };
    const found = suggestionsOf({ sessionId: 's1', target: target('http') }, turns, {
      outcome: { ...outcome, gates: [unmeasured] },
      whys: [],
    });
    expect(found[0]?.description).toMatch(/^2 of 2 follow-up questions failed, .* context/u);
  });

  it('are repairs for this system, none of them for a word of asking', () => {
    const synonyms = of('self').filter(({ type }) => type === 'synonym');
    expect(synonyms.map(({ description }) => /“([^”]+)”/u.exec(description)?.[1])).not.toEqual(
      expect.arrayContaining(['아세요']),
    );
    expect(of('self').every(({ type }) => type !== 'finding')).toBe(true);
  });

  it('never name a word of the title of the right document, or of the heading of its passage, as missing', () => {
    const about = failed.map((result, i) => ({
      ...result,
      query: '생활관 규정에서 긱사방 보증금이 얼마인지 물어봅니다.',
      gold: { ...result.gold, documentId: 'dorm', section: '제3조(보증금)' },
      sources:
        i > 0 ? [] : [{ documentId: 'dorm', chunkId: null, title: '생활관 운영 규정', quote: 'q', start: 0, end: 1 }],
    }));
    const found = suggestionsOf({ sessionId: 's1', target: target('self') }, about, { outcome, whys: [] });
    const named = found
      .filter(({ type }) => type === 'synonym')
      .map(({ description }) => /“([^”]+)”/u.exec(description)?.[1]);
    expect(named).toEqual(['긱사방']);
  });

  it('propose no synonym for a word of the title, nor for a word that is joined to its passage already', () => {
    const asked = (id: string, more: Partial<TestResult> = {}) => ({
      ...failed[0]!,
      resultId: id,
      query: 'Where do I send the playbook request?',
      gold: { ...failed[0]!.gold, documentId: 'p', quote: 'Submit it in the portal.' },
      ...more,
    });
    const wordsOf = (results: readonly TestResult[]) =>
      suggestionsOf({ sessionId: 's1', target: target('self') }, results, { outcome, whys: [] })
        .filter(({ type }) => type === 'synonym')
        .map(({ description }) => /“([^”]+)”/u.exec(description)?.[1]);
    expect(wordsOf([asked('a'), asked('b')])).toEqual(expect.arrayContaining(['playbook', 'send']));
    const source = { documentId: 'p', chunkId: 'p#9', title: 'The playbook', quote: 'Another.', start: 0, end: 8 };
    const paraphrases = [{ word: 'send', also: ['submit'] }];
    const events = [
      { component: 'hybrid_search', fired: true, input: null, output: { paraphrases }, effect: '', tookMs: 1 },
    ];
    const known = wordsOf([asked('a', { sources: [source], events }), asked('b', { events })]);
    expect(known).not.toEqual(expect.arrayContaining(['playbook']));
    expect(known).not.toEqual(expect.arrayContaining(['send']));
  });
});
