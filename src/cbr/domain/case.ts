import { CategoryPath } from '../../shared/domain/category-path.js';

/** A question that was answered before, with its answer. */
export interface Case {
  readonly caseId: string;
  readonly query: string;
  readonly categoryPath: CategoryPath;
  readonly content: string;
  /** 0..1. */
  readonly qualityScore: number;
  /** Feedbacks that it got. */
  readonly usageCount: number;
  /** Successes over rated uses, 0..1; 0 before any. */
  readonly successRate: number;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What a caller says of a new case; the rest is made. */
export interface CaseDraft {
  readonly caseId?: string | undefined;
  readonly query: string;
  readonly categoryPath: CategoryPath;
  readonly content: string;
  readonly qualityScore: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The fields that a caller may change; absent ones stay. */
export interface CaseChanges {
  readonly query?: string;
  readonly categoryPath?: CategoryPath;
  readonly content?: string;
  readonly qualityScore?: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
}
