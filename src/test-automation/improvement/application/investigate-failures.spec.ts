import { eventOf, FixedConfiguration, scriptedBench, trialAnswer } from '../../../../test/support/scripted-trials.js';
import { testResultOf } from '../../../../test/support/test-result-of.js';
import { questionOfResult } from '../domain/question-of-result.js';
import { RankedPassage } from '../domain/experiment-sandbox.js';
import { Trial, TrialOutcome } from '../domain/trial.js';
import { RagComponent } from '../../attribution/domain/trace-attribution.js';
import { JsonQuestionLexicon } from '../../questions/infrastructure/json-question-lexicon.js';
import { InvestigateFailures } from './investigate-failures.js';

const QUOTE = '복수전공은 9월 30일까지 신청한다.';
const GOLD: RankedPassage = { documentId: 'major', title: '학사 규정', section: '제3조(복수전공)', text: QUOTE };
const OTHER: RankedPassage = { documentId: 'leave', title: '휴학 규정', section: '제2조', text: '휴학 신청' };

const result = testResultOf('q', 'failure', {
  query: '복전 신청은 언제까지 하나요?',
  gold: {
    documentId: 'major',
    section: '제3조',
    quote: QUOTE,
    requiredFacts: ['9월 30일'],
    forbiddenFacts: [],
    answerable: true,
  },
});
const TRIAL: Trial = { question: questionOfResult(result), intent: null };

function parts() {
  const { sandbox, bench } = scriptedBench();
  // The search finds the passage if the patch or the message has its word.
  sandbox.ranked = (message, patch) =>
    `${message} ${JSON.stringify(patch)}`.includes('복수전공') ? [OTHER, GOLD] : [OTHER];
  const investigate = new InvestigateFailures(new FixedConfiguration(), new JsonQuestionLexicon());
  const failed = (trial: Trial, fired: readonly RagComponent[] = []): TrialOutcome => ({
    trial,
    answer: trialAnswer(
      trial.question.text,
      fired.map((component) => eventOf(component)),
      false,
    ),
    judgement: undefined,
    success: false,
    score: 1,
  });
  return { sandbox, bench, investigate, failed };
}

describe('InvestigateFailures', () => {
  it('injects the gold passage, asks in its words, and reads more passages', async () => {
    const { sandbox, bench, investigate, failed } = parts();
    sandbox.isRight = ({ handed, message }) => handed !== undefined || message.includes('제3조(복수전공): ');
    const found = await investigate.investigate(bench, { resultId: 'r', outcome: failed(TRIAL) });
    const cured = found.runs.filter((run) => run.success === true).map(({ kind }) => kind);
    expect(cured).toEqual(['oracle_retrieval', 'oracle_rewrite']);
    expect(found.runs.find((run) => run.kind === 'wider_search')).toMatchObject({ success: false });
    expect(sandbox.asked.find(({ handed }) => handed !== undefined)?.handed).toEqual({
      documentId: 'major',
      quote: QUOTE,
    });
  });

  it('switches off the components that fired, one after another, and nothing else', async () => {
    const { sandbox, bench, investigate, failed } = parts();
    sandbox.isRight = ({ off }) => off.includes('reranker');
    const outcome = failed(TRIAL, ['reranker', 'self_rag']);
    const found = await investigate.investigate(bench, { resultId: 'r', outcome });
    const off = found.runs.filter((run) => run.kind === 'component_off');
    expect(off.map(({ component, success }) => [component, success])).toEqual([
      ['self_rag', false],
      ['reranker', true],
    ]);
  });

  it('finds the synonym by the rank that the gold passage gets with it', async () => {
    const { sandbox, bench, investigate, failed } = parts();
    sandbox.isRight = (_, patch) => JSON.stringify(patch).includes('복수전공');
    const found = await investigate.investigate(bench, { resultId: 'r', outcome: failed(TRIAL) });
    expect(found).toMatchObject({ goldRank: null });
    expect(found.runs.find((run) => run.kind === 'synonym' && run.success === true)).toMatchObject({
      pair: { asked: '복전', written: '복수전공' },
      goldRank: 2,
      component: 'query_analyzer',
    });
  });

  it('asks under the wider filter only if the passage is outside the filter of the target', async () => {
    const { sandbox, bench, investigate, failed } = parts();
    sandbox.isRight = ({ isWidened }) => isWidened === true;
    const outcome = failed(TRIAL);
    const inside = await investigate.investigate(bench, { resultId: 'r', outcome });
    expect(inside.runs.map(({ kind }) => kind)).not.toContain('wider_filter');
    const outside = await investigate.investigate(bench, { resultId: 'r', outcome }, { isOutside: true });
    expect(outside.runs.find((run) => run.kind === 'wider_filter')).toMatchObject({ success: true });
    expect(outside.runs.map(({ kind }) => kind)).not.toContain('synonym');
  });

  it('asks as of another edition only if the gold passage has another edition', async () => {
    const { sandbox, bench, investigate, failed } = parts();
    sandbox.isRight = ({ asOf }) => asOf === '2024-03-01';
    const outcome = failed(TRIAL);
    const same = await investigate.investigate(bench, { resultId: 'r', outcome });
    expect(same.runs.map(({ kind }) => kind)).not.toContain('other_edition');
    const other = await investigate.investigate(bench, { resultId: 'r', outcome }, { day: '2024-03-01' });
    expect(other.runs.find((run) => run.kind === 'other_edition')).toMatchObject({ success: true });
  });

  it('asks a turn with the previous turns, and completed without them', async () => {
    const { sandbox, bench, investigate, failed } = parts();
    const turn = { ...TRIAL, history: ['복수전공은 누가 하나요?'] };
    const completed = '복수전공 신청은 언제까지 하나요?';
    sandbox.isRight = ({ message }) => message === completed;
    const found = await investigate.investigate(bench, { resultId: 'r', outcome: failed(turn) }, { completed });
    expect(found.runs.find((run) => run.kind === 'oracle_rewrite')).toMatchObject({ success: true });
    const [handed] = sandbox.asked;
    expect(handed?.history).toEqual(turn.history);
    expect(sandbox.asked.find(({ message }) => message === completed)?.history).toBeUndefined();
  });

  it('asks a turn with the topic of each earlier question, in the words of the person, until it is answered', async () => {
    const { sandbox, bench, investigate, failed } = parts();
    const gold = { ...TRIAL.question.gold, documentId: 'd', quote: 'q' };
    const question = { ...TRIAL.question, gold, text: '하나 더요. 위원장은 누가 맡나요?' };
    const turn = { ...TRIAL, question, history: ['회계연구소 위원은 몇 명인가요?', '소집은 누가 하나요?'] };
    const earlier = turn.history.map((text, i) => ({
      turn: i + 1,
      text,
      title: '회계연구소규정',
      quote: null,
      documentId: 'd',
    }));
    const message = '하나 더요. 회계연구소 위원장은 누가 맡나요?';
    sandbox.isRight = (asked) => asked.message === message;
    const found = await investigate.investigate(bench, { resultId: 'r', outcome: failed(turn) }, { earlier });
    const named = found.runs.filter(({ kind }) => kind === 'named_topic');
    expect(named).toMatchObject([
      { change: 'asked as “위원장은 누가 맡나요?”', success: false, topic: { words: null, turn: null } },
      { change: `asked as “${message}”`, success: true, topic: { words: '회계연구소', turn: 1 } },
    ]);
    expect(sandbox.asked.find((asked) => asked.message === message)?.history).toBeUndefined();
    // Words are exchanged only where the topic is not what the turn lacks.
    expect(found.runs.map(({ kind }) => kind)).not.toContain('wording');
  });

  it('asks a completed turn without what the opening says before its question', async () => {
    const { sandbox, bench, investigate, failed } = parts();
    const turn = { ...TRIAL, history: ['I am lost. Who takes care of the north office?'] };
    const outcome = failed(turn);
    const question = `${turn.history[0] ?? ''} ${TRIAL.question.text}`;
    const answer = { ...trialAnswer(question, [], false), understood: { intent: 'question', question } };
    const earlier = [{ turn: 1, text: turn.history[0] ?? '', title: null, quote: null }];
    const found = await investigate.investigate(bench, { resultId: 'r', outcome: { ...outcome, answer } }, { earlier });
    expect(found.runs.find(({ words }) => words?.turn !== undefined)).toMatchObject({
      words: { from: 'I am lost.', to: null, turn: 1 },
      success: false,
    });
    expect(sandbox.asked.map((asked) => asked.message)).toContain(
      `Who takes care of the north office? ${TRIAL.question.text}`,
    );
  });

  it('searches with other weights where no change finds the passage, and keeps the best', async () => {
    const { sandbox, bench, failed } = parts();
    const path = '/pipeline/search/first/words';
    const numbers = new Map([[path, 0.5]]);
    const investigate = new InvestigateFailures(new FixedConfiguration({ numbers }), new JsonQuestionLexicon());
    sandbox.ranked = (_, patch) => (JSON.stringify(patch).includes('"value":1}') ? [OTHER, GOLD] : [OTHER]);
    const found = await investigate.investigate(bench, { resultId: 'r', outcome: failed(TRIAL) });
    expect(found.weightsTried).toBe(7);
    expect(found.runs.find(({ kind }) => kind === 'weights')).toMatchObject({
      change: `${path} at 1 instead of 0.5`,
      component: 'hybrid_search',
      goldRank: 2,
    });
    sandbox.ranked = () => [OTHER];
    const none = await investigate.investigate(bench, { resultId: 'r', outcome: failed(TRIAL) });
    expect(none.runs.map(({ kind }) => kind)).not.toContain('weights');
  });

  it('tries a hypothetical passage if a model can write one, and ignores a run that did not evaluate', async () => {
    const { sandbox, bench, investigate, failed } = parts();
    sandbox.isRight = (_, patch) => JSON.stringify(patch).includes('vague_patterns');
    const without = await investigate.investigate(bench, { resultId: 'r', outcome: failed(TRIAL) });
    expect(without.runs.map(({ kind }) => kind)).not.toContain('hyde_on');
    sandbox.hasModel = true;
    const found = await investigate.investigate(bench, { resultId: 'r', outcome: failed(TRIAL) });
    expect(found.runs.find((run) => run.kind === 'hyde_on')).toMatchObject({ success: true, component: 'hyde' });
    const fired = await investigate.investigate(bench, { resultId: 'r', outcome: failed(TRIAL, ['hyde']) });
    expect(fired.runs.map(({ kind }) => kind)).not.toContain('hyde_on');
  });

  it('asks again in the words of the passage, and without words that it does not have', async () => {
    const { sandbox, bench, investigate, failed } = parts();
    sandbox.ranked = (message) => (message.includes('복수전공') ? [GOLD, OTHER] : [OTHER, GOLD]);
    sandbox.isRight = ({ message }) => message.includes('복수전공 신청은');
    const found = await investigate.investigate(bench, { resultId: 'r', outcome: failed(TRIAL) });
    const wordings = found.runs.filter(({ kind }) => kind === 'wording');
    expect(wordings[0]).toMatchObject({
      change: '“복전” said as “복수전공”',
      words: { from: '복전', to: '복수전공' },
      success: true,
      goldRank: 1,
    });
    expect(sandbox.asked.map(({ message }) => message)).toContain('복수전공 신청은 언제까지 하나요?');
  });
});
