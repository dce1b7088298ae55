import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Clock, today } from '../../shared/domain/clock.js';
import { GiveWay } from '../../shared/domain/give-way.js';
import { Language } from '../../shared/domain/language.js';
import { checkClaim } from '../domain/check-claim.js';
import { EvidenceSource } from '../domain/evidence-source.js';
import { CheckedClaim, EvidenceText, FactCheck, factCheck } from '../domain/fact-check.js';
import { EvidenceIndex } from '../domain/matching/evidence-index.js';
import { ClaimSpan, splitClaims } from '../domain/split-claims.js';
import { verificationQuery } from '../domain/verification-query.js';

export interface CheckFactsRequest {
  readonly answer: string;
  /** What was asked: a claim that leaves its subject to the question is searched with it. */
  readonly question?: string | undefined;
  /** Left out, each claim's own letters tell. */
  readonly language?: Language | undefined;
  /** Left out, the documents are searched anew for each claim. */
  readonly evidence?: readonly EvidenceText[] | undefined;
  readonly filter: CategoryFilter;
  /** `YYYY-MM-DD`; left out, today. */
  readonly asOf?: string | undefined;
}

/** Claims searched at the same time; the search runs in one thread, so that more would only wait. */
const SEARCHES_AT_ONCE = 4;

/** Holds each claim of an answer against evidence, without a model: features of the text against features of the best clause. */
@Injectable()
export class CheckFacts {
  constructor(
    private readonly source: EvidenceSource,
    private readonly clock: Clock,
  ) {}

  async execute(request: CheckFactsRequest, signal: AbortSignal): Promise<FactCheck> {
    const claims = splitClaims(request.answer);
    if (request.evidence !== undefined)
      return factCheck(await this.checkAgainst(request.evidence, claims, request, signal));
    const checked: CheckedClaim[] = [];
    for (let i = 0; i < claims.length; i += SEARCHES_AT_ONCE) {
      signal.throwIfAborted();
      const batch = claims.slice(i, i + SEARCHES_AT_ONCE);
      checked.push(...(await Promise.all(batch.map((claim) => this.searchAndCheck(claim, request, signal)))));
    }
    return factCheck(checked);
  }

  /** The evidence is read once. Thousands of claims may stand in one answer, so that other requests get their turns between them. */
  private async checkAgainst(
    evidence: readonly EvidenceText[],
    claims: readonly ClaimSpan[],
    { language }: CheckFactsRequest,
    signal: AbortSignal,
  ): Promise<CheckedClaim[]> {
    const index = new EvidenceIndex(evidence);
    const checked: CheckedClaim[] = [];
    const others = new GiveWay();
    for (const claim of claims) {
      await others.whenDue();
      signal.throwIfAborted();
      checked.push(checkClaim(claim, index, language));
    }
    return checked;
  }

  private async searchAndCheck(
    claim: ClaimSpan,
    request: CheckFactsRequest,
    signal: AbortSignal,
  ): Promise<CheckedClaim> {
    const text = verificationQuery(claim.text, request.question);
    const asOf = request.asOf ?? today(this.clock);
    const found = await this.source.find({ text, filter: request.filter, asOf }, signal);
    return checkClaim(claim, new EvidenceIndex(found), request.language);
  }
}
