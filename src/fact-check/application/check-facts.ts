import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Clock, today } from '../../shared/domain/clock.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { Language } from '../../text/language.js';
import { inSlices, EventLoopYielder } from '../../shared/domain/steps.js';
import { withinTime } from '../../shared/domain/time-limit.js';
import { checkInSteps } from '../domain/check-claim.js';
import {
  CheckedClaim,
  EvidenceText,
  FactCheck,
  factCheck,
  EvidenceSource,
  verificationQuery,
} from '../domain/fact-check.js';
import { EvidenceIndex } from '../domain/matching/evidence-index.js';
import { checkComparisons, ClaimSpan, splitClaims } from '../domain/split-claims.js';

export interface CheckFactsRequest {
  readonly answer: string;
  /** The question: a claim without its own subject is searched together with it. */
  readonly question?: string | undefined;
  /** If absent, the script of each claim decides. */
  readonly language?: Language | undefined;
  /** If absent, the documents are searched for each claim. */
  readonly evidence?: readonly EvidenceText[] | undefined;
  readonly filter: CategoryFilter;
  /** `YYYY-MM-DD`; today by default. */
  readonly asOf?: string | undefined;
}

/** Number of concurrent searches; the search runs in one thread, so that more would only wait. */
const SEARCHES_AT_ONCE = 4;
/** Maximum number of checked claims of one answer: the first ones. */
export const MAX_CLAIMS = 200;
/** Maximum length of an answer in UTF-16 units; a longer one is rejected. */
export const MAX_ANSWER_LENGTH = 50_000;
/** Time limit of a check, milliseconds. */
const TIME_LIMIT_MS = 20_000;

/**
 * Checks each claim of an answer against evidence, without a model: compares features of the claim with features of the best clause.
 * @example import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
 *
 * // Without given evidence, each claim is searched in the documents that the filter allows.
 * const check = await checkFacts.check({ answer: 'Backups are tested weekly.', filter: UNRESTRICTED }, signal);
 */
@Injectable()
export class CheckFacts {
  constructor(
    private readonly source: EvidenceSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks the first 200 claims of the first 50,000 characters. Equal claims are checked once.
   * @throws InvalidInputError if the evidence has too many sentences, DomainError (timed out) after 20 seconds
   */
  async check(request: CheckFactsRequest, signal: AbortSignal): Promise<FactCheck> {
    const claims = splitClaims(request.answer.slice(0, MAX_ANSWER_LENGTH)).slice(0, MAX_CLAIMS);
    const distinct = [...new Map(claims.map((claim) => [claim.text, claim])).values()];
    const { evidence } = request;
    if (evidence !== undefined)
      checkComparisons(
        distinct.map(({ text }) => text),
        evidence.map(({ text }) => text),
      );
    const checked = await withinTime({ limitMs: TIME_LIMIT_MS, signal, tooLate: tooLong }, (either) =>
      evidence === undefined
        ? this.searchAndCheckAll(distinct, request, either)
        : this.checkAgainst(evidence, distinct, request, either),
    );
    const results = new Map(checked.map((result) => [result.text, result]));
    return factCheck(claims.flatMap((claim) => placed(results.get(claim.text), claim)));
  }

  /** Reads each sentence of the evidence once. Yields to other requests between the sentences and within the claims. */
  private async checkAgainst(
    evidence: readonly EvidenceText[],
    claims: readonly ClaimSpan[],
    { language }: CheckFactsRequest,
    signal: AbortSignal,
  ): Promise<CheckedClaim[]> {
    const others = new EventLoopYielder();
    const index = await inSlices(EvidenceIndex.inSteps(evidence), others, signal);
    const checked: CheckedClaim[] = [];
    for (const claim of claims) {
      signal.throwIfAborted();
      checked.push(await inSlices(checkInSteps(claim, index, language), others, signal));
    }
    return checked;
  }

  private async searchAndCheckAll(
    claims: readonly ClaimSpan[],
    request: CheckFactsRequest,
    signal: AbortSignal,
  ): Promise<CheckedClaim[]> {
    const others = new EventLoopYielder();
    const checked: CheckedClaim[] = [];
    for (let i = 0; i < claims.length; i += SEARCHES_AT_ONCE) {
      signal.throwIfAborted();
      const batch = claims.slice(i, i + SEARCHES_AT_ONCE);
      checked.push(...(await Promise.all(batch.map((claim) => this.searchAndCheck(claim, request, others, signal)))));
    }
    return checked;
  }

  private async searchAndCheck(
    claim: ClaimSpan,
    request: CheckFactsRequest,
    others: EventLoopYielder,
    signal: AbortSignal,
  ): Promise<CheckedClaim> {
    const text = verificationQuery(claim.text, request.question);
    const asOf = request.asOf ?? today(this.clock);
    const found = await this.source.find({ text, filter: request.filter, asOf }, signal);
    const index = await inSlices(EvidenceIndex.inSteps(found), others, signal);
    return inSlices(checkInSteps(claim, index, request.language), others, signal);
  }
}

/** The result of a claim at the offsets of another claim with the same text. */
function placed(result: CheckedClaim | undefined, { start, end }: ClaimSpan): CheckedClaim[] {
  return result === undefined ? [] : [{ ...result, start, end }];
}

function tooLong(): DomainError {
  return new DomainError(
    'timed-out',
    'fact-check-too-long',
    `The fact check took longer than ${TIME_LIMIT_MS / 1000} s; send a shorter answer or less evidence.`,
  );
}
