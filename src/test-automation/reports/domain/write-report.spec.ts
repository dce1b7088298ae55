import { aSession } from '../../../../test/support/a-session.js';
import { testResultOf } from '../../../../test/support/test-result-of.js';
import { componentGate, ComponentTest } from '../../attribution/domain/component-tester.js';
import { Improvement } from '../../sessions/domain/improvement.js';
import { FiveWhys } from '../../attribution/domain/five-whys.js';
import { causesOf } from '../../attribution/domain/failure-causes.js';
import { observedFailures } from '../../attribution/domain/observed-cause.js';
import { surroundingsOf } from '../../attribution/domain/surroundings.js';
import { gradingPolicy } from '../../sessions/domain/grading-policy.js';
import { judgeGates } from '../../sessions/domain/gates.js';
import { chartsIn, ReportBlock, toMarkdown } from './report-document.js';
import { CompleteSession } from '../../sessions/domain/session-artifacts.js';
import { summarise } from '../../sessions/domain/summary.js';
import { TestResult } from '../../domain/test-result.js';
import { RAG_COMPONENTS } from '../../attribution/domain/trace-attribution.js';
import { languageOf, writeReport } from './write-report.js';
import { datasetPersona } from '../../questions/domain/dataset-questions.js';

const NONE = new Set<string>();
/** Names of measures, units, routes and settings, and the id of the persona, which this session has no other name for. */
const NAMED = ['BM', 'Why', 'GET', 'improvements', 'ms', 'heuristic', 'freshman'];
const CASE = { name: 'keeps the order', kind: 'rule' as const, passed: true, found: '' };

const TESTS: ComponentTest[] = RAG_COMPONENTS.map((component) => {
  const base = { component, tookMs: 3, note: null, cases: [CASE] };
  if (component === 'hyde') return { ...base, status: 'not_available', cases: [], note: 'not available: no model' };
  if (component !== 'reranker') return { ...base, status: 'passed' };
  return { ...base, status: 'failed', cases: [CASE, { ...CASE, passed: false, found: 'it has no cases' }] };
});

function sessionOf(results: readonly TestResult[]): CompleteSession {
  return {
    session: aSession({
      status: 'completed',
      planned: { queries: results.length, turns: 4 },
      startedAt: '2026-03-01T09:00:00Z',
      completedAt: '2026-03-01T09:01:00Z',
      startState: { reranker: 'heuristic', llm_model: null },
      componentTests: TESTS,
    }),
    personas: [],
    questions: { singles: [], dialogues: [], discarded: {} },
    results,
    outcome: {
      summary: summarise(results, { seed: 7, invalidDialogues: NONE }),
      gates: [...judgeGates(results, NONE), componentGate(TESTS)],
      causes: causesOf(observedFailures(results, surroundingsOf(results, null))),
    },
    trend: [{ sessionId: 'ses_1', startedAt: '2026-03-01T09:00:00Z', successRate: 0.5 }],
  };
}

const wrong = (i: number, language: 'en' | 'ko' = 'en') =>
  testResultOf(`w${i}`, 'failure', {
    language,
    answer: `wrong answer ${i}`,
    judgement: {
      failureType: 'WRONG_FACT',
      score: i / 10,
      reasons: [`reason ${i}`],
      claims: [
        {
          claim: `claim ${i}`,
          query: 'q',
          verdict: 'contradicted',
          checkable: true,
          quote: `quote ${i}`,
          documentId: 'd',
          chunkId: 'd#1',
          confidence: 1,
          reasons: [],
        },
      ],
    },
  });
const RESULTS = [testResultOf('a', 'success'), ...Array.from({ length: 12 }, (_, i) => wrong(i))];

const report = (results: readonly TestResult[] = RESULTS, language: 'en' | 'ko' = 'en'): ReportBlock[] =>
  writeReport({ complete: sessionOf(results), whys: [], improvements: [], language });
const headings = (blocks: readonly ReportBlock[], level: number) =>
  blocks.flatMap((block) => (block.kind === 'heading' && block.level === level ? [block.text] : []));

describe('writeReport', () => {
  it('has the eight sections of the specification in their order, in both languages', () => {
    expect(headings(report(), 2).map((text) => text.slice(0, 2))).toEqual([
      '1.',
      '2.',
      '3.',
      '4.',
      '5.',
      '6.',
      '7.',
      '8.',
    ]);
    expect(headings(report(RESULTS, 'ko'), 2)).toEqual([
      '1. 시작 상태',
      '2. 컴포넌트 단위 테스트',
      '3. 동적 테스트 결과',
      '4. 멀티턴 테스트 결과',
      '5. 답변 품질 점수',
      '6. 컴포넌트 기여도',
      '7. 개선 제안 내역',
      '8. 최종 상태와 다음 단계',
    ]);
    expect(headings(report(RESULTS, 'ko'), 3)).toContain('부록: 답변의 채점 기준');
  });

  it('starts with the outcome of the session in one paragraph', () => {
    const [, first, second] = report();
    expect(first).toMatchObject({
      kind: 'text',
      text: expect.stringMatching(/^1 simulated people asked 13 questions.*7\.7 %/u),
    });
    expect(second).toMatchObject({ text: expect.stringContaining('gates were not passed') });
  });

  it('names the dataset, not simulated people, if a team’s own questions were asked', () => {
    for (const language of ['en', 'ko'] as const) {
      const complete = sessionOf(RESULTS);
      const asked = {
        ...complete,
        session: { ...complete.session, request: { ...complete.session.request, datasetId: 'ds_1' } },
        personas: [datasetPersona('help desk')],
      };
      const text = toMarkdown(writeReport({ complete: asked, whys: [], improvements: [], language }));
      expect(text).toContain('help desk');
      expect(text).not.toMatch(/simulated|persona|페르소나|가상 사용자/iu);
    }
  });

  it('shows each component with its own cases, its failures and what cannot be tested', () => {
    const text = toMarkdown(report());
    expect(text).toContain('| reranker | 2 | 1 | no | 3 |');
    expect(text).toContain('| reranker | keeps the order | it has no cases |');
    expect(text).toContain('| hyde | 0 | 0 | not available: no model | 3 |');
  });

  it('shows the ten worst answers in full, the worst first, each with its claim, verdict and quote', () => {
    expect(headings(report(), 4).map((text) => text.split(' ').at(-1))).toEqual(
      Array.from({ length: 10 }, (_, i) => `w${i}`),
    );
    const text = toMarkdown(report());
    expect(text).toContain('> wrong answer 9');
    expect(text).toContain('| claim 9 | contradicted | quote 9 |');
    expect(text).toContain('Judged: reason 9');
    expect(text).not.toContain('wrong answer 10');
  });

  it('draws success by persona and difficulty, the scores, the failures by type and the trend', () => {
    const charts = chartsIn(report());
    expect(charts.map((chart) => chart.id)).toEqual([
      'success-by-persona',
      'success-by-difficulty',
      'trend',
      'scores',
      'failures-by-type',
    ]);
    const counts = (id: string) => charts.find((chart) => chart.id === id)?.points.map((point) => point.value);
    expect(counts('scores')?.reduce((a, b) => a + b, 0)).toBe(13);
    expect(counts('failures-by-type')).toEqual([12]);
  });

  it('shows the proposals with the most failures, and counts the others', () => {
    const improvements = Array.from({ length: 20 }, (_, i): Improvement => {
      const evidence = { result_ids: Array.from({ length: i + 1 }, (__, n) => `r${n}`) };
      const what = { type: 'synonym', priority: 'medium', suggestedValue: '', patch: [], status: 'proposed' } as const;
      return { ...what, id: `imp-${i}-`, description: '', evidence };
    });
    const text = toMarkdown(writeReport({ complete: sessionOf(RESULTS), whys: [], improvements, language: 'en' }));
    expect(text.indexOf('imp-19-')).toBeLessThan(text.indexOf('imp-18-'));
    expect(text).toContain('imp-5-');
    expect(text).not.toContain('imp-4-');
    expect(text).toContain('5 further proposals');
  });

  it('counts the failures of a chain by their own types, and those without a chain', () => {
    const other = testResultOf('o', 'failure', { judgement: { failureType: 'IRRELEVANT' } });
    const chain: FiveWhys = {
      failureType: 'IRRELEVANT',
      resultIds: [other.resultId, 'result-w1', 'result-w2'],
      whys: [],
      component: 'answer_writer',
      change: '',
    };
    const complete = sessionOf([...RESULTS, other]);
    const text = (language: 'en' | 'ko') =>
      toMarkdown(writeReport({ complete, whys: [chain], improvements: [], language }));
    expect(text('en')).toContain('5-Why: answer writer (wrong fact 2, irrelevant 1)');
    expect(text('en')).toContain('3 of 13 failed rows');
    expect(text('ko')).toContain('13건(질문과 대화 턴) 가운데 3건');
  });

  it('says how long the answers took, and which rows were asked more than once', () => {
    const attempt = { answer: 'a', sources: [], abstained: false, claims: [], traceId: null };
    const rows = Array.from({ length: 19 }, (_, i) =>
      testResultOf(`t${i}`, 'success', { attempts: [{ ...attempt, tookMs: i + 1 }] }),
    );
    const again = testResultOf('again', 'success', {
      attempts: [
        { ...attempt, tookMs: 900 },
        { ...attempt, tookMs: 20 },
      ],
      targetRetries: { serverErrors: 1, cutAnswers: 0 },
    });
    const text = toMarkdown(report([...rows, again]));
    expect(text).toContain('first answers, median / 95th percentile | 10 ms / 19 ms |');
    expect(text).toContain('asked again after a failed check | 1 |');
    expect(text).toContain('after an error of the target | 1 |');
  });

  it('counts failures of questions and turns apart, and success by both difficulties', () => {
    const turn = testResultOf('turn', 'failure', {
      scenarioId: 's',
      turn: 1,
      judgement: { failureType: 'IRRELEVANT' },
    });
    const hard = testResultOf('hard', 'success', { difficulty: 'easy', measuredDifficulty: 'hard' });
    const text = toMarkdown(report([wrong(1), hard, turn]));
    expect(text).toContain('1 of 2 questions and 1 of 1 turns of dialogues failed');
    expect(text).toContain('| easy | 50.0 % (2) | - |');
    expect(text).toContain('| hard | - | 100.0 % (1) |');
  });

  it('counts success by what the questions ask for', () => {
    const asked = [
      testResultOf('a', 'success', { asks: 'deadline' }),
      testResultOf('b', 'failure', { asks: 'deadline' }),
    ];
    expect(toMarkdown(report(asked))).toContain('| until when | 1 / 2 | 50.0 % | 9.5–90.5 % |');
    expect(toMarkdown(report(asked, 'ko'))).toContain('| 언제까지인지 | 1 / 2 | 50.0 % |');
    expect(toMarkdown(report())).not.toContain('The question asks');
  });

  it('says which gates were missed and where to look first', () => {
    const last = toMarkdown(report()).split('\n## 8.')[1] ?? '';
    expect(last).toMatch(/component tests .REQ-E-006.: 6 of 7 components/u);
    expect(last).toContain('success (REQ-S-003)');
  });

  it('says what could not be measured instead of a number', () => {
    const text = toMarkdown(report([testResultOf('n', 'not_evaluated')]));
    expect(text).toContain('| Success | not measured (95 %: -) |');
    expect(text).not.toContain('NaN');
  });

  it('counts the discarded wordings of a language model by the reason', () => {
    const discarded = { paraphrase_copy: 2, paraphrase_facts_changed: 1 };
    const complete = { ...sessionOf(RESULTS), questions: { singles: [], dialogues: [], discarded, paraphrased: 9 } };
    const text = (language: 'en' | 'ko') => toMarkdown(writeReport({ complete, whys: [], improvements: [], language }));
    expect(text('en')).toContain('9 questions were paraphrased by a language model; 3 of its wordings');
    expect(text('en')).toContain('| it is a copy | 2 |');
    expect(text('ko')).toContain('| 숫자·날짜·제목이 바뀜 | 1 |');
    expect(toMarkdown(report())).not.toContain('discarded');
  });

  it('shows the findings to a Korean reader in Korean', () => {
    const judged = testResultOf('k', 'failure', {
      language: 'ko',
      judgement: { failureType: 'FALSE_ABSTENTION', score: 0, reasons: ['0 of 1 required facts are stated.'] },
    });
    const text = toMarkdown(report([judged], 'ko'));
    expect(text).toContain('필요한 사실 1개 중 0개를 말하였다.');
    // Sentences of four English words and more; names of components and keys do not count.
    expect(text.match(/(?:\b[a-z]{2,} ){3,}[a-z]{2,}\b/gu)).toBeNull();
  });

  it('has no English word for a Korean reader but names, ids and quotes', () => {
    const found = (name: string, text: string) => ({ ...CASE, name, passed: false, found: text });
    const cases = [
      found(
        'keeps the passage of “휴학 기간은?” in sight',
        'the right passage is at place 7, and at place 1 without the analysis (의도)',
      ),
      found(
        'brings the passage of “휴학 기간은?” in sight',
        'it is not among the passages, and at place 2 by words alone (정렬)',
      ),
      found('does not change a good set', 'retrieved 2 times (다시 찾음)'),
      found('finds the passage of “휴학 기간은?”', 'the right passage is not among 가#1'),
    ];
    const complete = sessionOf([wrong(1, 'ko')].map((one) => ({ ...one, query: '휴학 기간은?', answer: '모른다' })));
    const session = {
      ...complete.session,
      componentTests: [{ component: 'reranker' as const, status: 'failed' as const, tookMs: 3, note: null, cases }],
      policy: gradingPolicy(),
    };
    const of = (i: number) =>
      [
        { type: 'synonym', priority: 'high', status: 'proposed' },
        { type: 'code_weight', priority: 'medium', status: 'rolled_back' },
        { type: 'finding', priority: 'low', status: 'dismissed' },
      ][i];
    const improvements = [0, 1, 2].map(
      (i) =>
        ({
          id: `imp-${i}`,
          description: '설명',
          suggestedValue: '값',
          patch: [],
          evidence: {},
          ...of(i),
        }) as Improvement,
    );
    const text = toMarkdown(
      writeReport({ complete: { ...complete, session }, whys: [], improvements, language: 'ko' }),
    );
    const NAMES = new Set([...RAG_COMPONENTS.flatMap((name) => name.split('_')), ...NAMED]);
    const left = text
      .replace(/“[^”]*”|^>.*$|!\[.*|REQ-[A-Z]-\d+|imp-\d|ses\\?_\d/gmu, '')
      .replace(/(?:reason|claim|quote) \d/gu, '')
      .match(/[A-Za-z]{2,}/gu);
    expect([...new Set(left)].filter((word) => !NAMES.has(word))).toEqual([]);
  });

  it('is in the language of most questions', () => {
    expect(languageOf(sessionOf([wrong(1, 'ko'), wrong(2, 'ko'), wrong(3)]))).toBe('ko');
    expect(languageOf(sessionOf([wrong(1, 'ko'), wrong(2), wrong(3)]))).toBe('en');
  });
});
