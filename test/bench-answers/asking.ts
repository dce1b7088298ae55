import { Answer } from '../../src/pipeline/domain/answer.js';
import { ComponentName } from '../../src/pipeline/domain/trace.js';
import { shownText } from '../../src/text/shown-text.js';
import { sentenceSpans } from '../../src/text/sentences/sentences.js';
import { AnsweringService } from './answering.js';
import { BenchQuestion } from './question-set.js';

/** `present`: with all documents; `removed`: without the one that answers; `foreign`: a question of another set. */
export type Setting = 'present' | 'removed' | 'foreign';

/** What became of one question. */
export interface Outcome {
  readonly id: string;
  readonly setting: Setting;
  /** The set that the question comes from. */
  readonly from: string;
  readonly abstained: boolean;
  /** The answer contains a gold string. */
  readonly inAnswer: boolean;
  /** A cited quote contains a gold string. */
  readonly inQuote: boolean;
  /** At most 3 sentences and 500 characters. */
  readonly withinLimits: boolean;
  /** The answering document is among the sources. */
  readonly rightDocument: boolean;
  /** Every sentence is cited, and every quote is the text of its document at its offsets. */
  readonly supported: boolean;
  readonly confidence: number;
  readonly probability: number;
  readonly answerability: Answer['answerability'];
  readonly response: string;
  readonly sources: readonly { readonly documentId: string; readonly score: number; readonly quote: string }[];
}

const MAX_SENTENCES = 3;
const MAX_CHARACTERS = 500;
/** Source markers and ellipses, which claim nothing. */
const MARK = / ?\[\d+\]|\| … \||…/gu;

const folded = (text: string) => text.normalize('NFC').replace(/\s+/gu, ' ');

function holds(text: string, answers: readonly string[]): boolean {
  return answers.some((answer) => folded(text).includes(folded(answer)));
}

/** A gold quote counts when a source quotes it, or most of it: its own sentence of a longer gold. */
function quotes(quote: string, answers: readonly string[]): boolean {
  return holds(quote, answers) || answers.some((a) => a.includes(quote) && quote.length > 0.7 * a.length);
}

/** Every sentence, without its source markers, is part of a cited span. */
function isCited(answer: Answer): boolean {
  return sentenceSpans(answer.response)
    .map(({ start, end }) => ({ start, end, text: answer.response.slice(start, end).replace(MARK, '').trim() }))
    .filter(({ text }) => text !== '')
    .every(({ start, end, text }) =>
      answer.citations.some((c) => c.start < end && c.end > start && c.end - c.start >= text.length),
    );
}

/** Quotes and cited texts equal the stored document at their offsets, and the answer shows the cited text. */
async function isSupported(answer: Answer, service: AnsweringService): Promise<boolean> {
  if (answer.abstained) return true;
  for (const source of answer.sources) {
    const text = (await service.documentText(source.documentId)) ?? '';
    if (text.slice(source.start, source.end) !== source.quote) return false;
    if (source.corroborating) continue;
    const own = answer.citations.filter((c) => c.sourceN === source.n);
    if (!own.every((c) => shownText(text.slice(c.quoteStart, c.quoteEnd)) === answer.response.slice(c.start, c.end)))
      return false;
  }
  return isCited(answer);
}

async function outcome(
  question: BenchQuestion,
  setting: Setting,
  service: AnsweringService,
  off: readonly ComponentName[] = [],
): Promise<Outcome> {
  const answer = await service.ask(question, { off });
  const plain = answer.response.replace(MARK, '');
  const isAnswer = !answer.abstained;
  return {
    id: question.id,
    setting,
    from: question.from,
    abstained: answer.abstained,
    inAnswer: isAnswer && quotes(plain, question.answers),
    inQuote: isAnswer && answer.sources.some((s) => quotes(s.quote, question.answers)),
    withinLimits: answer.response.length <= MAX_CHARACTERS && sentenceSpans(plain).length <= MAX_SENTENCES,
    rightDocument: answer.sources.some((s) => s.documentId === question.documentId),
    supported: await isSupported(answer, service),
    confidence: answer.confidence,
    probability: answer.answerability.probability,
    answerability: answer.answerability,
    response: answer.response,
    sources: answer.sources.map(({ documentId, score, quote }) => ({ documentId, score, quote })),
  };
}

/** Asks every question in turn. @param off components that are switched off */
export async function askAll(
  service: AnsweringService,
  questions: readonly BenchQuestion[],
  setting: 'present' | 'foreign',
  off: readonly ComponentName[] = [],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const question of questions) outcomes.push(await outcome(question, setting, service, off));
  return outcomes;
}

/** Asks every question with a known document again without that document; questions of one document share its removal. */
export async function askWithoutSource(
  service: AnsweringService,
  questions: readonly BenchQuestion[],
): Promise<Outcome[]> {
  const byDocument = new Map<string | undefined, BenchQuestion[]>();
  for (const question of questions)
    byDocument.set(question.documentId, [...(byDocument.get(question.documentId) ?? []), question]);
  const outcomes: Outcome[] = [];
  for (const [documentId, own] of byDocument) {
    if (documentId === undefined) continue;
    await service.afterRemoving(documentId, async () => {
      for (const question of own) outcomes.push(await outcome(question, 'removed', service));
    });
  }
  return outcomes;
}
