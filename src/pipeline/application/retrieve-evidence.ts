import { Injectable } from '@nestjs/common';
import { Clock, today } from '../../shared/domain/clock.js';
import { answerability, withCalibratedScores, withLack } from '../domain/answerability.js';
import { lackOf } from '../domain/asked-thing.js';
import { answerType } from '../domain/answer-type.js';
import {
  firstReading,
  otherReadings,
  MOSTLY_ABOUT,
  ownShare,
  Reading,
  topicalOverlap,
  wordsOfReading,
} from '../domain/follow-up-readings.js';
import { subQuestions, wordsOfPart } from '../domain/sub-questions.js';
import { withoutCopies } from '../domain/copied-passages.js';
import { lookedUp } from '../domain/looked-up.js';
import { Evidence, QuestionWord, rankSentences } from '../domain/evidence.js';
import { withGeneralRule } from '../domain/general-rule.js';
import { followReference } from '../domain/follow-references.js';
import { saysSomething } from '../domain/reference-sentence.js';
import { RetrievalPlan, RetrievedEvidence } from '../domain/retrieval-plan.js';
import { Retrieval, RetrievalRequest, Retriever } from '../domain/retriever.js';
import { likelyForAll, LikelySentence, likelySentences } from '../domain/sentence-likelihood.js';

/** Passages whose sentences are compared at least: a tenth of the answers is not among the first ten. */
const LEAST_READ = 15;

/** So many times as many passages are read where some of them are copies. */
const MORE_READ = 4;

/** A reading that is so probably answered needs no other beside it. */
const SURE = 0.85;

/** Second step: passages inside the caller's scope, and how well their sentences answer. */
@Injectable()
export class RetrieveEvidence {
  constructor(
    private readonly retriever: Retriever,
    private readonly clock: Clock,
  ) {}

  /** What is most probably answered of the readings that a message of a conversation has; else of its own. */
  async retrieveEvidence(plan: RetrievalPlan, signal: AbortSignal): Promise<RetrievedEvidence> {
    const { message } = plan.request;
    let best = await this.read(plan, firstReading(message, plan.analysed), signal);
    for (const reading of otherReadings(message, plan.analysed)) {
      if (best.answerability.probability >= SURE || best.isLookUp === true) break;
      const other = await this.read(plan, reading, signal);
      if (other.answerability.probability > best.answerability.probability && other.isAbout !== false) best = other;
    }
    return best;
  }

  private async read(plan: RetrievalPlan, reading: Reading, signal: AbortSignal): Promise<RetrievedEvidence> {
    const { request, analysed, topK, beside, feedback, hybrid, rerank } = plan;
    const { question } = reading;
    const retrieval = await this.retrieve(
      {
        question,
        topK: request.depth === undefined ? Math.max(LEAST_READ, topK) : topK,
        depth: request.depth,
        filter: request.filter,
        // What the caller says wins over what the question says.
        asOf: request.asOf ?? analysed.askedDay ?? today(this.clock),
        synonyms: analysed.synonyms,
        beside,
        feedback,
        hybrid,
        rerank,
      },
      signal,
    );
    if (retrieval.asked !== undefined) return lookedUp(retrieval.asked, retrieval, question);
    const isCompleted = question === analysed.question;
    return isCompleted
      ? judgedForMessage(reading, retrieval, request.message)
      : judged(reading, retrieval, request.message);
  }

  /** Passages without copies. Where copies took the places of other passages, more are read, so that those are found too. */
  private async retrieve(request: RetrievalRequest, signal: AbortSignal): Promise<Retrieval> {
    const found = await this.retriever.retrieve(request, signal);
    const evidence = withoutCopies(found.evidence);
    const isCrowded = evidence.length < found.evidence.length && found.evidence.length >= request.topK;
    if (!isCrowded || request.depth !== undefined || found.asked !== undefined) return { ...found, evidence };
    const more = await this.retriever.retrieve({ ...request, topK: MORE_READ * request.topK }, signal);
    return { ...more, evidence: withoutCopies(more.evidence).slice(0, request.topK) };
  }
}

/** The words of a follow-up before those of the talk; or all alike, where the answer then holds most of what the message itself names. */
function judged(reading: Reading, retrieval: Retrieval, message: string): RetrievedEvidence {
  const found = judgedForMessage(reading, retrieval, message);
  if (!reading.isInContext) return found;
  const alike = judgedBy(retrieval.words, reading, retrieval, message);
  const [likeliest] = alike.sentences;
  const isSurer = alike.answerability.probability > found.answerability.probability;
  const isMostlyAbout = likeliest !== undefined && ownShare(likeliest, retrieval.words, message).share >= MOSTLY_ABOUT;
  return isSurer && isMostlyAbout ? alike : found;
}

function judgedForMessage(reading: Reading, retrieval: Retrieval, message: string): RetrievedEvidence {
  return judgedBy(wordsOfReading(retrieval.words, reading, message), reading, retrieval, message);
}

/** @param chosenBy the words that choose the sentence; the decision to answer looks at all of the reading alike */
function judgedBy(
  chosenBy: readonly QuestionWord[],
  reading: Reading,
  retrieval: Retrieval,
  message: string,
): RetrievedEvidence {
  const { evidence, words, degraded, search } = retrieval;
  const { question, isInContext } = reading;
  // A follow-up was completed with another question, which is not asked again.
  const parts = isInContext ? [question] : subQuestions(question);
  const candidates =
    parts.length === 1
      ? likelySentences(rankSentences(evidence, chosenBy, reading.type), evidence, {
          words: chosenBy,
          type: reading.type,
        })
      : likelyForAll(parts.map((part) => likelyForPart(part, words, evidence)));
  const sentences = followReference(candidates.filter(saysSomething));
  // Each question of several has its own thing and kind.
  const lack = parts.length === 1 ? lackOf(sentences, { question, words, type: reading.type }) : undefined;
  const found = withLack(answerability(sentences, { words, decisiveness: search.decisiveness }), lack);
  const [likeliest] = sentences;
  return {
    evidence: withCalibratedScores(evidence, sentences, found.probability),
    sentences: withGeneralRule(sentences, question),
    answerability: found,
    degraded,
    search,
    question,
    needless: false,
    // The conversation must not answer for a message that asks of something else.
    isAbout: !isInContext || (likeliest !== undefined && topicalOverlap(likeliest, words, message)),
  };
}

function likelyForPart(part: string, words: readonly QuestionWord[], evidence: readonly Evidence[]): LikelySentence[] {
  const own = wordsOfPart(words, part);
  const type = answerType(part);
  return likelySentences(rankSentences(evidence, own, type), evidence, { words: own, type });
}
