import { Injectable } from '@nestjs/common';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { CaseLogs } from '../domain/case-logs.js';
import { CaseStatistics, selectorReadiness } from '../domain/case-statistics.js';
import { CaseTransaction } from '../domain/case-store.js';
import { fitSelector, refitDue, SelectorState } from '../domain/selector/case-selector.js';
import { CurrentSelector } from './current-selector.js';

/** The newest rated logs are enough: five weights need no more, and old habits fade. */
const MAX_LOGS = 5_000;
const NOBODY = '';

/** Learns the order of cases from what was taken, and uses it only where it is better on suggestions that it was not fitted on. */
@Injectable()
export class FitSelector {
  constructor(
    private readonly logs: CaseLogs,
    private readonly statistics: CaseStatistics,
    private readonly selector: CurrentSelector,
    private readonly transaction: CaseTransaction,
  ) {}

  /** Whether there is enough to learn from, and enough of it is new. */
  async isDue(): Promise<boolean> {
    const counts = await this.statistics.read(UNRESTRICTED, NOBODY);
    return selectorReadiness(counts).ready && refitDue(await this.selector.state(), counts.rated);
  }

  /** @param pause called between steps of some milliseconds, so that requests go first */
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
