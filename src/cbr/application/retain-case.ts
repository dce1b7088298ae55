import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath, displayPath } from '../../shared/domain/category-path.js';
import { ConflictError } from '../../shared/domain/domain-error.js';
import { distinctSources, QuotedSource } from '../../shared/domain/quoted-source.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { Case, CaseSource } from '../domain/case.js';
import { CaseAuthor } from '../domain/case-author.js';
import { isSameQuestion } from '../domain/near-duplicate.js';
import { requireInside } from './create-case.js';
import { FindSimilarCases } from './find-similar-cases.js';
import { WriteCases } from './write-cases.js';
import { AnswerCheck, CheckedAnswer, earlierSources } from '../domain/case-answers.js';

/** A confirmed answer. */
export interface ConfirmedAnswer {
  readonly question: string;
  readonly answer: string;
  readonly categoryPath: CategoryPath;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Quotes of the answer, if known; otherwise the quotes that its fact check finds. */
  readonly sources?: readonly QuotedSource[];
  /** Absent if the question is for everybody who sees the category. */
  readonly author?: CaseAuthor;
}

export interface RetainOutcome {
  readonly one: Case;
  /** `merged`: a case had nearly the same question, and now has this answer. */
  readonly outcome: 'created' | 'merged';
  readonly check: CheckedAnswer;
}

/** A confirmed answer starts above the 0.5 of an unconfirmed one. */
export const CONFIRMED_QUALITY = 0.7;
/** Candidates for a duplicate question. */
const COMPARED = 5;
/** Maximum number of earlier answers that a merged case stores. */
const REMEMBERED = 3;

function earlierAnswers(one: Case): unknown[] {
  const known = one.metadata['earlier_answers'];
  const list: unknown[] = Array.isArray(known) ? known : [];
  return [...list, { content: one.content, until: one.updatedAt }].slice(-REMEMBERED);
}

/** Quotes of the answer, if known; otherwise those that its fact check found. */
function sourcesOf({ sources }: ConfirmedAnswer, check: CheckedAnswer): QuotedSource[] {
  return distinctSources(sources ?? check.sources ?? []);
}

/** The documents of the merged case's answer, with those of its earlier answers. */
const asEarlier = (known: Case): CaseSource[] => (known.sources ?? []).map((source) => ({ ...source, of: 'earlier' }));

/** Whether the same people see both: a wider caller's answer must not reach who sees only the narrower one's question. */
const mayMerge = (known: Case, { author }: ConfirmedAnswer): boolean =>
  known.author === undefined || author === undefined || JSON.stringify(known.author) === JSON.stringify(author);

/** Stores a confirmed answer as a case (retain), unless it fails its fact check. */
@Injectable()
export class RetainCase {
  constructor(
    private readonly find: FindSimilarCases,
    private readonly cases: WriteCases,
    private readonly check: AnswerCheck,
    private readonly ids: IdGenerator,
  ) {}

  /** @throws ConflictError (409) if the answer fails its fact check; DomainError (403) outside the filter */
  async retain(confirmed: ConfirmedAnswer, filter: CategoryFilter, signal?: AbortSignal): Promise<RetainOutcome> {
    requireInside(filter, confirmed.categoryPath);
    const check = await this.check.check({ question: confirmed.question, answer: confirmed.answer }, filter, signal);
    if (check.verdict === 'failed')
      throw new ConflictError(`The answer failed its fact check and is not kept: ${check.reasons.join('; ')}`);
    const same = await this.sameQuestions(confirmed, filter);
    return this.cases.run(async (batch) => {
      let known: Case | undefined;
      for (const caseId of same) known ??= await batch.current(caseId, filter);
      const one = known === undefined ? this.created(confirmed, check) : this.merged(known, confirmed, check);
      await batch.put(one);
      return { one, outcome: known === undefined ? ('created' as const) : ('merged' as const), check };
    });
  }

  /** Ids of the cases with this question, nearest first. */
  private async sameQuestions(confirmed: ConfirmedAnswer, filter: CategoryFilter): Promise<string[]> {
    const { cases } = await this.find.find({
      query: confirmed.question,
      filter,
      category: confirmed.categoryPath,
      k: COMPARED,
      method: 'char_ngram',
      minQuality: 0,
      rankBy: 'similarity',
    });
    return cases
      .filter(({ one }) => isSameQuestion(one.query, confirmed.question) && mayMerge(one, confirmed))
      .map(({ one }) => one.caseId);
  }

  private created(confirmed: ConfirmedAnswer, check: CheckedAnswer): Case {
    const now = this.cases.now();
    return {
      caseId: this.ids.next('case'),
      query: confirmed.question,
      categoryPath: displayPath(confirmed.categoryPath),
      content: confirmed.answer,
      qualityScore: CONFIRMED_QUALITY,
      usageCount: 0,
      successRate: 0,
      metadata: { ...confirmed.metadata, fact_check: check.verdict },
      createdAt: now,
      updatedAt: now,
      sources: sourcesOf(confirmed, check),
      ...(confirmed.author === undefined ? {} : { author: confirmed.author }),
    };
  }

  /** The newer answer was confirmed later and wins; the earlier one is stored in the metadata. */
  private merged({ author, ...known }: Case, confirmed: ConfirmedAnswer, check: CheckedAnswer): Case {
    const isNew = known.content !== confirmed.answer;
    return {
      ...known,
      // Whoever publishes a question publishes these words, and not those of the person who asked first.
      ...(author === undefined ? {} : confirmed.author === undefined ? { query: confirmed.question } : { author }),
      content: confirmed.answer,
      qualityScore: Math.max(known.qualityScore, CONFIRMED_QUALITY),
      metadata: {
        ...known.metadata,
        ...confirmed.metadata,
        fact_check: check.verdict,
        ...(isNew ? { earlier_answers: earlierAnswers(known) } : {}),
      },
      updatedAt: this.cases.now(),
      sources: [...sourcesOf(confirmed, check), ...(isNew ? asEarlier(known) : earlierSources(known))],
    };
  }
}
