import { Injectable } from '@nestjs/common';
import { Clock, today } from '../../shared/domain/clock.js';
import { AnalysedMessage } from '../domain/analysed-message.js';
import { answerability, withCalibratedScores } from '../domain/answerability.js';
import { answerType } from '../domain/answer-type.js';
import { AskRequest } from '../domain/ask-request.js';
import { askedParts, wordsOfPart } from '../domain/asked-parts.js';
import { Evidence, QuestionWord, rankSentences } from '../domain/evidence.js';
import { RetrievalPlan, RetrievedEvidence } from '../domain/retrieval-plan.js';
import { Retrieval, Retriever } from '../domain/retriever.js';
import { likelyForAll, LikelySentence, likelySentences } from '../domain/sentence-likelihood.js';

/** Second step: passages inside the caller's scope, and how well their sentences answer. */
@Injectable()
export class RetrieveEvidence {
  constructor(
    private readonly retriever: Retriever,
    private readonly clock: Clock,
  ) {}

  async execute(plan: RetrievalPlan, signal: AbortSignal): Promise<RetrievedEvidence> {
    const { request, analysed, topK, beside, feedback, hybrid, rerank } = plan;
    const retrieval = await this.retriever.retrieve(
      {
        question: analysed.question,
        topK,
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
    return judged(analysed, retrieval, partsOf(request, analysed));
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
      ? likelySentences(ranked, evidence, { question, words, type })
      : likelyForAll(parts.map((part) => likelyForPart(part, words, evidence)));
  const found = answerability(ranked, sentences, { words, type });
  return {
    evidence: withCalibratedScores(evidence, sentences, found.probability),
    sentences,
    answerability: found,
    degraded,
    search,
    needless: false,
  };
}

function likelyForPart(part: string, words: readonly QuestionWord[], evidence: readonly Evidence[]): LikelySentence[] {
  const own = wordsOfPart(words, part);
  const type = answerType(part);
  return likelySentences(rankSentences(evidence, own, type), evidence, { question: part, words: own, type });
}
