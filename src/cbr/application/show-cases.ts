import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { QuoteCheck } from '../../shared/domain/quoted-source.js';
import { Case } from '../domain/case.js';
import { answerSources, earlierSources, withheldCase, withoutEarlierAnswers } from '../domain/case-answers.js';

/**
 * Cases as a reader may see them now. A case from an answer is withheld after a document of the answer was deleted,
 * lost the quote, or became invisible to the reader. A case of unknown origin depends only on its category.
 */
@Injectable()
export class ShowCases {
  constructor(private readonly quotes: QuoteCheck) {}

  /** One query for all of them; the order stays. */
  async show(cases: readonly Case[], filter: CategoryFilter): Promise<Case[]> {
    const groups = cases.flatMap((one) => [answerSources(one), earlierSources(one)]);
    const withheld = await this.quotes.withheld(groups, filter);
    const outdated = await this.quotes.outdated(groups, filter);
    return cases.map((one, i) => {
      if (withheld[2 * i] === true) return withheldCase(one);
      const shown = withheld[2 * i + 1] === true ? withoutEarlierAnswers(one) : one;
      return outdated[2 * i] === true ? { ...shown, isOutdated: true } : shown;
    });
  }

  /** Whether the case must not exist for the reader: that it is withheld says that there is a document. */
  async isHidden(one: Case, filter: CategoryFilter): Promise<boolean> {
    return filter.kind !== 'unrestricted' && (await this.one(one, filter)).isWithheld === true;
  }

  async one(one: Case, filter: CategoryFilter): Promise<Case> {
    const [shown] = await this.show([one], filter);
    return shown ?? one;
  }
}
