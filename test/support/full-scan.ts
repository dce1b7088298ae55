import type { Case } from '../../src/cbr/domain/case.js';
import type { NearestCase, NearestRequest } from '../../src/cbr/domain/case-index.js';
import { charNgrams } from '../../src/text/tokens/char-ngrams.js';
import { characterCount, type ComparableText, SIMILARITIES, whitespaceWords } from '../../src/cbr/domain/similarity.js';
import type { TermCounter } from '../../src/cbr/infrastructure/index/memory-case-index.js';
import { allows } from '../../src/shared/domain/category-filter.js';
import { foldPath } from '../../src/shared/domain/category-path.js';

/** What a case index must equal: every case compared by the pure function, then sorted. */
export class FullScan {
  /** Texts as the methods see them; the vector is looked up afresh. */
  private readonly texts = new Map<string, Omit<ComparableText, 'vector'>>();

  constructor(
    private readonly countTerms: TermCounter,
    private readonly vectorOf: (caseId: string) => Float32Array | undefined,
  ) {}

  nearest(cases: readonly Case[], request: NearestRequest): NearestCase[] {
    const visible = cases.filter((one) => allows(request.filter, one.categoryPath));
    const question = { ...this.read(request.query), vector: request.vector?.values };
    const counts = this.countsOf(question, visible);
    const statistics = { texts: visible.length, textsWith: (term: string) => counts.get(term) ?? 0 };
    const similarityTo = (one: Case) =>
      SIMILARITIES[request.method](
        question,
        { ...this.textOf(one.query), vector: this.vectorOf(one.caseId) },
        statistics,
      );
    return visible
      .filter((one) => request.category === undefined || foldPath(request.category) === foldPath(one.categoryPath))
      .filter((one) => one.qualityScore >= request.minQuality)
      .map((one) => ({ one, similarity: similarityTo(one) }))
      .sort(
        (a, b) =>
          b.similarity - a.similarity ||
          b.one.qualityScore - a.one.qualityScore ||
          b.one.usageCount - a.one.usageCount ||
          (a.one.caseId < b.one.caseId ? -1 : 1),
      )
      .slice(0, request.k)
      .map(({ one, similarity }) => ({ caseId: one.caseId, similarity }));
  }

  /** Document frequency of each term. */
  private countsOf(question: Omit<ComparableText, 'vector'>, visible: readonly Case[]): Map<string, number> {
    const counts = new Map([...question.terms.keys()].map((term) => [term, 0]));
    for (const one of visible)
      for (const term of this.textOf(one.query).terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
    return counts;
  }

  private textOf(text: string): Omit<ComparableText, 'vector'> {
    const known = this.texts.get(text) ?? this.read(text);
    this.texts.set(text, known);
    return known;
  }

  private read(text: string): Omit<ComparableText, 'vector'> {
    return {
      words: whitespaceWords(text),
      length: characterCount(text),
      terms: this.countTerms(text),
      grams: charNgrams(text),
    };
  }
}
