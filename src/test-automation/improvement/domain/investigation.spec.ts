import { testResultOf } from '../../../../test/support/test-result-of.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { surroundingsOf } from '../../attribution/domain/surroundings.js';
import { CounterfactualKind, CounterfactualRun } from './counterfactual-run.js';
import { causeOf, clustersOf, lacksPattern, SessionFailure } from './investigation.js';
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
    ['oracle_rewrite', {}, 'dynamic_query_expansion', 'words that lead to the passage'],
    ['oracle_retrieval', {}, 'hybrid_search', 'The right passage was not found among the 1 retrieved passages'],
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

  it('leaves out runs that did not help', () => {
    const kinds = ['wider_filter', 'synonym', 'component_off', 'hyde_on', 'other_edition', 'wider_search'] as const;
    expect(causeOf(failure(kinds.map((kind) => run(kind, false)))).key).toBe('not_found');
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
    expect(causeOf(failure([completed])).key).toBe('wording');
  });

  it('blames no rule for follow-ups if the turn can be answered alone', () => {
    const found = failure([run('oracle_rewrite', true)], { history: ['What about leave?'] });
    expect(causeOf({ ...found, standsAlone: true }).key).toBe('wording');
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
      ['not_found', 1],
    ]);
  });
});
