import { Injectable } from '@nestjs/common';
import { Clock, today } from '../../shared/domain/clock.js';
import { AnalysedMessage } from '../domain/analysed-message.js';
import { answerability, withCalibratedScores } from '../domain/answerability.js';
import { answerType } from '../domain/answer-type.js';
import { otherReadings, speaksOf } from '../domain/follow-up-readings.js';
import { AskRequest } from '../domain/ask-request.js';
import { askedParts, wordsOfPart } from '../domain/asked-parts.js';
import { lookedUp } from '../domain/looked-up.js';
import { Evidence, QuestionWord, rankSentences } from '../domain/evidence.js';
import { RetrievalPlan, RetrievedEvidence } from '../domain/retrieval-plan.js';
import { Retrieval, Retriever } from '../domain/retriever.js';
import { likelyForAll, LikelySentence, likelySentences } from '../domain/sentence-likelihood.js';

/** Passages whose sentences are compared at least: a tenth of the answers is not among the first ten. */
const LEAST_READ = 15;

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
  async execute(plan: RetrievalPlan, signal: AbortSignal): Promise<RetrievedEvidence> {
    let best = await this.read(plan, plan.analysed.question, signal);
    for (const question of otherReadings(plan.request.message, plan.analysed)) {
      if (best.answerability.probability >= SURE || best.isLookUp === true) break;
      const other = await this.read(plan, question, signal);
      if (other.answerability.probability <= best.answerability.probability) continue;
      const [likeliest] = other.sentences;
      // The conversation must not answer for a message that asks of something else.
      if (likeliest !== undefined && speaksOf(likeliest.evidence, plan.request.message)) best = other;
    }
    return best;
  }

  private async read(plan: RetrievalPlan, question: string, signal: AbortSignal): Promise<RetrievedEvidence> {
    const { request, analysed, topK, beside, feedback, hybrid, rerank } = plan;
    const isAsRead = question === analysed.question;
    const retrieval = await this.retriever.retrieve(
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
    const reading = isAsRead ? analysed : { ...analysed, question, type: answerType(question) };
    if (retrieval.asked !== undefined) return lookedUp(retrieval.asked, retrieval, question);
    return judged(reading, retrieval, partsOf(request, reading));
  }
}

/** A follow-up was completed with another question, which is not asked again. */
function partsOf({ message }: AskRequest, { question }: AnalysedMessage): readonly string[] {
  return question === message ? askedParts(question) : [question];
}

function judged(
  { question, type }: AnalysedMessage,
  retrieval: Retrieval,
  parts: readonly string[],
): RetrievedEvidence {
  const { evidence, words, degraded, search } = retrieval;
  const ranked = rankSentences(evidence, words, type);
  const sentences =
    parts.length === 1
      ? likelySentences(ranked, evidence, { words, type })
      : likelyForAll(parts.map((part) => likelyForPart(part, words, evidence)));
  const found = answerability(sentences, { words, decisiveness: search.decisiveness });
  return {
    evidence: withCalibratedScores(evidence, sentences, found.probability),
    sentences,
    answerability: found,
    degraded,
    search,
    question,
    needless: false,
  };
}

function likelyForPart(part: string, words: readonly QuestionWord[], evidence: readonly Evidence[]): LikelySentence[] {
  const own = wordsOfPart(words, part);
  const type = answerType(part);
  return likelySentences(rankSentences(evidence, own, type), evidence, { words: own, type });
}
