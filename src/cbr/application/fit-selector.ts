import { Injectable } from '@nestjs/common';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { CaseLogs } from '../domain/case-logs.js';
import { CaseStatistics, selectorReadiness } from '../domain/case-statistics.js';
import { CaseTransaction } from '../domain/case-store.js';
import { fitSelector, refitDue, SelectorState } from '../domain/selector/case-selector.js';
import { CurrentSelector } from './current-selector.js';

/** Only the newest rated logs: five weights need no more, and old preferences expire. */
const MAX_LOGS = 5_000;
const NOBODY = '';

/** Fits the order of cases on users' picks, and activates it only if it is better on held-out suggestions. */
@Injectable()
export class FitSelector {
  constructor(
    private readonly logs: CaseLogs,
    private readonly statistics: CaseStatistics,
    private readonly selector: CurrentSelector,
    private readonly transaction: CaseTransaction,
  ) {}

  /** Whether there are enough ratings, and enough new ones. */
  async isDue(): Promise<boolean> {
    const counts = await this.statistics.read(UNRESTRICTED, NOBODY);
    return selectorReadiness(counts).ready && refitDue(await this.selector.state(), counts.rated);
  }

  /** @param pause called between steps of some milliseconds, so that requests take precedence */
  async fit(pause: () => Promise<void>): Promise<SelectorState> {
    const { rated } = await this.statistics.read(UNRESTRICTED, NOBODY);
    const fitting = fitSelector(await this.logs.ratedLogs(MAX_LOGS), { now: this.selector.now(), rated });
    for (;;) {
      await pause();
      const step = fitting.next();
      if (step.done !== true) continue;
      await this.transaction.run(() => this.selector.use(step.value));
      return step.value;
    }
  }
}
