import { Injectable } from '@nestjs/common';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { Clock } from '../../shared/domain/clock.js';
import { Case } from '../domain/case.js';
import { CaseFeatures, caseFeatures } from '../domain/selector/case-features.js';
import { PLAIN_SIMILARITY, selectorScore, SelectorState } from '../domain/selector/case-selector.js';
import { SelectorStore } from '../domain/selector/selector-store.js';

/** The order of cases that is in use. */
@Injectable()
export class CurrentSelector {
  private known: SelectorState | undefined;

  constructor(
    private readonly store: SelectorStore,
    private readonly clock: Clock,
  ) {}

  async state(): Promise<SelectorState> {
    return (this.known ??= (await this.store.read()) ?? PLAIN_SIMILARITY);
  }

  /** Call inside a CaseTransaction. */
  async use(state: SelectorState): Promise<void> {
    await this.store.write(state);
    this.known = state;
  }

  /** @param near the category that was asked for, else that of the most similar case */
  features(one: Case, similarity: number, near: CategoryPath): CaseFeatures {
    return caseFeatures(one, similarity, near, this.clock.now().getTime());
  }

  /** The learned score; undefined where plain similarity is in use. */
  async score(features: CaseFeatures): Promise<number | undefined> {
    return selectorScore(await this.state(), features);
  }

  /** ISO 8601. */
  now(): string {
    return this.clock.now().toISOString();
  }
}
