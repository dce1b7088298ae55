import { testResultOf } from '../../../../test/support/test-result-of.js';
import { CheckedClaim } from '../../domain/claim-checker.js';
import { brokenComponents, causesOf as causesOfFailures } from './failure-causes.js';
import { observedFailures } from './observed-cause.js';
import { surroundingsOf } from './surroundings.js';
import { SessionScope } from '../../domain/session-scope.js';
import { Gold } from '../../domain/question.js';
import { ComponentEvent } from '../../domain/rag-target.js';
import { FailureType, TestResult } from '../../domain/test-result.js';

const GOLD: Gold = {
  documentId: 'saw',
  section: null,
  quote: 'A saw is lent for 12 days.',
  requiredFacts: ['12 days'],
  forbiddenFacts: [],
  answerable: true,
};

const event = (component: string, more: Partial<ComponentEvent>): ComponentEvent => ({
  component,
  fired: true,
  input: null,
  output: null,
  effect: 'e',
  tookMs: 1,
  ...more,
});
/** A reranker with the first list as input and the second as output. */
const ranked = (before: readonly string[], after: readonly string[]) =>
  event('reranker', { input: { passages: before }, output: { passages: after } });
const OFF = { fired: false, effect: 'switched off in the configuration' };

const claim = (text: string, verdict: CheckedClaim['verdict']): CheckedClaim => ({
  claim: text,
  query: text,
  verdict,
  checkable: true,
  quote: null,
  documentId: null,
  chunkId: null,
  confidence: 1,
  reasons: [],
});

/** What the judge found in the documents: the chunk of the right passage. */
const FOUND = {
  ...claim('A saw is lent for 12 days.', 'supported'),
  quote: 'A saw is lent for 12 days.',
  documentId: 'saw',
  chunkId: 'saw#1',
};

const causesOf = (results: readonly TestResult[], scope: SessionScope) =>
  causesOfFailures(observedFailures(results, surroundingsOf(results, scope)));

function failing(failureType: FailureType, events: readonly ComponentEvent[], more: Partial<TestResult> = {}) {
  const { judgement = testResultOf('a', 'failure', { judgement: { claims: [FOUND] } }).judgement, ...rest } = more;
  return testResultOf('a', 'failure', {
    query: 'How long is a saw lent?',
    gold: GOLD,
    abstained: failureType === 'FALSE_ABSTENTION',
    events,
    ...rest,
    judgement: { ...judgement, failureType },
  });
}

const causeOf = (...results: readonly TestResult[]) => {
  const [first] = causesOf(results, null);
  return [first?.component, first?.failureType];
};

describe('causesOf', () => {
  it('reports nothing if nothing failed', () => {
    expect(causesOf([testResultOf('a', 'success')], null)).toEqual([]);
  });

  it('names no component of a target that does not expose its components', () => {
    expect(causeOf(failing('WRONG_FACT', []))).toEqual([null, 'WRONG_FACT']);
  });

  it('names the reranker that dropped the passage, or put the one before it that the answer is from', () => {
    expect(causeOf(failing('IRRELEVANT', [ranked(['saw#1', 'x#1'], ['x#1', 'y#1'])]))).toEqual([
      'reranker',
      'IRRELEVANT',
    ]);
    const moved = ranked(['saw#1', 'x#1'], ['x#1', 'y#1', 'z#1', 'saw#1']);
    const source = { documentId: 'x', title: 'X', quote: 'x', chunkId: 'x#1', start: 0, end: 1 };
    expect(causeOf(failing('IRRELEVANT', [moved], { sources: [source] }))).toEqual(['reranker', 'IRRELEVANT']);
    // A move that did not decide is not a cause.
    const other = { ...source, chunkId: 'y#1' };
    const beside = ranked(['y#1', 'saw#1', 'x#1'], ['y#1', 'x#1', 'saw#1']);
    expect(causeOf(failing('IRRELEVANT', [beside], { sources: [other] }))).toEqual(['answer_writer', 'IRRELEVANT']);
  });

  it('names the component that is off if the right document was not retrieved', () => {
    const found = event('hybrid_search', { output: { passages: [{ chunk_id: 'x#1' }] } });
    expect(causeOf(failing('IRRELEVANT', [found, event('reranker', OFF)]))).toEqual(['reranker', 'IRRELEVANT']);
  });

  it('names the analyser whose synonym raised another document', () => {
    const synonyms = event('query_analyzer', { output: { synonyms: [{ word: 'saw', also: ['ladle'] }] } });
    const rival = testResultOf('b', 'success', {
      gold: { ...GOLD, documentId: 'ladle', quote: 'A ladle is lent for 6 days.' },
    });
    const lost = failing('FALSE_ABSTENTION', [synonyms, ranked(['ladle#1', 'saw#1'], ['ladle#1', 'saw#1'])]);
    expect(causeOf(lost, rival)).toEqual(['query_analyzer', 'FALSE_ABSTENTION']);
    // The word is the first cause, whatever reranking did to the passage.
    const fallen = failing('WRONG_FACT', [
      synonyms,
      ranked(['saw#1', 'ladle#1'], ['ladle#1', 'ladle#2', 'ladle#3', 'saw#1']),
    ]);
    expect(causeOf(fallen, rival)).toEqual(['query_analyzer', 'WRONG_FACT']);
    // So is one that raises what did not decide.
    const likeliest = event('answer_decision', {
      input: { likeliest: { chunk_id: 'saw#1' } },
      output: { probability: 0.4, threshold: 0.51, answered: false },
    });
    const beside = failing('FALSE_ABSTENTION', [synonyms, ranked(['saw#1'], ['saw#1', 'ladle#1']), likeliest]);
    expect(causeOf(beside, rival)).toEqual(['answer_decision', 'FALSE_ABSTENTION']);
    // A synonym that raises nothing is harmless.
    const harmless = failing('FALSE_ABSTENTION', [synonyms, ranked(['saw#1'], ['saw#1'])]);
    expect(causeOf(harmless, rival)).toEqual(['answer_writer', 'FALSE_ABSTENTION']);
  });

  it('puts the component with most failures first, and a decision last among equals', () => {
    const synonyms = event('query_analyzer', { output: { synonyms: [{ word: 'saw', also: ['ladle'] }] } });
    const rival = testResultOf('b', 'success', {
      gold: { ...GOLD, documentId: 'ladle', quote: 'A ladle is lent for 6 days.' },
    });
    const decided = event('answer_decision', { output: { probability: 0.1, threshold: 0.5, answered: false } });
    const withheld = () => ({
      ...failing('FALSE_ABSTENTION', [ranked(['saw#1'], ['saw#1']), decided]),
      abstained: true,
    });
    const misled = (type: FailureType) => failing(type, [synonyms, ranked(['ladle#1', 'saw#1'], ['ladle#1', 'saw#1'])]);
    const components = (...results: TestResult[]) =>
      causesOf([...results, rival], null).map(({ component }) => component);
    expect(components(withheld(), misled('IRRELEVANT'))).toEqual(['query_analyzer', 'answer_decision']);
    expect(
      components(withheld(), withheld(), misled('IRRELEVANT'), misled('WRONG_FACT'), misled('WRONG_FACT')),
    ).toEqual(['query_analyzer', 'query_analyzer', 'answer_decision']);
    expect(components(withheld(), withheld(), misled('IRRELEVANT'))).toEqual(['answer_decision', 'query_analyzer']);
  });

  it('names the filter if the target searched less than the session may see', () => {
    const narrow = event('hybrid_search', {
      input: { allowed_categories: ['kilns'] },
      output: { passages: [{ chunk_id: 'kiln#1' }] },
    });
    expect(causeOf(failing('FALSE_ABSTENTION', [narrow]))).toEqual(['filter', 'FALSE_ABSTENTION']);
    const [own] = causesOf([failing('FALSE_ABSTENTION', [narrow])], { allowed: ['kilns'], world: null });
    expect(own?.component).toBe('hybrid_search');
  });

  it('names the filter if no question about a document ever retrieves it, and the search if one does', () => {
    const elsewhere = () => failing('IRRELEVANT', [ranked(['kiln#1'], ['kiln#1'])]);
    expect(causeOf(elsewhere(), elsewhere())).toEqual(['filter', 'IRRELEVANT']);
    const seen = testResultOf('c', 'success', { gold: GOLD, events: [ranked(['saw#2'], ['saw#2'])] });
    expect(causeOf(elsewhere(), elsewhere(), seen)).toEqual(['hybrid_search', 'IRRELEVANT']);
  });

  it('names the writer for a statement without a source, and not for a wrong quote', () => {
    const events = [ranked(['saw#1'], ['saw#1'])];
    const judgement = {
      ...testResultOf('a', 'failure').judgement,
      claims: [FOUND, claim('A saw is lent for 37 days. [1]', 'contradicted')],
    };
    expect(causeOf(failing('WRONG_FACT', events, { judgement }))).toEqual(['answer_writer', 'WRONG_FACT']);
    const source = {
      documentId: 'x',
      chunkId: 'x#1',
      title: 'X',
      quote: 'A saw is lent for 37 days.',
      start: 0,
      end: 26,
    };
    const quoted = failing('WRONG_FACT', [ranked(['x#1'], ['x#1', 'saw#1'])], { judgement, sources: [source] });
    // The reranker did not lower the right document, which no list before it has.
    expect(causeOf(quoted)).toEqual(['answer_writer', 'WRONG_FACT']);
  });

  it('names the writer whose claims the fact check removed', () => {
    const check = event('fact_check', { output: { left_out: ['A saw is lent for 37 days.'] } });
    const found = causesOf([failing('FALSE_ABSTENTION', [ranked(['saw#1'], ['saw#1']), check])], null);
    expect(found).toMatchObject([{ component: 'answer_writer', because: expect.stringContaining('37 days') }]);
  });

  it('names self_rag if the right passage was rejected, or a passage that does not answer was accepted', () => {
    const grades = [
      { chunk_id: 'x#1', relevant: true },
      { chunk_id: 'saw#1', relevant: false },
    ];
    const graded = event('self_rag', { output: { grades } });
    const dropped = failing('IRRELEVANT', [graded, ranked(['x#1', 'saw#1'], ['x#1', 'saw#1'])]);
    expect(causeOf(dropped)).toEqual(['self_rag', 'IRRELEVANT']);
    const gold = { ...GOLD, documentId: null, quote: null, answerable: false };
    expect(causeOf(failing('IRRELEVANT', [graded], { gold }))).toEqual(['self_rag', 'IRRELEVANT']);
  });

  it('reads the second retrieval if that was kept', () => {
    const second = event('corrective_rag', {
      input: { first: { passages: [{ chunk_id: 'x#1' }] } },
      output: { kept: 'second', second: { passages: [{ chunk_id: 'saw#1' }] } },
    });
    const result = failing('FALSE_ABSTENTION', [second, ranked(['x#1'], ['x#1'])]);
    expect(causeOf(result)).toEqual(['answer_writer', 'FALSE_ABSTENTION']);
  });

  it('names the analyser if a short word that is in no text was replaced by another', () => {
    const short = failing(
      'WRONG_FACT',
      [
        event('query_analyzer', { output: { synonyms: [{ word: '복전', also: ['졸업유예'] }] } }),
        ranked(['late#1', 'double#1'], ['late#1', 'double#1']),
      ],
      {
        query: '복전은 며칠 전까지 신청하나요?',
        gold: { ...GOLD, documentId: 'double', quote: '복수전공은 개강일 30일 전까지 신청한다.' },
        sources: [
          {
            documentId: 'late',
            title: '졸업유예 규정',
            quote: '졸업유예는 개강일 20일 전까지 신청한다.',
            chunkId: 'late#1',
            start: 0,
            end: 10,
          },
        ],
      },
    );
    expect(causeOf(short)).toEqual(['query_analyzer', 'WRONG_FACT']);
  });

  describe('places', () => {
    it('are those of the passage: another passage of its document is not it', () => {
      const [cause] = causesOf([failing('IRRELEVANT', [ranked(['saw#9'], ['saw#9'])])], null);
      expect(cause).toMatchObject({
        component: 'hybrid_search',
        because: 'The right passage was not found among the 1 retrieved passages.',
      });
    });
  });

  describe('answers from the right passage', () => {
    const events = [ranked(['saw#1'], ['saw#1'])];
    const source = { documentId: 'saw', title: 'Saws', quote: '', chunkId: 'saw#1', start: 0, end: 1 };

    it.each([
      ['A saw costs 3 euros.', [FOUND], 'The right passage was used, and its right sentence was missed.'],
      ['A saw is lent for 12 days.', [FOUND], /^The right sentence is quoted, and the answer does not give all/u],
      [
        'A saw is lent for 12 days.',
        [FOUND, { ...claim('Staff may keep it.', 'contradicted') }],
        /^The answer says “Staff may keep it\.”/u,
      ],
    ])('say which part was taken: %s', (quote, claims, because) => {
      const { judgement } = testResultOf('a', 'failure', { judgement: { claims } });
      const [cause] = causesOf([failing('IRRELEVANT', events, { judgement, sources: [{ ...source, quote }] })], null);
      expect(cause).toMatchObject({ component: 'answer_writer', because: expect.stringMatching(because) });
    });

    it('say that the answer left the right sentence out of its quote', () => {
      const quote = 'A saw is lent. A saw is lent for 12 days. Clean it.';
      const parts = { sources: [{ ...source, quote }], judgement: testResultOf('a', 'failure').judgement };
      const causeOf = (answer: string) =>
        causesOf([failing('INCOMPLETE', events, { ...parts, answer })], null)[0]?.because;
      expect(causeOf('A saw is lent.\n…\nClean it. [1]')).toMatch(/leaves it out/u);
      expect(causeOf('…\nA saw is lent for\n12 days. [1]')).not.toMatch(/leaves it out/u);
    });

    it('say what a second source added', () => {
      const wrong = claim('Staff may keep it.', 'contradicted');
      const { judgement } = testResultOf('a', 'failure', { judgement: { claims: [FOUND, wrong] } });
      const sources = [
        { ...source, quote: 'A saw is lent for 12 days.' },
        { ...source, documentId: 'staff', quote: 'Staff may keep it.' },
      ];
      const [cause] = causesOf([failing('WRONG_FACT', events, { judgement, sources })], null);
      expect(cause?.because).toBe(
        'The right sentence is quoted, and the answer adds what is wrong here: “Staff may keep it.”.',
      );
    });
  });

  describe('follow-ups', () => {
    const turn = (n: number, query: string, more: Partial<TestResult> = {}) =>
      testResultOf(`t${n}`, 'success', { scenarioId: 's', turn: n, query, gold: GOLD, ...more });
    const context = (understoodAs: string, implied: readonly string[] = []) => ({
      followUp: 'clarification' as const,
      kept: null,
      implied,
      remembered: [],
      coreNeedMet: false,
      understoodAs,
      rootCause: null,
    });
    const ladle = { ...GOLD, documentId: 'ladle', quote: 'The kitchen auditor is elected for two years.' };
    const causeAfter = (first: TestResult, query: string, read: ReturnType<typeof context>) =>
      causesOf(
        [
          first,
          failing('IRRELEVANT', [ranked(['ladle#1'], ['ladle#1'])], { scenarioId: 's', turn: 2, query, context: read }),
        ],
        null,
      )[0];

    it('that a finished, unrelated turn completed are misread', () => {
      const first = turn(1, 'How long does the kitchen auditor serve?', { gold: ladle });
      const understood = 'How long does the kitchen auditor serve, and how long is a saw lent?';
      expect(causeAfter(first, 'And how long is a saw lent?', context(understood))).toMatchObject({
        component: 'query_analyzer',
        because: expect.stringMatching(/^The follow-up was completed with words of turn 1 .*another passage\.$/u),
      });
    });

    it('may be completed with the turn that they ask about', () => {
      const first = turn(1, 'How long does a member of the library borrow a saw?');
      const read = context('How long does a member of the library borrow a saw, can you repeat that?');
      expect(causeAfter(first, 'Can you repeat that?', read)?.component).toBe('hybrid_search');
    });

    it('that lack what an earlier turn said are misread, whatever their failure type is', () => {
      const first = turn(1, 'How long does a member of the library borrow a saw?');
      const read = context('And the cost?', ['a member of the library', 'Heading of the rule']);
      expect(causeAfter(first, 'And the cost?', read)?.because).toBe(
        'The follow-up was searched for as it was asked, without “a member of the library” of the earlier turns.',
      );
    });
  });

  it('says that a provision was hidden, and not that no document answers', () => {
    const gold = { ...GOLD, documentId: null, quote: null, answerable: false };
    const hidden = { documentId: 'saw', section: null, quote: 'A saw is lent for 12 days.' };
    const decided = event('answer_decision', { output: { probability: 0.6, threshold: 0.5, answered: true } });
    const said = (more: Partial<TestResult>) =>
      causesOf([failing('IRRELEVANT', [decided], { gold, ...more })], null)[0];
    expect(said({ hidden })?.because).toMatch(/hidden from the target\.$/u);
    expect(said({})?.because).toMatch(/no document answers the question\.$/u);
  });

  describe('abstentions', () => {
    const decision = (probability: number, threshold: number) =>
      event('answer_decision', { output: { probability, threshold, answered: probability >= threshold } });
    const found = ranked(['saw#1'], ['saw#1']);

    it('name the decision to answer, with its probability and its threshold', () => {
      const [cause] = causesOf([failing('FALSE_ABSTENTION', [found, decision(0.4, 0.51)])], null);
      expect(cause).toMatchObject({
        component: 'answer_decision',
        because:
          'It abstained at a probability of 0.4, below the threshold of 0.51, though the right passage was at place 1.',
      });
    });

    it('name the search that did not find the passage', () => {
      const [cause] = causesOf([failing('FALSE_ABSTENTION', [ranked(['x#1'], ['x#1']), decision(0.4, 0.51)])], null);
      expect(cause?.component).toBe('hybrid_search');
      expect(cause?.because).toBe('The right passage was not found among the 1 retrieved passages.');
    });

    it('name no decision that was to answer', () => {
      const [cause] = causesOf([failing('FALSE_ABSTENTION', [found, decision(0.6, 0.51)])], null);
      expect(cause?.component).toBe('answer_writer');
    });

    it('are decisions to answer if no document answers the question', () => {
      const gold = { ...GOLD, documentId: null, quote: null, answerable: false };
      const [cause] = causesOf([failing('IRRELEVANT', [found, decision(0.6, 0.51)], { gold })], null);
      expect(cause).toMatchObject({ component: 'answer_decision', because: expect.stringContaining('0.6, not below') });
    });
  });

  it('says nothing of a right passage of questions that no document answers', () => {
    const grades = [
      { chunk_id: 'x#1', relevant: true },
      { chunk_id: 'saw#1', relevant: false },
    ];
    const events = [event('self_rag', { output: { grades } }), ranked(['x#1', 'saw#1'], ['x#1', 'saw#1'])];
    const gold = { ...GOLD, documentId: null, quote: null, answerable: false };
    const open = { ...failing('IRRELEVANT', events, { gold }), resultId: 'open' };
    const found = causesOf([failing('IRRELEVANT', events), open], null);
    const [about] = found.filter(({ resultIds }) => resultIds.includes('open'));
    expect(about).toMatchObject({ resultIds: ['open'], because: expect.not.stringContaining('right passage') });
  });

  it('lists the cause of most failures first, with their ids', () => {
    const many = ['a', 'b', 'c'].map((id) => ({
      ...failing('IRRELEVANT', [ranked(['saw#1'], ['x#1'])]),
      resultId: id,
    }));
    const found = causesOf([failing('LOST_CONTEXT', [ranked(['x#1'], ['x#1'])]), ...many], null);
    expect(found.map((cause) => [cause.component, cause.resultIds])).toEqual([
      ['reranker', ['a', 'b', 'c']],
      ['query_analyzer', ['result-a']],
    ]);
  });
});

describe('brokenComponents', () => {
  it('names the effect on answers, with the first case that failed', () => {
    const cases = [
      { name: 'one', kind: 'rule' as const, passed: true, found: '' },
      { name: 'two', kind: 'rule' as const, passed: false, found: 'nothing' },
    ];
    const test = { component: 'fact_check' as const, status: 'failed' as const, cases, note: null, tookMs: 1 };
    expect(brokenComponents([{ ...test, status: 'passed' }, test])).toEqual([
      {
        component: 'fact_check',
        seenIn: 'component_test',
        failureType: 'HALLUCINATION',
        resultIds: [],
        because: 'two: nothing',
      },
    ]);
  });
});
