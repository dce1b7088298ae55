import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Quotable } from '../../src/llm/domain/written-answer.js';
import { mergeQuotes, selectSentences, withContext } from '../../src/llm/domain/extractive-answer.js';
import { AnswerModel, SentenceWeights } from '../../src/pipeline/domain/answer-model.js';
import { answerFeatures, answerLogit } from '../../src/pipeline/domain/answerability.js';
import { AnswerType, answerType } from '../../src/pipeline/domain/answer-type.js';
import { Evidence, RankedSentence, rankSentences } from '../../src/pipeline/domain/evidence.js';
import { LikelySentence, likelySentences, sentenceFeatures } from '../../src/pipeline/domain/sentence-likelihood.js';
import { Retrieval } from '../../src/pipeline/domain/retriever.js';
import { projectRoot } from '../../src/shared/infrastructure/project-root.js';
import { AnsweringService } from './answering.js';
import { fitChoice, fitLogistic, Weighed } from './minimise.js';
import { BenchQuestion, FITTED_FILES, readOwn } from './question-set.js';

/** Weak priors: a few hundred questions against eight and four weights. */
const SENTENCE_PENALTY = 0.1;
const ANSWER_PENALTY = 1;
const CALIBRATION_PENALTY = 1e-3;

interface CaseLine {
  readonly case_id: string;
  readonly query: string;
  readonly metadata: { readonly document_id?: string; readonly article?: string };
}

/**
 * Questions that avoid the documents' words on purpose, and those whose label is an article and not a sentence, count half:
 * a population of nothing but hard questions would make the model doubt plain ones.
 */
const HALF = 0.5;

/** A question with how to tell that a sentence answers it. */
interface Labelled {
  readonly question: BenchQuestion;
  /** Whether its label is a sentence, or merely the article that answers. */
  readonly exact: boolean;
  readonly weight: number;
  /** Whether a stretch of a passage holds the answer. */
  readonly answers: (evidence: Evidence, text: string) => boolean;
}

interface Observed {
  readonly labelled: Labelled;
  readonly present: boolean;
  readonly retrieval: Retrieval;
  readonly type: AnswerType;
  readonly ranked: readonly RankedSentence[];
}

function byQuote(question: BenchQuestion): Labelled {
  const [gold = ''] = question.answers;
  return {
    question,
    exact: true,
    weight: question.from === 'paraphrased' ? HALF : 1,
    answers: (evidence, text) =>
      evidence.documentId === question.documentId &&
      gold !== '' &&
      (text.includes(gold) || (gold.includes(text) && text.length > 0.7 * gold.length)),
  };
}

function byArticle({ case_id, query, metadata }: CaseLine): Labelled {
  const { document_id: documentId, article } = metadata;
  return {
    question: { id: case_id, from: 'cases', text: query, documentId, answers: [], asOf: undefined },
    exact: false,
    weight: HALF,
    answers: (evidence) =>
      evidence.documentId === documentId && (article === undefined || (evidence.section ?? '').includes(`${article}(`)),
  };
}

/** Every question of the project's own about its samples. */
function ownQuestions(): Labelled[] {
  const cases = readFileSync(path.join(projectRoot(), 'data', 'samples', 'cases.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as CaseLine);
  return [...FITTED_FILES.flatMap((file) => readOwn([file]).questions.map(byQuote)), ...cases.map(byArticle)];
}

async function observe(service: AnsweringService, labelled: Labelled, present: boolean): Promise<Observed> {
  const retrieval = await service.retrieve(labelled.question);
  const type = answerType(labelled.question.text);
  return { labelled, present, retrieval, type, ranked: rankSentences(retrieval.evidence, retrieval.words, type) };
}

/** Each question with all documents, and once more without its own. */
async function observeAll(service: AnsweringService): Promise<Observed[]> {
  const observed: Observed[] = [];
  for (const labelled of ownQuestions()) {
    const { documentId } = labelled.question;
    observed.push(await observe(service, labelled, documentId !== undefined));
    if (documentId === undefined) continue;
    await service.without(documentId, async () => {
      observed.push(await observe(service, labelled, false));
    });
  }
  return observed.filter(({ ranked, retrieval }) => ranked.length > 0 && retrieval.words.length > 0);
}

const SENTENCE_KEYS = ['support', 'logSupport', 'before', 'phrase', 'headed', 'about', 'aside', 'depth'] as const;
const ANSWER_KEYS = ['mass', 'strength', 'lead', 'untyped'] as const;
const rounded = (x: number | undefined) => Math.round((x ?? 0) * 100) / 100;

function fitSentence(observed: readonly Observed[]): SentenceWeights {
  const choices = observed
    .filter(({ present, labelled }) => present && labelled.exact)
    .map(({ ranked, retrieval, labelled, type }) => ({
      candidates: sentenceFeatures(ranked, retrieval.evidence, {
        question: labelled.question.text,
        words: retrieval.words,
        type,
      }).map((features) => SENTENCE_KEYS.map((key) => features[key])),
      right: ranked.map(({ evidence, sentence }) => labelled.answers(evidence, sentence.text)),
    }))
    .filter(({ right }) => right.includes(true));
  const weights = fitChoice(choices, SENTENCE_PENALTY).map(rounded);
  return Object.fromEntries(SENTENCE_KEYS.map((key, i) => [key, weights[i]!])) as Record<keyof SentenceWeights, number>;
}

/** Whether what the extractive writer would quote holds the answer. */
function isRight(likely: readonly LikelySentence[], { question, answers }: Labelled): boolean {
  const passages: Evidence[] = [...new Set(likely.map((one) => one.evidence))];
  const quotables: Quotable[] = likely.map(({ evidence, sentence: { start, end, shares }, support }) => ({
    passage: passages.indexOf(evidence),
    start,
    end,
    support,
    shares,
  }));
  const request = { question: question.text, language: 'en', depth: 'answer', passages, quotables } as const;
  const quotes = selectSentences(request).map((chosen) => {
    const passage = passages[chosen.passage]!;
    return withContext(chosen, passage, passage.sentences);
  });
  return mergeQuotes(quotes).some(({ passage, start, end }) =>
    answers(passages[passage]!, passages[passage]!.text.slice(start, end)),
  );
}

function fitAnswer(observed: readonly Observed[], sentence: SentenceWeights): Omit<AnswerModel, 'version'> {
  const rows = observed.map(({ ranked, retrieval, labelled, type, present }) => {
    const { words, evidence } = retrieval;
    const likely = likelySentences(ranked, evidence, { question: labelled.question.text, words, type }, sentence);
    const features = answerFeatures(ranked, likely, { words, type })!;
    const y = present && isRight(likely, labelled) ? (1 as const) : (0 as const);
    return { features, present, y, weight: labelled.weight };
  });
  const data: Weighed[] = rows.map(({ features, y, weight }) => ({
    x: ANSWER_KEYS.map((key) => features[key]),
    y,
    weight,
  }));
  const [mass, strength, lead, untyped, bias] = fitLogistic(data, ANSWER_PENALTY).map(rounded);
  const answer = { bias: bias!, mass: mass!, strength: strength!, lead: lead!, untyped: untyped! };
  const [slope, intercept] = fitLogistic(
    rows
      .filter((row) => row.present)
      .map(({ features, y, weight }) => ({ x: [answerLogit(features, answer)], y, weight })),
    CALIBRATION_PENALTY,
  ).map(rounded);
  return { sentence, answer, calibration: { slope: slope!, intercept: intercept! } };
}

/** Fits the constants of answer-model on the own questions, with the ranking as it is now. */
export async function fitModel(): Promise<Omit<AnswerModel, 'version'> & { readonly questions: number }> {
  const service = await AnsweringService.over(readOwn(FITTED_FILES));
  try {
    const observed = await observeAll(service);
    return { ...fitAnswer(observed, fitSentence(observed)), questions: observed.length };
  } finally {
    await service.stop();
  }
}
