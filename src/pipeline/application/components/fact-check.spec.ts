import { Logger } from '@nestjs/common';
import {
  analysedMessage,
  askRequest,
  evidence,
  FakeComposer,
  FakeContext,
  IDLE,
  retrieved,
} from '../../../../test/support/pipeline-fakes.js';
import { AnswerChecker, CheckedClaim, CheckRequest, CheckResult } from '../../domain/answer-checker.js';
import { ComposedAnswer } from '../../domain/composer.js';
import { Composition, CompositionDraft } from '../../domain/composition.js';
import { MESSAGES } from '../../domain/messages.js';
import { AnswerRisk } from '../../../shared/domain/answer-risk.js';
import { ComposeAnswer } from '../compose-answer.js';
import { FinishAnswer } from '../finish-answer.js';
import { FactCheck } from './fact-check.js';

const KILN = evidence('kiln#0', 'The kiln fires at 1,240 degrees. It cools for two days.');
const ASH = evidence('ash#1', 'Wood ash melts at 1,170 degrees.');
const COST = { ...IDLE, inputTokens: 100, outputTokens: 10, costUsd: 0.5 };

/** Sentences, each with its mark and cited as a whole; the cited text is not compared here. */
function answer(...sentences: readonly (readonly [text: string, chunkId: string])[]): ComposedAnswer {
  const numbers = [...new Set(sentences.map(([, chunkId]) => chunkId))];
  let text = '';
  const citations = sentences.map(([sentence, chunkId]) => {
    if (text !== '') text += ' ';
    const start = text.length;
    text += `${sentence} [${numbers.indexOf(chunkId) + 1}]`;
    return { start, end: start + sentence.length, chunkId, quoteStart: 0, quoteEnd: 10 };
  });
  return { text, citations, usage: COST, degraded: [], abstained: false };
}

/** Contradicts every sentence that contains one of the wrong words. */
class WordChecker extends AnswerChecker {
  readonly asked: CheckRequest[] = [];

  constructor(private readonly wrong: readonly string[]) {
    super();
  }

  check(request: CheckRequest): Promise<CheckResult> {
    this.asked.push(request);
    const claims = [...request.answer.matchAll(/[^.]+\./gu)].map((match): CheckedClaim => {
      const text = match[0].trim();
      const start = match.index + match[0].indexOf(text);
      const isWrong = this.wrong.some((word) => text.includes(word));
      return {
        text,
        start,
        end: start + text.length,
        verdict: isWrong ? 'contradicted' : 'supported',
        confidence: 0.9,
        evidence: { id: 'kiln#0', quote: 'The kiln fires at 1,240 degrees.' },
        reasons: [],
        checkable: true,
      };
    });
    return Promise.resolve({ claims, passed: claims.every((c) => c.verdict === 'supported'), evaluated: true });
  }
}

const draft: CompositionDraft = {
  request: askRequest(),
  analysed: analysedMessage(),
  retrieved: retrieved(0.9, [KILN, ASH]),
  corrections: [],
};

function build(checker: AnswerChecker, ...answers: readonly ComposedAnswer[]) {
  const composer = new FakeComposer(...answers);
  const finish = new FinishAnswer(composer);
  const compose = new ComposeAnswer(composer, finish, new AnswerRisk(0.1));
  const next = (one: CompositionDraft) => compose.compose(one, new AbortController().signal);
  return { composer, next, component: new FactCheck(checker, finish), context: new FakeContext() };
}

const run = ({ component, next, context }: ReturnType<typeof build>) => component.run(draft, next, context);
const cited = ({ response, citations }: Composition) => citations.map((c) => response.slice(c.start, c.end));

describe('FactCheck', () => {
  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => Logger.overrideLogger(['log', 'warn', 'error']));

  it('has nothing to verify in an answer of exact quotes, and calls no checker', async () => {
    const quote: ComposedAnswer = {
      ...answer(),
      text: 'The kiln fires at 1,240 degrees. [1]',
      citations: [{ start: 0, end: 32, chunkId: 'kiln#0', quoteStart: 0, quoteEnd: 32 }],
    };
    const checker = new WordChecker(['kiln']);
    const report = await run(build(checker, quote));
    expect(report).toMatchObject({
      fired: false,
      result: { factCheck: { method: 'quotes', claims: 1, passed: true } },
    });
    expect(checker.asked).toEqual([]);
  });

  it('passes an answer whose claims hold, and checks it without its marks', async () => {
    const checker = new WordChecker([]);
    const report = await run(build(checker, answer(['The kiln is hot.', 'kiln#0'])));
    expect(report).toMatchObject({ fired: true, effect: 'all claims hold' });
    expect(report.result.factCheck).toMatchObject({ method: 'claims', claims: 1, attempts: 1, passed: true });
    expect(checker.asked[0]?.answer).toBe('The kiln is hot.    ');
    expect(checker.asked[0]?.evidence[0]).toEqual({ id: 'kiln#0', text: KILN.text, heading: 'Kiln rules\n' });
  });

  it('composes again with the failed claim named, and sums the cost of all drafts', async () => {
    const parts = build(
      new WordChecker(['cold']),
      answer(['The kiln is cold.', 'kiln#0']),
      answer(['The kiln is hot.', 'kiln#0']),
    );
    const { result, output } = await run(parts);
    expect(result.response).toBe('The kiln is hot. [1]');
    expect(result.usage).toMatchObject({ inputTokens: 200, outputTokens: 20, costUsd: 1 });
    expect(result.factCheck).toMatchObject({ attempts: 2, passed: true, left_out: 0 });
    expect(parts.composer.asked.map((request) => request.corrections)).toEqual([
      [],
      [{ claim: 'The kiln is cold.', verdict: 'contradicted', quote: 'The kiln fires at 1,240 degrees.' }],
    ]);
    expect(output).toMatchObject({ attempts: [{ passed: false }, { passed: true }] });
  });

  it('composes again at most three times, then removes the failed claims and renumbers the sources', async () => {
    const stubborn = answer(['Ash is cold.', 'ash#1'], ['The kiln is hot.', 'kiln#0'], ['It cools.', 'kiln#0']);
    const parts = build(new WordChecker(['cold']), stubborn);
    const { result } = await run(parts);
    expect(parts.composer.asked).toHaveLength(4);
    expect(result.response).toBe('The kiln is hot. [1] It cools. [1]');
    expect(cited(result)).toEqual(['The kiln is hot.', 'It cools.']);
    expect(result.sources.map((source) => [source.n, source.chunkId])).toEqual([[1, 'kiln#0']]);
    expect(result.factCheck).toMatchObject({ attempts: 4, left_out: 1, passed: false });
    expect(result.usage.inputTokens).toBe(400);
  });

  it('abstains if nothing is left', async () => {
    const { result } = await run(build(new WordChecker(['cold']), answer(['All is cold.', 'kiln#0'])));
    expect(result).toMatchObject({ response: MESSAGES.en.abstain, abstained: true, sources: [] });
    expect(result.usage.inputTokens).toBe(400);
  });

  it('does not compose again without enough time, and removes the failed claims', async () => {
    const parts = build(new WordChecker(['cold']), answer(['The kiln is hot.', 'kiln#0'], ['Ash is cold.', 'ash#1']));
    parts.context.leftMs = 1_000;
    const { result } = await run(parts);
    expect(parts.composer.asked).toHaveLength(1);
    expect(result.response).toBe('The kiln is hot. [1]');
  });

  it('reports not evaluated if the checker fails, and does not change the answer', async () => {
    const broken = new WordChecker([]);
    broken.check = () => Promise.reject(new Error('broken'));
    const report = await run(build(broken, answer(['The kiln is hot.', 'kiln#0'])));
    expect(report).toMatchObject({ fired: false, result: { factCheck: { method: 'not_evaluated', passed: null } } });
    expect(report.result.response).toBe('The kiln is hot. [1]');
  });

  it('is a plain composition if it is off', async () => {
    const checker = new WordChecker(['cold']);
    const { component, next } = build(checker, answer(['The kiln is cold.', 'kiln#0']));
    expect(await component.bypass(draft, next)).toEqual(await next(draft));
    expect(checker.asked).toEqual([]);
  });
});
