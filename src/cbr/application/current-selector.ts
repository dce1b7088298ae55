import { Injectable } from '@nestjs/common';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { Clock } from '../../shared/domain/clock.js';
import { Case } from '../domain/case.js';
import { CaseFeatures, caseFeatures } from '../domain/selector/case-features.js';
import { PLAIN_SIMILARITY, selectorScore, SelectorState } from '../domain/selector/case-selector.js';
import { SelectorStore } from '../domain/selector/stored-selector.js';

/** The active order of cases. */
@Injectable()
export class CurrentSelector {
  private known: SelectorState | undefined;
  /** Incremented when another process may have written: earlier reads are then not cached. */
  private changes = 0;

  constructor(
    private readonly store: SelectorStore,
    private readonly clock: Clock,
  ) {
    store.onChange(() => {
      this.changes++;
      this.known = undefined;
    });
  }

  async state(): Promise<SelectorState> {
    if (this.known !== undefined) return this.known;
    const { changes } = this;
    const state = (await this.store.read()) ?? PLAIN_SIMILARITY;
    if (changes === this.changes) this.known = state;
    return state;
  }

  /** Call inside a CaseTransaction. */
  async use(state: SelectorState): Promise<void> {
    await this.store.write(state);
    this.known = state;
  }

  /** @param near the requested category, otherwise that of the most similar case */
  features(one: Case, similarity: number, near: CategoryPath): CaseFeatures {
    return caseFeatures(one, similarity, near, this.clock.now().getTime());
  }

  /** The learned score; undefined if plain similarity is active. */
  async score(features: CaseFeatures): Promise<number | undefined> {
    return selectorScore(await this.state(), features);
  }

  /** ISO 8601. */
  now(): string {
    return this.clock.now().toISOString();
  }
}
