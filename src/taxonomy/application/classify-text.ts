import { Injectable } from '@nestjs/common';
import { allows } from '../../shared/domain/category-filter.js';
import { Candidate, toCandidates } from '../domain/classification.js';
import { EvidenceRequest, GatherEvidence } from './gather-evidence.js';

export interface ClassificationRequest extends EvidenceRequest {
  /** Number of candidates, at least 1. */
  readonly topK: number;
}

export interface Classification {
  /** The best one first, the others by falling confidence. */
  readonly candidates: readonly Candidate[];
  /** Parts of the search that were unavailable. */
  readonly degraded: readonly string[];
}

/** Finds the categories that a text may belong to, as deep as the evidence among the caller's documents supports. */
@Injectable()
export class ClassifyText {
  constructor(private readonly evidence: GatherEvidence) {}

  /** @throws DomainError (cancelled) when the client disconnects */
  async classify(request: ClassificationRequest): Promise<Classification> {
    const { categories, degraded } = await this.evidence.gather(request);
    const candidates = toCandidates(categories, (path) => allows(request.filter, path));
    return { candidates: candidates.slice(0, request.topK), degraded };
  }
}
