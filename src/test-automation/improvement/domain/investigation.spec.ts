import { testResultOf } from '../../../../test/support/test-result-of.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { surroundingsOf } from '../../attribution/domain/surroundings.js';
import { CounterfactualKind, CounterfactualRun } from './counterfactual-run.js';
import { shownByTopic, showsTopic } from './follow-up-cause.js';
import { causeOf, clustersOf, lacksPattern } from './investigation.js';
import { SessionFailure } from './session-failure.js';
import { questionOfResult } from './question-of-result.js';

const run = (kind: CounterfactualKind, success: boolean, more: Partial<CounterfactualRun> = {}): CounterfactualRun => ({
  kind,
  change: `${kind} changed`,
  success,
  score: success ? 5 : 1,
  goldRank: null,
  component: null,
  patch: [],
  ...more,
});

/** A search that did not find the right passage. */
const SEARCHED = {
  component: 'hybrid_search',
  fired: true,
  input: null,
  output: { passages: [{ chunk_id: 'x#1' }] },
  effect: '',
  tookMs: 1,
};

function failure(
  runs: readonly CounterfactualRun[],
  more: {
    readonly rank?: number | null;
    readonly understood?: TargetAnswer['understood'];
    readonly history?: string[];
  } = {},
): SessionFailure {
  const result = testResultOf('q', 'failure', { events: [SEARCHED] });
  const question = questionOfResult(result);
  const understood = more.understood ?? { intent: 'question', question: question.text };
  const answer = { text: 'wrong', sources: [], events: [], understood } as unknown as TargetAnswer;
  const trial = { question, intent: null, ...(more.history === undefined ? {} : { history: more.history }) };
  const outcome = { trial, answer, judgement: undefined, success: false, score: 1 };
  return {
    resultId: 'r',
    outcome,
    goldRank: more.rank ?? null,
    runs,
    row: { result, around: surroundingsOf([result], null) },
  };
}

const NO_HELP = run('oracle_retrieval', false);

describe('causeOf', () => {
  it.each([
    ['wider_filter', {}, 'filter', 'category that the target does not search'],
    ['synonym', { component: 'query_analyzer' }, 'query_analyzer', 'No synonym joins the words'],
    ['component_off', { component: 'reranker' }, 'reranker', 'reranker spoils what is right without it'],
    ['component_off', { component: 'hyde' }, 'hyde', 'hyde spoils what is right without it'],
    ['hyde_on', { component: 'hyde' }, 'hyde', 'conditions of hyde leave the question out'],
    ['other_edition', {}, 'query_analyzer', 'another day'],
    ['wider_search', {}, 'hybrid_search', 'Too few passages are read'],
    ['weights', { component: 'hybrid_search' }, 'hybrid_search', 'other weights bring it among those that are read'],
    ['weights', { component: 'dynamic_query_expansion' }, 'dynamic_query_expansion', 'other weights'],
    ['oracle_rewrite', {}, null, 'none of 0 changes of one part'],
    ['oracle_retrieval', {}, null, 'The right passage was not found among the 1 retrieved passages'],
  ] as const)('names component and change if %s cures %j', (kind, more, component, because) => {
    const shown = run(kind, true, more);
    const found = causeOf(failure([NO_HELP, shown]));
    expect(found).toMatchObject({ component, shownBy: shown });
    expect(found.because).toContain(because);
    expect(found.change).not.toBe('');
  });

  it('takes no component for the cause without which the same wrong passage comes first', () => {
    const off = run('component_off', true, { component: 'reranker', leads: false });
    expect(causeOf(failure([NO_HELP, off])).component).not.toBe('reranker');
    expect(causeOf(failure([NO_HELP, { ...off, leads: true }])).component).toBe('reranker');
  });

  it('blames no weights that find the passage without a right answer', () => {
    const weights = run('weights', false, { component: 'hybrid_search', goldRank: 9 });
    const cure = run('oracle_rewrite', true);
    expect(causeOf(failure([NO_HELP, cure, weights])).component).not.toBe('hybrid_search');
    expect(causeOf(failure([NO_HELP, cure, { ...weights, success: true }])).component).toBe('hybrid_search');
  });

  it('blames the completion of a comparison that leaves one of its topics out, though naming another one does not help', () => {
    const { row, ...found } = failure([run('named_topic', false)], { history: ['How long is leave of type A?'] });
    const before = testResultOf('first', 'success', {
      scenarioId: 's',
      turn: 1,
      query: 'How long is leave of type B, in months?',
    });
    const context = {
      followUp: 'comparison' as const,
      kept: false,
      implied: ['How long is leave of type B, in months?'],
      remembered: [],
      coreNeedMet: false,
      understoodAs: 'How long is plain vacation?',
      rootCause: null,
    };
    const judgement = { ...row.result.judgement, failureType: 'LOST_CONTEXT' as const };
    const result = { ...row.result, scenarioId: 's', turn: 2, context, judgement };
    const around = surroundingsOf([before, result], null);
    const compared = { ...found, row: { result, around } };
    expect(causeOf(compared)).toMatchObject({ key: 'context', component: 'query_analyzer' });
    const other = { ...result, context: { ...context, followUp: 'clarification' as const } };
    expect(causeOf({ ...found, row: { result: other, around } }).key).not.toBe('context');
  });

  it('names the other components too, without which the answer is right', () => {
    const word = run('component_off', true, { component: 'reranker' });
    const other = run('component_off', true, { component: 'hyde', leads: false });
    expect(causeOf(failure([NO_HELP, word, other])).because).toContain('Without hyde the answer is right too.');
    expect(causeOf(failure([NO_HELP, word])).because).not.toContain('right too');
  });

  it('names no part where the words alone decide and no synonym that was tried helps', () => {
    const words = run('wording', true, { words: { from: 'leave school', to: 'withdraw' } });
    expect(causeOf(failure([NO_HELP, words]))).toMatchObject({ key: 'words', component: 'query_analyzer' });
    expect(causeOf(failure([NO_HELP, words, run('synonym', false)]))).toMatchObject({
      key: 'words_alone',
      component: null,
    });
  });

  it('names no part if no change of one helps, with their number', () => {
    const kinds = ['wider_filter', 'synonym', 'component_off', 'hyde_on', 'other_edition', 'wider_search'] as const;
    const found = { ...failure(kinds.map((kind) => run(kind, false))), weightsTried: 40 };
    expect(causeOf(found)).toMatchObject({ key: 'no_part', component: null, shownBy: undefined });
    expect(causeOf(found).because).toContain('none of 46 changes of one part');
  });

  it('blames no search alone for a passage that does not help when it is handed over', () => {
    expect(causeOf(failure([NO_HELP]))).toMatchObject({ key: 'reading', component: 'answer_writer' });
  });

  it('blames the rules of the intents if a question was read as small talk', () => {
    const off = run('component_off', true, { component: 'self_rag' });
    const understood = { intent: 'general', question: null };
    expect(causeOf(failure([off], { understood }))).toMatchObject({ key: 'intent:general' });
    expect(causeOf(failure([off])).key).toBe('off:self_rag');
  });

  it('blames the follow-up rules if a turn was not recognized as a follow-up and is right when completed', () => {
    const completed = run('oracle_rewrite', true);
    const history = ['What about leave?'];
    const asked = { ...failure([completed], { history }), completed: 'leave, and question q' };
    expect(lacksPattern(asked)).toBe(true);
    expect(causeOf(asked)).toMatchObject({ key: 'no_pattern' });
    // With the heading of the right passage it says nothing about the earlier turns.
    expect(lacksPattern({ ...asked, completed: undefined })).toBe(false);
    const understood = { intent: 'question', question: 'leave, and question q' };
    expect(causeOf({ ...failure([completed], { history, understood }), completed: 'x' })).toMatchObject({
      key: 'completion',
      component: 'query_analyzer',
    });
    expect(causeOf(failure([completed])).key).toBe('no_part');
  });

  it('blames no rule for follow-ups if the turn can be answered alone', () => {
    const found = failure([run('oracle_rewrite', true)], { history: ['What about leave?'] });
    expect(causeOf({ ...found, standsAlone: true }).key).toBe('no_part');
  });

  describe('of a follow-up', () => {
    const history = ['Who leads the north office?'];
    const topic = { words: 'north office', turn: 1 };
    const off = run('component_off', true, { component: 'reranker' });

    it('is the completion if naming the topic of an earlier turn helps, whatever else does', () => {
      const named = run('named_topic', true, { topic, goldRank: 1 });
      const found = causeOf(failure([off, run('oracle_rewrite', true), named], { history }));
      expect(found).toMatchObject({ key: 'topic', component: 'query_analyzer', shownBy: named });
      expect(found.because).toContain('“question q” does not name its topic, “north office” of turn 1');
    });

    it('is the completion if the passage comes in sight with the topic, and was not found without it', () => {
      const seen = (goldRank: number) =>
        causeOf(failure([off, run('named_topic', false, { topic, goldRank })], { history }));
      expect(seen(2).key).toBe('topic');
      expect(seen(4).key).toBe('off:reranker');
    });

    it('is not a topic whose words the searched question has, each of them', () => {
      const topic = { words: 'leave type', turn: 1 };
      const named = run('named_topic', false, { goldRank: 1, topic });
      const understood = { intent: 'question', question: 'What about the type of leave and q?' };
      const asked = failure([named], { history: ['Leave type?'], understood });
      expect(causeOf(asked).key).not.toBe('topic');
    });

    it('is not a topic without a title that helps the decision alone, where the passage came first', () => {
      const chance = run('named_topic', true, { topic: { ...topic, isTitled: false }, goldRank: 1 });
      expect([1, 2, null].map((place) => showsTopic(chance, place))).toEqual([false, true, true]);
      expect(showsTopic({ ...chance, topic: { ...topic, isTitled: true } }, 1)).toBe(true);
    });

    it('is what leads to the question, if it is answered without that', () => {
      const words = { from: 'One more thing,', to: null };
      const alone = run('named_topic', true, { topic: { words: null, turn: null }, words });
      expect(causeOf(failure([alone], { history }))).toMatchObject({
        key: 'lead',
        because: expect.stringContaining('keeps “One more thing,”, which asks for nothing'),
      });
    });

    it('is shown by complete questions even where the answer did not come again', () => {
      const named = run('named_topic', true, { topic, goldRank: 1 });
      expect(shownByTopic(failure([off, named], { history }))?.runs).toEqual([named]);
      expect(shownByTopic(failure([off, { ...named, success: false, goldRank: null }], { history }))).toBeUndefined();
    });

    it('is the wrong completion if the searched question names the topic', () => {
      const understood = { intent: 'question', question: 'north office, and all sorts of things' };
      const named = run('named_topic', true, { topic, goldRank: 1 });
      expect(causeOf(failure([named], { history, understood }))).toMatchObject({ key: 'completion', shownBy: named });
      const place = run('named_topic', false, { topic, goldRank: 1 });
      expect(causeOf(failure([place, off], { history, understood })).key).toBe('off:reranker');
    });

    it('is what the completion keeps of an earlier turn, if it is answered without that', () => {
      const words = { from: 'For background,', to: null, turn: 1 };
      const left = run('wording', true, { words });
      expect(causeOf(failure([run('named_topic', true, { topic }), left], { history }))).toMatchObject({
        key: 'filler',
        because: expect.stringContaining('keeps “For background,” of turn 1'),
      });
    });

    it('stays apart from single questions if no run of its own shows their cause', () => {
      const single = failure([NO_HELP]);
      const turn = failure([NO_HELP, run('named_topic', false, { topic })], { history });
      expect(clustersOf([single, turn]).map(({ members }) => members.length)).toEqual([1, 1]);
      expect(clustersOf([failure([off]), failure([off], { history })]).map(({ members }) => members.length)).toEqual([
        2,
      ]);
    });
  });

  it('prefers the filter to any other cause: a passage outside the filter cannot be found', () => {
    const all = [run('wider_filter', true), run('synonym', true), run('oracle_rewrite', true)];
    expect(causeOf(failure(all)).key).toBe('filter');
  });
});

describe('clustersOf', () => {
  it('groups failures by their cause regardless of their wording, the greatest first', () => {
    const handed = failure([run('oracle_retrieval', true)]);
    const edition = failure([run('other_edition', true)]);
    const clusters = clustersOf([handed, edition, { ...edition, resultId: 'other' }]);
    expect(clusters.map(({ cause, members }) => [cause.key, members.length])).toEqual([
      ['edition', 2],
      ['no_part', 1],
    ]);
  });
});
