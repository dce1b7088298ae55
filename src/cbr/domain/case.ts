import { CategoryPath } from '../../shared/domain/category-path.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';

/** A document that a case was made from: its answer, or an earlier answer that a merged case remembers. */
export interface CaseSource extends QuotedSource {
  readonly of?: 'earlier';
}

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
  /** The documents that it was made from; none where a person wrote it, or an earlier release made it. */
  readonly sources?: readonly CaseSource[];
  /** What it says is left out, since the reader may not see a document of it any more. */
  readonly isWithheld?: boolean;
  /** A later edition of a document changed or removed a passage that its answer quotes. */
  readonly isOutdated?: boolean;
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
