import { quotesOf } from '../../src/llm/domain/extractive-answer.js';
import { AnswerType, answerType } from '../../src/pipeline/domain/answer-type.js';
import { Evidence, RankedSentence, rankSentences } from '../../src/pipeline/domain/evidence.js';
import { Retrieval } from '../../src/pipeline/domain/retriever.js';
import { SentenceFeatures, sentenceFeatures } from '../../src/pipeline/domain/sentence-likelihood.js';
import { AnsweringService } from './answering.js';
import { FitBlock, FitStore } from './fit-sets.js';
import { isGold, statedFacts } from './natural-judgement.js';
import { NaturalQuestion } from './natural-set.js';

/** A question with what the search found for it, before anything is weighed. */
export interface Observation {
  /** Left out together with all others of its set. */
  readonly set: string;
  readonly weight: FitBlock['weight'];
  readonly question: NaturalQuestion;
  readonly retrieval: Retrieval;
  readonly type: AnswerType;
  readonly ranked: readonly RankedSentence[];
  readonly features: readonly SentenceFeatures[];
  /** How right each sentence is, 0..1, in the order of `ranked`. */
  readonly right: readonly number[];
}

/** All facts out of a document that answers, and yet not the passage that was marked: others may say it as well. */
const RIGHT_ELSEWHERE = 0.7;

/** The rightness of a quote of one passage alone. */
function rightness(question: NaturalQuestion, { documentId }: Evidence, quote: string): number {
  const stated = statedFacts(quote, question.facts);
  if (isGold(documentId, quote, question.golds) && (stated.length === 0 || stated.includes(true))) return 1;
  const isOfGold = question.golds.some((gold) => gold.doc === documentId);
  return isOfGold && stated.length > 0 && !stated.includes(false) ? RIGHT_ELSEWHERE : 0;
}

/** Judged is what the writer would quote for a sentence: it with its list and its exceptions. */
function judged(question: NaturalQuestion, ranked: readonly RankedSentence[]): number[] {
  if (!question.answerable) return ranked.map(() => 0);
  return ranked.map(({ evidence, sentence: { start, end, shares } }) => {
    const quotes = quotesOf({ passage: 0, start, end, support: 0, shares }, evidence);
    return rightness(question, evidence, quotes.map((quote) => evidence.text.slice(quote.start, quote.end)).join('\n'));
  });
}

async function observe(
  service: AnsweringService,
  { set, weight }: FitBlock,
  question: NaturalQuestion,
): Promise<Observation> {
  const retrieval = await service.retrieve(question);
  const type = answerType(question.text);
  const { evidence, words } = retrieval;
  const ranked = rankSentences(evidence, words, type);
  const features = sentenceFeatures(ranked, evidence, { words, type });
  return { set, weight, question, retrieval, type, ranked, features, right: judged(question, ranked) };
}

/** Asks all questions of a store. Skips those without a found sentence or word: they have nothing to weigh. */
export async function observeStore(store: FitStore): Promise<Observation[]> {
  const service = await AnsweringService.over(store);
  try {
    const observed: Observation[] = [];
    for (const block of store.blocks)
      for (const question of block.questions) observed.push(await observe(service, block, question));
    return observed.filter(({ ranked, retrieval }) => ranked.length > 0 && retrieval.words.length > 0);
  } finally {
    await service.stop();
  }
}
