import { Injectable } from '@nestjs/common';
import { checkComparisons } from '../../../fact-check/domain/split-claims.js';
import { SearchPassages } from '../../../search/application/search-passages.js';
import { askerKey, CategoryFilter } from '../../../shared/domain/category-filter.js';
import { Clock, today } from '../../../shared/domain/clock.js';
import { DomainError } from '../../../shared/domain/domain-error.js';
import { withinTime } from '../../../shared/domain/time-limit.js';
import { PhraseSource } from '../application/judge-by-rules.js';
import { AnswerToJudge, JudgedAnswer, JudgeOneAnswer } from '../application/judge-one-answer.js';
import { CitedPage, GoldDocument } from '../domain/cited-place.js';
import { EvidenceSource } from '../domain/claims.js';
import { factsAsReference } from '../domain/reference-facts.js';
import { scopeOf, DocumentSource } from '../../domain/session-scope.js';
import { GradingThread } from './grading-thread.js';

/** Passages of a search that an answer is compared with. */
const TOP_K = 12;
/** The question finds the passages of its topic, the answer those of its statements. */
const LONGEST_QUERY = 400;
/** UTF-16 units of a document that are read. */
const LONGEST_DOCUMENT = 400_000;
/** Cited documents that are read. */
const MOST_CITED = 6;
/** Time limit of a judgement in milliseconds. */
const TIME_LIMIT_MS = 20_000;

/** Judges against the stored documents and their search. */
@Injectable()
export class SearchedJudge extends JudgeOneAnswer {
  constructor(
    private readonly documents: DocumentSource,
    private readonly searchPassages: SearchPassages,
    private readonly grading: GradingThread,
    private readonly phrases: PhraseSource,
    private readonly clock: Clock,
  ) {
    super();
  }

  judge(asked: AnswerToJudge, filter: CategoryFilter, signal: AbortSignal): Promise<JudgedAnswer> {
    return withinTime({ limitMs: TIME_LIMIT_MS, signal, tooLate: tooLong }, (either) =>
      this.grade(asked, filter, either),
    );
  }

  private async grade(asked: AnswerToJudge, filter: CategoryFilter, signal: AbortSignal): Promise<JudgedAnswer> {
    const gold = await this.goldDocuments(asked, filter, signal);
    const found = asked.evidence === undefined ? await this.search(asked, filter, signal) : [];
    const evidence = (asked.evidence ?? []).map(({ id, text }): EvidenceSource => ({ id, text }));
    const isKnown = asked.gold.length > 0 || asked.evidence !== undefined;
    const reference = asked.reference ?? factsAsReference(asked.question, asked.facts, isKnown);
    checkComparisons(
      [asked.answer, ...asked.facts.flat()],
      [
        asked.answer,
        reference ?? '',
        ...evidence.map(({ text }) => text),
        ...gold.flatMap(({ text, quotes }) => [text, ...quotes]),
      ],
    );
    const hasGold = asked.gold.length > 0 || reference !== undefined;
    const judged = {
      ...asked,
      citedPages: await this.citedPages(asked, filter, signal),
      reference,
      gold,
      phrases: this.phrases.read(),
      // Evidence in the request decides if there is no gold passage.
      cited: hasGold ? [] : evidence,
      rest: [...(hasGold ? evidence : []), ...found.map(({ id, text }) => ({ id, text }))],
    };
    const grade = await this.grading.grade(judged, askerKey(filter), signal);
    const read = found.map(({ id, chunkId }) => ({ documentId: id, chunkId }));
    return { grade, read };
  }

  /** The documents of the gold passages. Only the quotes, if the request has evidence, or if the caller may not see the documents. */
  private async goldDocuments(
    { gold, evidence }: AnswerToJudge,
    filter: CategoryFilter,
    signal: AbortSignal,
  ): Promise<GoldDocument[]> {
    const documents: GoldDocument[] = [];
    for (const documentId of new Set(gold.map((passage) => passage.documentId))) {
      const quotes = gold.filter((passage) => passage.documentId === documentId).map(({ quote }) => quote);
      const stored = evidence === undefined ? await this.documents.one(documentId, scopeOf(filter), signal) : undefined;
      const { title = '', text = '' } = stored ?? {};
      documents.push({ documentId, title, text: text.slice(0, LONGEST_DOCUMENT), quotes });
    }
    return documents;
  }

  /** The cited documents next to those of the gold passages, as far as the caller may see them. */
  private async citedPages(
    { citations, gold, evidence }: AnswerToJudge,
    filter: CategoryFilter,
    signal: AbortSignal,
  ): Promise<CitedPage[]> {
    if (evidence !== undefined) return [];
    const own = new Set(gold.map(({ documentId }) => documentId));
    const ids = new Set(citations.flatMap(({ documentId = '' }) => (documentId === '' ? [] : [documentId])));
    const pages: CitedPage[] = [];
    for (const id of [...ids].filter((one) => !own.has(one)).slice(0, MOST_CITED)) {
      const stored = await this.documents.one(id, scopeOf(filter), signal);
      if (stored !== undefined) pages.push({ ...stored, text: stored.text.slice(0, LONGEST_DOCUMENT) });
    }
    return pages;
  }

  private async search(
    { question, answer }: AnswerToJudge,
    filter: CategoryFilter,
    signal: AbortSignal,
  ): Promise<{ id: string; chunkId: string; text: string }[]> {
    const scope = { filter, asOf: today(this.clock) };
    const query = `${question} ${answer}`.slice(0, LONGEST_QUERY);
    const { hits } = await this.searchPassages.search({
      query,
      topK: TOP_K,
      mode: 'hybrid',
      rerank: true,
      scope,
      signal,
    });
    return hits.map(({ passage }) => ({ id: passage.documentId, chunkId: passage.chunkId, text: passage.text }));
  }
}

function tooLong(): DomainError {
  return new DomainError(
    'timed-out',
    'judging-too-long',
    `Judging took longer than ${TIME_LIMIT_MS / 1000} s; send a shorter answer or less evidence.`,
  );
}
