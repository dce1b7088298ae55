import { CategoryPath } from '../../shared/domain/category-path.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';
import { CaseAuthor } from './case-author.js';

/** A document that a case was made from: its answer, or an earlier answer that a merged case remembers. */
export interface CaseSource extends QuotedSource {
  readonly of?: 'earlier';
}

/** An answered question. */
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
  /** The source documents; empty if a person wrote the case, or an earlier release created it. */
  readonly sources?: readonly CaseSource[];
  /** Of a confirmed question of a chat; absent if the case was written, imported or reviewed for everybody who sees its category. */
  readonly author?: CaseAuthor;
  /** The content is withheld, since the reader may no longer see one of its documents. */
  readonly isWithheld?: boolean;
  /** A later edition of a document changed or removed a quoted passage. */
  readonly isOutdated?: boolean;
}

/** Fields of a new case from a caller; the others are generated. */
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
