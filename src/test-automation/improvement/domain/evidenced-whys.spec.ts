import { testResultOf } from '../../../../test/support/test-result-of.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { evidencedWhys } from './evidenced-whys.js';
import { surroundingsOf } from '../../attribution/domain/surroundings.js';
import { TestResult } from '../../domain/test-result.js';
import { CounterfactualRun } from './counterfactual-run.js';
import { clustersOf, isRepeated } from './investigation.js';
import { SessionFailure } from './session-failure.js';
import { questionOfResult } from './question-of-result.js';

const result = testResultOf('q', 'failure', {
  query: '복전 신청은 언제까지 하나요?',
  gold: {
    documentId: 'rules/major@2026',
    section: '제3조',
    quote: '복수전공은 9월 30일까지 신청한다.',
    requiredFacts: ['9월 30일'],
    forbiddenFacts: [],
    answerable: true,
  },
  judgement: { failureType: 'FALSE_ABSTENTION', reasons: ['The answer abstains.'] },
});

/** The judge found the right passage in its chunk. */
const claimed: TestResult = {
  ...result,
  judgement: {
    ...result.judgement,
    claims: [
      {
        claim: '복수전공은 9월 30일까지 신청한다.',
        query: '',
        verdict: 'contradicted',
        checkable: false,
        quote: '복수전공은 9월 30일까지 신청한다.',
        documentId: 'rules/major@2026',
        chunkId: 'rules/major@2026#3',
        confidence: 1,
        reasons: [],
      },
    ],
  },
};

const runOf = (kind: CounterfactualRun['kind'], change: string, more: Partial<CounterfactualRun> = {}) => ({
  kind,
  change,
  success: true,
  score: 5,
  goldRank: null,
  component: null,
  patch: [],
  ...more,
});

const rowOf = (row: TestResult) => ({ result: row, around: surroundingsOf([row], null) });
const traced = (passages: readonly string[]) => [
  { component: 'reranker', fired: true, input: null, output: { passages }, effect: '', tookMs: 1 },
];

function found(runs: readonly CounterfactualRun[], more: Partial<SessionFailure> = {}): SessionFailure {
  const question = questionOfResult(result);
  const understood = { intent: 'question', question: question.text };
  const answer = { text: '', sources: [], events: [], understood } as unknown as TargetAnswer;
  return {
    resultId: result.resultId,
    outcome: {
      trial: { question, intent: null },
      answer,
      judgement: result.judgement,
      success: false,
      score: 0,
    },
    goldRank: 37,
    runs,
    row: rowOf({ ...result, events: traced(['x#1', 'x#2']) }),
    ...more,
  };
}

const ORACLE = runOf('oracle_retrieval', 'the gold passage handed over');
const REWRITE = runOf('oracle_rewrite', 'asked as “복수전공: …”');
const SYNONYM = runOf('synonym', '“복전” joined with “복수전공”', {
  goldRank: 2,
  component: 'query_analyzer',
  pair: { asked: '복전', written: '복수전공' },
  words: { from: '복전', to: '복수전공', written: { text: '복수전공', isHeading: false } },
});

describe('evidencedWhys', () => {
  it('names no synonym as the cause whose words do not mean the same, though it brings up the passage', () => {
    const pair = { asked: 'traces', written: 'security' };
    const chance = runOf('synonym', '“traces” joined with “security”', { goldRank: 1, pair, meaning: 0.2 });
    const [chain] = evidencedWhys(clustersOf([found([ORACLE, REWRITE, chance])]));
    expect(JSON.stringify(chain)).not.toContain('security');
    expect(chain?.component).not.toBe('query_analyzer');
    const meant = { ...chance, meaning: 0.7 };
    expect(evidencedWhys(clustersOf([found([ORACLE, REWRITE, meant])]))[0]?.component).toBe('query_analyzer');
    const short = { ...chance, pair: { asked: '복전', written: '복수전공' } };
    expect(evidencedWhys(clustersOf([found([ORACLE, REWRITE, short])]))[0]?.component).toBe('query_analyzer');
  });

  it('does not say that a question leads nowhere whose passage is found first', () => {
    const row = rowOf({ ...claimed, events: traced(['rules/major@2026#3']) });
    const [chain] = evidencedWhys(clustersOf([found([REWRITE], { goldRank: 1, row })]));
    expect(chain).toMatchObject({ component: 'answer_writer', change: expect.stringContaining('Check the answer') });
    expect(JSON.stringify(chain?.whys)).not.toMatch(/does not name its topic|ranked first/u);
  });

  it('names words as the reason only where a run without them, or with those of the passage, shows it', () => {
    const written = { text: '복학하려면', isHeading: false };
    const words = { from: '돌아오려면', to: '복학하려면', written };
    const said = runOf('wording', '“돌아오려면” said as “복학하려면”', { goldRank: 1, words });
    const left = runOf('wording', 'without “그냥”', { success: false, goldRank: 3, words: { from: '그냥', to: null } });
    const lost = runOf('wording', 'without “그냥”', {
      success: false,
      goldRank: 37,
      words: { from: '그냥', to: null },
    });
    const stepOf = (runs: readonly CounterfactualRun[]) => evidencedWhys(clustersOf([found(runs)]))[0]?.whys[3];
    expect(stepOf([left, said])).toMatchObject({
      because:
        'The question says “돌아오려면” where the passage says “복학하려면”: with that word the answer is right.',
      evidence: expect.stringContaining(
        'counterfactual wording: “돌아오려면” said as “복학하려면”: the answer is right',
      ),
    });
    const inflected = { ...said, words: { ...words, written: { text: '복학하고자', isHeading: false } } };
    expect(stepOf([inflected])?.because).toBe(
      'The question says “돌아오려면” where the passage says “복학하고자”: asked with “복학하려면” the answer is right.',
    );
    const headed = { ...said, words: { ...words, written: { text: '복학', isHeading: true } } };
    expect(stepOf([headed])?.because).toContain('where the heading of the passage says “복학”: asked with');
    const unknown = { ...said, words: { from: '돌아오려면', to: '복학하려면' } };
    expect(stepOf([unknown])?.because).toBe('With “복학하려면” for “돌아오려면” the answer is right.');
    expect(stepOf([left])?.because).toBe('Without “그냥” the search alone has the passage at place 3 instead of 37.');
    expect(stepOf([lost])?.because).toBe('None of 1 changes of its words helps.');
    // Right by a second quote: no cure, and the words helped all the same.
    const second = { ...said, goldRank: 37, leads: false };
    expect(stepOf([lost, second])?.because).toContain('with that word the answer is right.');
    expect(stepOf([REWRITE])?.because).toBe('Which words of the question decided was not tried.');
  });

  it('leads from the answer to component and change in five steps, each with a trace or a run as evidence', () => {
    const [chain] = evidencedWhys(clustersOf([found([ORACLE, REWRITE, SYNONYM])]));
    expect(chain?.whys.map(({ because }) => because)).toEqual([
      'The answer abstains.',
      'It cites no source at all; the right passage is rules/major@2026 제3조.',
      'The right passage was not found among the 2 retrieved passages; handed over, it gives the right answer.',
      'The question says “복전” where the passage says “복수전공”: with that word the answer is right.',
      expect.stringContaining('No synonym joins the words: the search alone had the gold passage at place 37.'),
    ]);
    expect(chain?.whys.map(({ evidence }) => evidence)).toEqual([
      expect.stringContaining(`the answer is still wrong (2.0 of 5) (${result.resultId})`),
      'counterfactual oracle_retrieval: the gold passage handed over: the answer is right (5.0 of 5)',
      'counterfactual oracle_retrieval: the gold passage handed over: the answer is right (5.0 of 5)',
      'counterfactual synonym: “복전” joined with “복수전공”: the answer is right (5.0 of 5), the gold passage is at place 2',
      'counterfactual synonym: “복전” joined with “복수전공”: the answer is right (5.0 of 5), the gold passage is at place 2',
    ]);
    expect(chain).toMatchObject({
      component: 'query_analyzer',
      change: SYNONYM.change,
      failureType: 'FALSE_ABSTENTION',
    });
  });

  it('shows what was searched for where a follow-up lost its topic', () => {
    const named = runOf('named_topic', 'asked as “회계 센터 위원장은?”', {
      goldRank: 1,
      topic: { words: '회계 센터', turn: 1 },
    });
    const turn = found([named]);
    const trial = { ...turn.outcome.trial, history: ['회계 센터 위원은?'] };
    const [chain] = evidencedWhys(clustersOf([{ ...turn, outcome: { ...turn.outcome, trial } }]));
    expect(chain).toMatchObject({
      component: 'query_analyzer',
      change: expect.stringContaining('complete a follow-up'),
    });
    expect(chain?.whys.slice(3).map(({ because }) => because)).toEqual([
      'It was searched for as “복전 신청은 언제까지 하나요?”.',
      'The searched question “복전 신청은 언제까지 하나요?” does not name its topic, “회계 센터” of turn 1: the answer is still wrong (2.0 of 5). asked as “회계 센터 위원장은?”: the answer is right (5.0 of 5), the gold passage is at place 1.',
    ]);
  });

  it('cites the wider filter if the passage is outside the filter of the target', () => {
    const wider = runOf('wider_filter', 'all categories of the caller');
    const [chain] = evidencedWhys(clustersOf([found([{ ...ORACLE, success: false }, wider], { goldRank: null })]));
    expect(chain?.whys[2]).toMatchObject({
      because: 'It was never searched: it is in a category that the target does not search.',
      evidence: 'counterfactual wider_filter: all categories of the caller: the answer is right (5.0 of 5)',
    });
    expect(chain?.whys[4]?.evidence).toContain('counterfactual wider_filter');
    expect(chain).toMatchObject({ component: 'filter' });
    expect(chain?.change).toContain('rules/major@2026');
  });

  it('says that nothing helped, with the number of runs', () => {
    const failed = { ...ORACLE, success: false };
    const [chain] = evidencedWhys(clustersOf([found([failed])]));
    expect(chain?.whys[4]?.evidence).toContain('the answer is still wrong');
    expect(evidencedWhys(clustersOf([found([])]))[0]?.whys[4]?.evidence).toBe('not_evaluated: hybrid_search');
  });

  describe('of a session', () => {
    const events = (probability: number, places: readonly string[]) => [
      { component: 'reranker', fired: true, input: null, output: { passages: places }, effect: '', tookMs: 1 },
      {
        component: 'answer_decision',
        fired: true,
        input: null,
        output: { probability, threshold: 0.51, answered: false },
        effect: '',
        tookMs: 1,
      },
    ];
    const row = { ...claimed, abstained: true, events: events(0.4, ['x#1', 'rules/major@2026#3']) };
    const session = rowOf(row);
    const lost = { ...ORACLE, success: false };

    it('have steps about the trace of the answer, not about the search alone', () => {
      const [chain] = evidencedWhys(clustersOf([found([lost], { goldRank: null, row: session })]));
      expect(chain?.whys[1]?.because).toContain('abstained at a probability of 0.4, below the threshold of 0.51');
      expect(chain?.whys[2]?.because).toBe(
        'The right passage was retrieved, at place 2; handed over, it does not help either.',
      );
      expect(chain).toMatchObject({ component: 'answer_decision' });
    });

    it('say of no question whose passage was retrieved that its words do not lead there', () => {
      const answered = rowOf({ ...row, abstained: false, events: events(0.6, ['rules/major@2026#3']) });
      const [chain] = evidencedWhys(clustersOf([found([lost, REWRITE], { goldRank: 37, row: answered })]));
      expect(chain).toMatchObject({ component: 'answer_writer' });
    });

    it('are of answers that came again when asked again', () => {
      const same = found([]);
      const outcome = { ...same.outcome, answer: { ...same.outcome.answer, abstained: true } as TargetAnswer };
      expect(isRepeated({ ...same, outcome }, session)).toBe(true);
      expect(isRepeated({ ...same, outcome }, rowOf({ ...row, abstained: false }))).toBe(false);
    });
  });

  it('names the failure type of its session, and lists all of a cluster', () => {
    const lost = found([SYNONYM], { failureType: 'LOST_CONTEXT' });
    const [chain] = evidencedWhys(clustersOf([lost, { ...lost, resultId: 'other' }]));
    expect(chain).toMatchObject({ failureType: 'LOST_CONTEXT', resultIds: [result.resultId, 'other'] });
  });
});
