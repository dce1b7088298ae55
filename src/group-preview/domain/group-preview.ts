import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';

/** What the members of one group of the provider get. */
export interface PreviewedRule {
  readonly providerGroup: string;
  readonly scopes: readonly string[];
  /** Null for all categories. */
  readonly allowedCategoryPaths: readonly CategoryPath[] | null;
  readonly groups: readonly string[];
}

/** The rights of a member. */
export interface MemberGrant extends Omit<PreviewedRule, 'providerGroup'> {
  /** Whether a member may ask and read at all. */
  readonly mayRead: boolean;
  /** What a session of the member would see. */
  readonly filter: CategoryFilter;
}

export interface SeenCategory {
  readonly path: CategoryPath;
  /** Documents exactly there, without those below. */
  readonly documents: number;
}

export interface SeenDocument {
  readonly documentId: string;
  readonly title: string;
  readonly canonicalPath: CategoryPath;
}

export interface SeenSource extends SeenDocument {
  /** Its number in the answer. */
  readonly n: number;
  readonly chunkId: string;
  readonly quote: string;
}

export interface SeenAnswer {
  readonly response: string;
  readonly abstained: boolean;
  readonly sources: readonly SeenSource[];
}

export interface GroupPreview {
  readonly grant: MemberGrant;
  /** Categories with a document that a member sees. */
  readonly categories: readonly SeenCategory[];
  /** The first documents that a member sees, in the order of their ids. */
  readonly documents: readonly SeenDocument[];
  /** Undefined if nothing was asked, and for members who may not ask. */
  readonly answer: SeenAnswer | undefined;
}

/** Port: the rights that a session of a member has. */
export abstract class MemberRights {
  /** @param rules undefined for those in force */
  abstract of(providerGroups: readonly string[], rules: readonly PreviewedRule[] | undefined): Promise<MemberGrant>;
}
