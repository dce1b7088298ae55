import { sentenceSpans } from '../../text/sentences/sentences.js';
import { assemble, mergeQuotes, Quote, quotesOf, selectSentences } from './extractive-answer.js';
import { findInstructions } from './instructions.js';
import { Completion, LanguageModel, LanguageModelError } from './language-model.js';
import { AnswerFindings, Quotable, Usage, WriteRequest, WriterPassage, WrittenAnswer } from './written-answer.js';
import { trimmedSpan } from '../../text/text-span.js';

/**
 * The spans that the question asks for by their number, verbatim; sentences in them that address a model are left out. @returns undefined
 * if the question asks for none
 */
export function wholeQuotes({ candidateSentences, passages }: WriteRequest): Quote[] | undefined {
  const whole = candidateSentences.filter((quotable) => quotable.isWhole === true);
  if (whole.length === 0) return undefined;
  return whole.flatMap(({ passage, start, end }) => {
    const text = passages[passage]?.text ?? '';
    const quotes: Quote[] = [];
    let from = start;
    for (const found of findInstructions(text.slice(start, end))) {
      quotes.push({ passage, start: from, end: start + found.start });
      from = start + found.end;
    }
    quotes.push({ passage, start: from, end });
    return quotes.flatMap((quote) => {
      const span = trimmedSpan(text, quote.start, quote.end);
      return span === undefined ? [] : [{ passage, ...span }];
    });
  });
}

export const EXTRACTIVE = { provider: 'extractive', model: 'extractive-v1' } as const;

/** Null object for no configured model (LLM_PROVIDER=extractive). */
export class NoModel extends LanguageModel {
  readonly provider = EXTRACTIVE.provider;
  readonly model = EXTRACTIVE.model;
  readonly available = false;

  complete(): Promise<Completion> {
    return Promise.reject(
      new LanguageModelError(
        'unavailable',
        'no language model is configured; set LLM_PROVIDER to openai, anthropic or gemini',
      ),
    );
  }

  healthy(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

/** Usage of an answer without a model. */
export const NO_USAGE: Usage = { ...EXTRACTIVE, inputTokens: 0, outputTokens: 0, costUsd: 0 };

const NO_FINDINGS: AnswerFindings = {
  uncited: [],
  droppedCitations: 0,
  leftOut: 0,
  leaks: 0,
  removedAddresses: 0,
  instructions: [],
};

type Instructions = AnswerFindings['instructions'];

function instructionsIn(request: WriteRequest, { passage, start, end }: Quote): Instructions {
  const text = request.passages[passage]?.text.slice(start, end) ?? '';
  return findInstructions(text).map((found) => ({
    kind: found.kind,
    passage,
    start: start + found.start,
    end: start + found.end,
  }));
}

/** The sentences of an answer's passages that address a model, each once: those that were skipped, and those next to the quotes. */
function instructionsAround(request: WriteRequest, passed: Instructions, quotes: readonly Quote[]): Instructions {
  const whole = [...new Set(quotes.map(({ passage }) => passage))].flatMap((passage) =>
    instructionsIn(request, { passage, start: 0, end: request.passages[passage]?.text.length ?? 0 }),
  );
  const found = [...passed, ...whole];
  const isFirst = (one: Instructions[number], i: number) =>
    found.findIndex(({ passage, start }) => passage === one.passage && start === one.start) === i;
  return found.filter(isFirst);
}

/** The sentence with its context, unless the context contains a sentence that addresses a model. */
function safeQuotes(request: WriteRequest, quotable: Quotable, passage: WriterPassage): Quote[] {
  const whole = quotesOf(quotable, passage);
  if (whole.every((quote) => instructionsIn(request, quote).length === 0)) return whole;
  return [{ passage: quotable.passage, start: quotable.start, end: quotable.end }];
}

interface Selection {
  readonly chosen: readonly Quotable[];
  readonly instructions: Instructions;
}

/** The sentences to quote. Only candidates for a quote are checked, which saves most of the time. */
function selectSafe(request: WriteRequest): Selection {
  const instructions: Instructions[number][] = [];
  let { candidateSentences } = request;
  for (;;) {
    const chosen = selectSentences({ ...request, candidateSentences });
    const bad = chosen.filter((quotable) => {
      const found = instructionsIn(request, quotable);
      instructions.push(...found);
      return found.length > 0;
    });
    if (bad.length === 0) return { chosen, instructions };
    // The chosen span may be a part of the offered sentence.
    const holds = (q: Quotable, b: Quotable) => q.passage === b.passage && q.start <= b.start && q.end >= b.end;
    candidateSentences = candidateSentences.filter((quotable) => !bad.some((b) => holds(quotable, b)));
  }
}

/** The sentences that address a model in the spans that are quoted whole. */
function passedOver(request: WriteRequest): Selection {
  const whole = request.candidateSentences.filter((quotable) => quotable.isWhole === true);
  return { chosen: [], instructions: whole.flatMap((quotable) => instructionsIn(request, quotable)) };
}

/**
 * Answers with the documents' own sentences: no key, no download, nothing invented. Sentences that address a model are never quoted; if
 * nothing else is left, the writer abstains.
 */
export function extractiveAnswer(request: WriteRequest): WrittenAnswer {
  const whole = wholeQuotes(request);
  const { chosen, instructions } = whole === undefined ? selectSafe(request) : passedOver(request);
  const quotes =
    whole ??
    chosen.flatMap((quotable) => {
      const passage = request.passages[quotable.passage];
      return passage === undefined ? [] : safeQuotes(request, quotable, passage);
    });
  const answer = assemble(mergeQuotes(quotes), request.passages, whole !== undefined);
  const findings = { ...NO_FINDINGS, instructions: instructionsAround(request, instructions, quotes) };
  return { ...answer, usage: NO_USAGE, degraded: [], abstained: answer.text === '', findings };
}

/** The sentences of an answer in order, as chunks of a stream; together they are the text. */
export function sentencesOf(text: string): string[] {
  const ends = sentenceSpans(text).map((span) => span.end);
  return [0, ...ends.slice(0, -1)].map((start, i, starts) => text.slice(start, starts[i + 1] ?? text.length));
}
