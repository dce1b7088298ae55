import { Logger } from '@nestjs/common';
import {
  analysedMessage,
  askRequest,
  FakeComposer,
  IDLE,
  KILN_TEXT as TEXT,
  retrieved,
  USED,
} from '../../../test/support/pipeline-fakes.js';
import { ComposedAnswer } from '../domain/composer.js';
import { CompositionDraft } from '../domain/composition.js';
import { MESSAGES } from '../domain/messages.js';
import { RetrievedEvidence } from '../domain/retrieval-plan.js';
import { AnswerRisk } from '../../shared/domain/answer-risk.js';
import { ComposeAnswer } from './compose-answer.js';
import { FinishAnswer } from './finish-answer.js';

const CITED: ComposedAnswer = {
  text: `${TEXT} [1]`,
  citations: [{ start: 0, end: TEXT.length, chunkId: 'kiln#0', quoteStart: 0, quoteEnd: TEXT.length }],
  usage: USED,
  degraded: [],
  abstained: false,
};

function draft(found: RetrievedEvidence): CompositionDraft {
  return { request: askRequest(), analysed: analysedMessage(), retrieved: found, corrections: [] };
}

function composeAnswer(composer: FakeComposer): ComposeAnswer {
  return new ComposeAnswer(composer, new FinishAnswer(composer), new AnswerRisk(0.1));
}

/** The same, with another document that repeats the second sentence. */
function corroborated(): { retrieved: RetrievedEvidence; answer: ComposedAnswer } {
  const base = retrieved(0.99);
  const [kiln] = base.evidence;
  const second = 'Wood ash melts at 1,170 degrees under the glaze.';
  const both = { ...kiln!, start: 40, text: `${TEXT} ${second}` };
  const other = {
    ...kiln!,
    chunkId: 'ash#3',
    documentId: 'ash',
    start: 700,
    text: `Notes. ${second}`,
    sentences: [{ start: 7, end: 7 + second.length, text: second, shares: [1] }],
  };
  const at = TEXT.length + 1;
  const cite = (start: number, end: number) => ({ start, end, chunkId: 'kiln#0', quoteStart: start, quoteEnd: end });
  return {
    retrieved: { ...base, evidence: [both, other] },
    answer: {
      ...CITED,
      text: `${both.text} [1]`,
      citations: [cite(0, TEXT.length), cite(at, at + second.length)],
    },
  };
}

function compose(answer: ComposedAnswer, probability = 0.99) {
  const composer = new FakeComposer(answer);
  return {
    composer,
    result: composeAnswer(composer).compose(draft(retrieved(probability)), new AbortController().signal),
  };
}

describe('ComposeAnswer', () => {
  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => Logger.overrideLogger(['log', 'warn', 'error']));

  it('copies the degraded parts of the writer into the answer', async () => {
    const { result } = compose({ ...CITED, degraded: ['llm_uncited'] });
    expect(await result).toMatchObject({
      response: CITED.text,
      degraded: ['llm_uncited'],
      usage: USED,
      abstained: false,
    });
  });

  it('counts another document that says one of the cited sentences as a second source, cited for that sentence', async () => {
    const { retrieved: found, answer } = corroborated();
    const composition = await composeAnswer(new FakeComposer(answer)).compose(
      draft(found),
      new AbortController().signal,
    );
    expect(composition.sources.map((s) => [s.documentId, s.corroborating])).toEqual([
      ['kiln', false],
      ['ash', true],
    ]);
    expect(composition.citations.at(-1)).toMatchObject({ start: 33, sourceN: 2, quoteStart: 707, quoteEnd: 755 });
    expect(composition.confidence).toBe(0.8);
  });

  it('abstains if the writer does, with the cost of the call', async () => {
    const { result } = compose({ text: '', citations: [], usage: USED, degraded: [], abstained: true });
    const composition = await result;
    expect(composition).toMatchObject({
      response: MESSAGES.en.abstain,
      sources: [],
      degraded: [],
      usage: USED,
      abstained: true,
    });
    expect(composition.confidence).toBeLessThan(0.3);
  });

  it('does not call the writer if the evidence does not answer', async () => {
    const { composer, result } = compose(CITED, 0.01);
    expect(await result).toMatchObject({ abstained: true, usage: IDLE });
    expect(composer.asked).toEqual([]);
  });

  it('quotes passages if the writer fails, and reports the cost of the failed call as unknown', () => {
    const quoted = composeAnswer(new FakeComposer(CITED)).quotedPassages(draft(retrieved(0.99)), new Error('away'));
    expect(quoted.response).toContain(TEXT);
    expect(quoted).toMatchObject({ degraded: ['llm'], usage: { ...IDLE, costUsd: null }, abstained: false });
  });

  it('greets if no retrieval was needed, for every intent', async () => {
    const found = { ...retrieved(0, []), needless: true };
    const composition = await composeAnswer(new FakeComposer(CITED)).compose(
      draft(found),
      new AbortController().signal,
    );
    expect(composition).toMatchObject({
      response: MESSAGES.en.smallTalk.greeting,
      abstained: true,
      composed: undefined,
    });
  });

  it('passes the writer the claims that it must not repeat', async () => {
    const composer = new FakeComposer(CITED);
    const corrections = [{ claim: 'It fires at 900 degrees.', verdict: 'contradicted' as const, quote: TEXT }];
    const signal = new AbortController().signal;
    await composeAnswer(composer).compose({ ...draft(retrieved(0.99)), corrections }, signal);
    expect(composer.asked[0]?.corrections).toEqual(corrections);
  });
});
