import { Logger } from '@nestjs/common';
import { ComposedAnswer, Composer, LlmUsage } from '../domain/composer.js';
import { Evidence } from '../domain/evidence.js';
import { MESSAGES } from '../domain/messages.js';
import type { AnalysedMessage } from './analyse-message.js';
import { ComposeAnswer } from './compose-answer.js';
import type { RetrievedEvidence } from './retrieve-evidence.js';

const TEXT = 'The kiln fires at 1,240 degrees.';
const IDLE: LlmUsage = { provider: 'fake', model: 'fake-1', inputTokens: 0, outputTokens: 0, costUsd: 0 };
const USED: LlmUsage = { ...IDLE, inputTokens: 90, outputTokens: 9, costUsd: null };
const ANALYSED: AnalysedMessage = {
  intent: 'question',
  language: 'en',
  question: 'How hot is the kiln?',
  type: { kind: 'other', pattern: undefined },
};
const CITED: ComposedAnswer = {
  text: `${TEXT} [1]`,
  citations: [{ start: 0, end: TEXT.length, chunkId: 'kiln#0', quoteStart: 0, quoteEnd: TEXT.length }],
  usage: USED,
  degraded: [],
  abstained: false,
};

class FakeComposer extends Composer {
  calls = 0;

  constructor(private readonly answer: ComposedAnswer) {
    super();
  }

  idleUsage(): LlmUsage {
    return IDLE;
  }

  compose(): Promise<ComposedAnswer> {
    this.calls++;
    return Promise.resolve(this.answer);
  }
}

function retrieved(probability: number): RetrievedEvidence {
  const sentence = { start: 0, end: TEXT.length, text: TEXT, shares: [1] };
  const evidence: Evidence = {
    chunkId: 'kiln#0',
    documentId: 'kiln',
    title: 'Kiln rules',
    section: undefined,
    url: null,
    date: null,
    version: null,
    canonicalPath: ['Pottery'],
    start: 0,
    text: TEXT,
    score: 0.8,
    deleted: false,
    headingShares: [1],
    passageShares: [1],
    sentences: [sentence],
  };
  const answerability = { mass: 1, strength: 8, lead: 0.5, typed: true, probability };
  return {
    evidence: [evidence],
    sentences: [{ evidence, sentence, support: 0.9, typed: true, strength: 8 }],
    answerability,
    degraded: [],
  };
}

/** The same, and another document that says the second sentence again. */
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
    result: new ComposeAnswer(composer).execute(ANALYSED, retrieved(probability), new AbortController().signal),
  };
}

describe('ComposeAnswer', () => {
  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => Logger.overrideLogger(['log', 'warn', 'error']));

  it('carries what the writer could not do into the answer', async () => {
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
    const composition = await new ComposeAnswer(new FakeComposer(answer)).execute(
      ANALYSED,
      found,
      new AbortController().signal,
    );
    expect(composition.sources.map((s) => [s.documentId, s.corroborating])).toEqual([
      ['kiln', false],
      ['ash', true],
    ]);
    expect(composition.citations.at(-1)).toMatchObject({ start: 33, sourceN: 2, quoteStart: 707, quoteEnd: 755 });
    expect(composition.confidence).toBe(0.8);
  });

  it('abstains when the writer does, with what the asking has cost', async () => {
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

  it('does not ask the writer when the evidence does not answer', async () => {
    const { composer, result } = compose(CITED, 0.01);
    expect(await result).toMatchObject({ abstained: true, usage: IDLE });
    expect(composer.calls).toBe(0);
  });

  it('quotes passages when the writer failed, and does not claim that the failed call was free', () => {
    const quoted = new ComposeAnswer(new FakeComposer(CITED)).quotedPassages(
      ANALYSED,
      retrieved(0.99),
      new Error('away'),
    );
    expect(quoted.response).toContain(TEXT);
    expect(quoted).toMatchObject({ degraded: ['llm'], usage: { ...IDLE, costUsd: null }, abstained: false });
  });
});
