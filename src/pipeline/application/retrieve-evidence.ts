import { Injectable } from '@nestjs/common';
import { Clock, today } from '../../shared/domain/clock.js';
import { answerability, withCalibratedScores, withLack } from '../domain/answerability.js';
import { lackOf } from '../domain/asked-thing.js';
import { answerType } from '../domain/answer-type.js';
import {
  firstReading,
  leadNeeded,
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
import { Evidence, QuestionWord, rankSentences, saysSomething } from '../domain/evidence.js';
import { withCoveringRange } from '../domain/covering-range.js';
import { evidenceInPeriod } from './evidence-in-period.js';
import { AnswerRisk } from '../../shared/domain/answer-risk.js';
import { withGeneralRule } from '../domain/general-rule.js';
import { followReference } from '../domain/follow-references.js';
import { RetrievalPlan, RetrievedEvidence } from '../domain/retrieval-plan.js';
import { Retrieval, RetrievalRequest, Retriever } from '../domain/retriever.js';
import { likelyForAll, LikelySentence, likelySentences } from '../domain/sentence-likelihood.js';

/** Minimum number of passages whose sentences are compared: 10 % of the answers are not in the first ten. */
const LEAST_READ = 15;

/** Factor of the number of passages that are read if some of them are copies. */
const MORE_READ = 4;

/** A reading with this probability of an answer needs no other reading. */
const SURE = 0.85;

/** Second step: retrieves passages in the caller's scope and scores their sentences. */
@Injectable()
export class RetrieveEvidence {
  constructor(
    private readonly retriever: Retriever,
    private readonly clock: Clock,
    private readonly risk: AnswerRisk,
  ) {}

  /** The caller's day in the time zone of the server. */
  today(): string {
    return today(this.clock);
  }

  /** Evidence of today, or of the time that the caller or the message asks for; the caller's day overrides the message. */
  async retrieveEvidence(plan: RetrievalPlan, signal: AbortSignal): Promise<RetrievedEvidence> {
    const { request, analysed } = plan;
    const day = this.today();
    const current = await this.best(plan, request.asOf ?? day, signal);
    const { period } = analysed;
    if (period === undefined || request.asOf !== undefined) return current;
    const timeless = { ...plan, analysed: period.timeless };
    return evidenceInPeriod(
      period.asked,
      { current, question: analysed.question },
      { today: day, threshold: this.risk.threshold, at: (asOf) => this.best(timeless, asOf, signal) },
    );
  }

  /** Evidence for the most probably answered reading of the message. */
  private async best(plan: RetrievalPlan, asOf: string | undefined, signal: AbortSignal): Promise<RetrievedEvidence> {
    const { analysed } = plan;
    let best = await this.read(plan, firstReading(analysed.said, analysed), asOf, signal);
    for (const reading of otherReadings(analysed.said, analysed)) {
      if (best.answerability.probability >= SURE || best.isLookUp === true) break;
      const other = await this.read(plan, reading, asOf, signal);
      const lead = other.answerability.probability - best.answerability.probability;
      if (lead > leadNeeded(analysed.said, reading) && other.isAbout !== false) best = other;
    }
    return { ...best, asOf };
  }

  private async read(
    plan: RetrievalPlan,
    reading: Reading,
    asOf: string | undefined,
    signal: AbortSignal,
  ): Promise<RetrievedEvidence> {
    const { request, analysed, topK, beside, feedback, hybrid, rerank } = plan;
    const { question } = reading;
    const retrieval = await this.retrieve(
      {
        question,
        topK: request.depth === undefined ? Math.max(LEAST_READ, topK) : topK,
        depth: request.depth,
        filter: request.filter,
        asOf,
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
      ? judgedForMessage(reading, retrieval, analysed.said)
      : judged(reading, retrieval, analysed.said);
  }

  /** Passages without copies. If copies displaced other passages, more are read to find those too. */
  private async retrieve(request: RetrievalRequest, signal: AbortSignal): Promise<Retrieval> {
    const found = await this.retriever.retrieve(request, signal);
    // Editions of a text resemble each other; on any day all of them are wanted.
    if (request.asOf === undefined) return found;
    const evidence = withoutCopies(found.evidence);
    const isCrowded = evidence.length < found.evidence.length && found.evidence.length >= request.topK;
    if (!isCrowded || request.depth !== undefined || found.asked !== undefined) return { ...found, evidence };
    const more = await this.retriever.retrieve({ ...request, topK: MORE_READ * request.topK }, signal);
    return { ...more, evidence: withoutCopies(more.evidence).slice(0, request.topK) };
  }
}

/**
 * Weights the words of a follow-up above those of the conversation; or all equally, if the answer then contains most words of the message
 * itself.
 */
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

/** @param chosenBy the words that rank the sentences; the decision to answer uses all words of the reading equally */
function judgedBy(
  chosenBy: readonly QuestionWord[],
  reading: Reading,
  retrieval: Retrieval,
  message: string,
): RetrievedEvidence {
  const { evidence, words, degraded, search } = retrieval;
  const { question, isInContext, compared } = reading;
  // A follow-up was completed with an earlier question, which is not split off as a sub-question.
  const parts = compared ?? (isInContext ? [question] : subQuestions(question));
  const candidates =
    parts.length === 1
      ? likelySentences(rankSentences(evidence, chosenBy, reading.type), evidence, {
          words: chosenBy,
          type: reading.type,
        })
      : likelyForAll(parts.map((part) => likelyForPart(part, words, evidence)));
  const sentences = followReference(candidates.filter(saysSomething));
  // With several questions, each has its own thing and kind.
  const lack = parts.length === 1 ? lackOf(sentences, { question, words, type: reading.type }) : undefined;
  const found = withLack(answerability(sentences, { words, decisiveness: search.decisiveness }), lack);
  const [likeliest] = sentences;
  return {
    evidence: withCalibratedScores(evidence, sentences, found.probability),
    sentences: withCoveringRange(withGeneralRule(sentences, question), question, message),
    answerability: found,
    degraded,
    search,
    question,
    needless: false,
    // The conversation must not answer a message about another topic.
    isAbout:
      !isInContext || compared !== undefined || (likeliest !== undefined && topicalOverlap(likeliest, words, message)),
  };
}

function likelyForPart(part: string, words: readonly QuestionWord[], evidence: readonly Evidence[]): LikelySentence[] {
  const own = wordsOfPart(words, part);
  const type = answerType(part);
  return likelySentences(rankSentences(evidence, own, type), evidence, { words: own, type });
}
