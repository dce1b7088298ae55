import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Case } from '../domain/case.js';
import { FindSimilarCases } from './find-similar-cases.js';
import { ShowCases } from './show-cases.js';

export interface ConsultedCase {
  readonly one: Case;
  /** 0..1, by CONSULT_METHOD. */
  readonly similarity: number;
}

export const CONSULT_METHOD = 'tfidf_cosine';
/**
 * On 160 questions over the samples with other cases, the best case concerned the document of the question in 10 of 20
 * at 0.3, 7 of 10 at 0.35 and 4 of 5 at 0.4. Below the threshold no case is shown.
 */
export const CONSULT_THRESHOLD = 0.4;
const CONSULTED = 3;
/** Cases below this quality are not shown. */
const MIN_QUALITY = 0.3;

/** Cases similar enough to a question to be shown with an answer. They are advisory; the documents decide. */
@Injectable()
export class ConsultCases {
  constructor(
    private readonly find: FindSimilarCases,
    private readonly showCases: ShowCases,
  ) {}

  /** @returns at most three cases inside the filter, best first; none below CONSULT_THRESHOLD */
  async consult(question: string, filter: CategoryFilter, signal?: AbortSignal): Promise<readonly ConsultedCase[]> {
    const { cases } = await this.find.find(
      {
        query: question,
        filter,
        category: undefined,
        k: CONSULTED,
        method: CONSULT_METHOD,
        minQuality: MIN_QUALITY,
        rankBy: 'selector',
      },
      signal,
    );
    const similar = cases.filter(({ similarity }) => similarity >= CONSULT_THRESHOLD);
    const shown = await this.showCases.show(
      similar.map(({ one }) => one),
      filter,
    );
    return similar.flatMap(({ similarity }, i) => {
      const one = shown[i];
      return one === undefined || one.isWithheld === true || one.isOutdated === true ? [] : [{ one, similarity }];
    });
  }
}
