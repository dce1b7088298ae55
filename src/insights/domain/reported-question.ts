import {
  allows,
  CategoryFilter,
  covers,
  restrictedTo,
  UNRESTRICTED,
  withoutGroups,
} from '../../shared/domain/category-filter.js';
import { CategoryPath, isCategoryPath } from '../../shared/domain/category-path.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';
import { TimeRange } from './requested-time.js';

export const REPORT_STATES = ['open', 'done'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** `reported`: the person who asked rejected the answer, or reported that it is missing. `abstained`: the documents do not answer. */
export const REPORT_KINDS = ['all', 'reported', 'abstained'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** A quoted passage of an answer. */
export interface ReportSource {
  readonly documentId: string;
  readonly title: string;
  readonly categoryPath: readonly string[];
  readonly quote: string;
}

export interface NearPlace {
  readonly documentId: string;
  readonly categoryPath: readonly string[];
}

/** What came of asking a question again. */
export interface AskedAgain {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly outcome: 'answered' | 'abstained';
  /** Documents of the answer: who may not see them does not learn that there is one. */
  readonly documents: readonly string[];
  /**
   * Whether the person who asked may not see what answers: then nothing is missing in the documents. Null where the reader may not know:
   * the person sees more than the reader, or has no rights any more.
   */
  readonly isWithoutRight: boolean | null;
}

/** What an editor did about a question. */
export interface Done {
  readonly at: string;
  readonly by: string;
  readonly note: string | null;
}

/** A question that the documents did not answer, or whose answer was rejected, as it is stored. */
export interface ReportedQuestion {
  readonly traceId: string;
  readonly conversationId: string;
  readonly owner: string;
  readonly createdAt: string;
  /** As a self-contained question: a follow-up has its topic. */
  readonly question: string;
  readonly answer: string;
  readonly isAbstained: boolean;
  readonly sources: readonly ReportSource[];
  /** Sources of the words of the answer. */
  readonly quoted: readonly QuotedSource[];
  /** Whether a source has no document: it is of an earlier release. */
  readonly isOfUnknownOrigin: boolean;
  /** Documents of earlier turns, from which a follow-up was completed. */
  readonly earlier: readonly string[];
  /** Null for an answer, and for an abstention of an earlier release. */
  readonly nearest: readonly NearPlace[] | null;
  /** Categories that the answer could use; null for all. */
  readonly within: readonly (readonly string[])[] | null;
  readonly rating: string | null;
  readonly comment: string | null;
  readonly correction: string | null;
  readonly done: Done | null;
  readonly askedAgain: AskedAgain | null;
}

/** The last row of a page. */
export interface ReportPosition {
  readonly at: string;
  readonly traceId: string;
}

export interface ReportQuery {
  /** Undefined: both. */
  readonly state: ReportState | undefined;
  readonly kind: ReportKind;
  readonly range: TimeRange | undefined;
  readonly after: ReportPosition | undefined;
  readonly limit: number;
}

/** Reported and unanswered questions of all callers; who may see which of them is decided by `isSeenBy`. */
export abstract class ReportStore {
  /** Newest first. */
  abstract list(query: ReportQuery): Promise<readonly ReportedQuestion[]>;
  abstract find(traceIds: readonly string[]): Promise<readonly ReportedQuestion[]>;
  /** @param done null: open again */
  abstract setDone(traceIds: readonly string[], done: Done | null): Promise<void>;
  abstract setAskedAgain(traceId: string, asked: AskedAgain): Promise<void>;
}

/** An answer of today, written with the sentences of the documents. */
export interface AnswerNow {
  readonly text: string;
  readonly isAbstained: boolean;
  readonly sources: readonly (ReportSource & { readonly chunkId: string })[];
}

/** The documents that decide where a question belongs. */
const placesOf = ({ quoted, nearest }: ReportedQuestion): readonly string[] => [
  ...quoted.map(({ documentId }) => documentId),
  ...(nearest ?? []).map(({ documentId }) => documentId),
];

/** The documents on which the sight of a question depends. */
export const documentsOf = (one: ReportedQuestion): readonly string[] => [
  ...placesOf(one),
  ...one.earlier,
  ...(one.askedAgain?.documents ?? []),
];

/**
 * Words of a question are for readers who see all that the person who asked sees: a question may name what is in any of these documents.
 * It belongs to who may see a document that it was answered from or that is near to it; without such a document, to who may see the
 * categories that it was asked within. It is hidden if the person sees more than the reader, or if its answer, the passage nearest to it,
 * or the conversation from which it was completed has a document that the reader may not see: not even that it was asked is said.
 * @param whole what the person who asked sees now; undefined for one without rights, whose questions are for administrators alone
 * @param sees whether the reader may see a document
 */
export function isSeenBy(
  one: ReportedQuestion,
  { id, filter }: { readonly id: string; readonly filter: CategoryFilter },
  whole: CategoryFilter | undefined,
  sees: (documentId: string) => boolean,
): boolean {
  if (filter.kind === 'unrestricted' || one.owner === id) return true;
  if (one.isOfUnknownOrigin || (one.isAbstained && one.nearest === null)) return false;
  const places = placesOf(one);
  if (whole === undefined || !covers(filter, whole)) return false;
  const within = one.within === null ? UNRESTRICTED : restrictedTo(one.within.filter(isCategoryPath));
  const isOfReader = places.length === 0 ? covers(withoutGroups(filter), within) : places.some(sees);
  const deciding = [
    ...one.quoted.map(({ documentId }) => documentId),
    ...(one.nearest ?? []).slice(0, 1).map(({ documentId }) => documentId),
    ...one.earlier,
  ];
  return isOfReader && deciding.every(sees);
}

/**
 * The category that a document about the question would have: that of the first source or of the nearest passage, otherwise the only one
 * that it was asked within.
 * @returns undefined where the reader may not store there
 */
export function categoryFor(one: ReportedQuestion, filter: CategoryFilter): CategoryPath | undefined {
  const within = one.within?.length === 1 ? one.within : [];
  const offered = [...one.sources, ...(one.nearest ?? [])].map(({ categoryPath }) => categoryPath);
  return [...offered, ...within].find((path) => isCategoryPath(path) && allows(filter, path));
}
