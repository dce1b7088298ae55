import { Injectable } from '@nestjs/common';
import { allows, CategoryFilter, intersect, restrictedTo } from '../../shared/domain/category-filter.js';
import { Candidate, toCandidates } from '../domain/classification.js';
import { Analyser } from '../../text/tokens/analyser.js';
import { CategoryPath, foldPath } from '../../shared/domain/category-path.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { LearnedScore } from '../domain/category-classifier.js';
import {
  CategoryEvidence,
  categoryEvidence,
  CountedPassage,
  JudgedText,
  learnedEvidence,
  nearestCategories,
} from '../domain/category-evidence.js';
import { SimilarPassage, SimilarPassages, LearnedCategories } from '../domain/similar-passages.js';
import { salientExcerpts } from '../domain/salient-excerpts.js';
import { countTerms, TermCounts } from '../domain/term-vector.js';

interface EvidenceRequest {
  readonly text: string;
  readonly title?: string | undefined;
  readonly filter: CategoryFilter;
  readonly signal?: AbortSignal;
}

export interface Evidence {
  readonly categories: readonly CategoryEvidence[];
  /** Parts of the search that were unavailable. */
  readonly degraded: readonly string[];
}

/** UTF-16 units of the text whose terms are compared with those of passages. */
const COUNTED = 100_000;
/** Nearest passages of the text: the number of hits of a search. */
const NEIGHBOURS = 100;
/** Number of categories that are checked again: among 95 % of the held-out samples they included the right one. */
const CATEGORIES = 20;
/** Number of passages that represent a category. */
const MEMBERS = 20;
/** Weight of a term of the title. */
const TITLE_WEIGHT = 2;

/** Passages by chunk id, and the parts of the search that were unavailable. */
interface Found {
  readonly passages: Map<string, CountedPassage>;
  readonly degraded: Set<string>;
}

/**
 * Collects the evidence for each category: the learned score of its documents, and the similarity of its passages. Without a learned model,
 * the neighbours of the text name categories, and each of the nearest categories is searched for its own nearest passages, so that a large
 * category does not crowd out a small one. Only what the caller may see counts.
 */
@Injectable()
export class GatherEvidence {
  constructor(
    private readonly similar: SimilarPassages,
    private readonly analyser: Analyser,
    private readonly learned: LearnedCategories,
  ) {}

  /** @throws DomainError (cancelled) when the client disconnects */
  async gather(request: EvidenceRequest): Promise<Evidence> {
    const title = request.title ?? '';
    const query = salientExcerpts(request.text, request.title, (part) => this.analyser.termsOf(part)).join('\n');
    const found: Found = { passages: new Map(), degraded: new Set() };
    const [learned] = await Promise.all([this.learn(found, request), this.look(found, query, request)]);
    const judged = {
      counts: this.count(request.text.slice(0, COUNTED), title),
      title: this.analyser.termsOf(title),
      learned,
    };
    const nameOf = (path: CategoryPath) => this.analyser.termsOf(path.at(-1) ?? '');
    const categories =
      learned.length > 0
        ? learnedEvidence(judged, [...found.passages.values()], nameOf)
        : await this.compare(found, query, judged, request);
    return { categories, degraded: [...found.degraded] };
  }

  /** Without a learned model: each of the nearest categories is searched for its own nearest passages, which represent it. */
  private async compare(
    found: Found,
    query: string,
    judged: JudgedText,
    request: EvidenceRequest,
  ): Promise<readonly CategoryEvidence[]> {
    const nearest = nearestCategories([...found.passages.values()], CATEGORIES);
    for (const path of nearest) await this.look(found, query, request, path);
    const wanted = new Set(nearest.map(foldPath));
    const members = [...found.passages.values()].filter(({ path }) => wanted.has(foldPath(path)));
    return categoryEvidence(judged, members, (path) => this.analyser.termsOf(path.at(-1) ?? ''));
  }

  private async learn(found: Found, { text, title, filter }: EvidenceRequest): Promise<readonly LearnedScore[]> {
    const scores = await this.learned.scores({ text, title: title ?? '', filter });
    if (scores === undefined) found.degraded.add('classifier');
    return scores ?? [];
  }

  private async look(found: Found, text: string, request: EvidenceRequest, within?: CategoryPath): Promise<void> {
    const { signal } = request;
    if (signal?.aborted === true)
      throw new DomainError('cancelled', 'cancelled', 'The client disconnected before its text was classified.');
    const filter = within === undefined ? request.filter : intersect(request.filter, restrictedTo([within]));
    const limit = within === undefined ? NEIGHBOURS : MEMBERS;
    const near = await this.similar.find({ text, filter, limit, ...(signal === undefined ? {} : { signal }) });
    for (const part of near.degraded) found.degraded.add(part);
    near.passages.forEach((passage, i) => {
      if (found.passages.has(passage.chunkId)) return;
      found.passages.set(passage.chunkId, this.counted(passage, within === undefined ? i : undefined));
    });
  }

  /** The name of the category counts like a title: it names the common subject of its passages. */
  private counted({ canonicalPath, title, text }: SimilarPassage, rank: number | undefined): CountedPassage {
    return { path: canonicalPath, counts: this.count(text, `${title} ${canonicalPath.at(-1) ?? ''}`), rank };
  }

  private count(text: string, title: string): TermCounts {
    return countTerms(this.analyser.termsOf(text), this.analyser.termsOf(title), TITLE_WEIGHT);
  }
}

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
