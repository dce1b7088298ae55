import { Injectable } from '@nestjs/common';
import { CategoryFilter, filterKey } from '../../shared/domain/category-filter.js';
import { LruCache } from '../../shared/domain/lru-cache.js';
import { Language } from '../../text/language.js';
import { Example, ExampleCandidates, ExampleTrials, provenExample } from '../domain/example.js';

/** Number of examples of a page. */
const EXAMPLES = 3;
/** Maximum number of questions that are asked on trial: a store whose answers all fail must not keep the service busy. */
const MOST_TRIALS = 12;
/** Number of cached lists, of three short texts each. */
const CAPACITY = 500;

interface Found {
  readonly examples: readonly Example[];
  /** False if a trial had no answer: the next caller tries again. */
  readonly isWhole: boolean;
}

/**
 * Examples of questions, each asked on trial with the rights of the caller and answered well. They are cached by these rights until the
 * store changes, and callers with the same rights wait for the same trials.
 */
@Injectable()
export class FindExamples {
  private readonly cache = new LruCache<string, Promise<Found>>(CAPACITY);
  private state = '';

  constructor(
    private readonly candidates: ExampleCandidates,
    private readonly trials: ExampleTrials,
  ) {}

  /**
   * @param language questions in this language come first
   * @returns up to three; none if no question was answered well
   * @throws DomainError if the store cannot be read
   */
  async findExamples(filter: CategoryFilter, language: Language): Promise<readonly Example[]> {
    const state = await this.candidates.state();
    if (state !== this.state) this.cache.clear();
    this.state = state;
    const key = `${language} ${filterKey(filter)}`;
    const known = this.cache.get(key);
    if (known !== undefined) return (await known).examples;
    const found = this.tryAll(filter, language);
    this.cache.set(key, found);
    try {
      const { examples, isWhole } = await found;
      if (!isWhole) this.forget(key, found);
      return examples;
    } catch (error) {
      this.forget(key, found);
      throw error;
    }
  }

  private forget(key: string, found: Promise<Found>): void {
    if (this.cache.peek(key) === found) this.cache.delete(key);
  }

  private async tryAll(filter: CategoryFilter, language: Language): Promise<Found> {
    const examples: Example[] = [];
    let isWhole = true;
    const candidates = await this.candidates.find(filter, language);
    // One after the other: people's questions are answered in between.
    for (const candidate of candidates.slice(0, MOST_TRIALS)) {
      if (examples.length === EXAMPLES) break;
      const answer = await this.trials.ask(candidate.question, filter);
      isWhole &&= answer !== undefined;
      const example = answer === undefined ? undefined : provenExample(candidate, answer);
      if (example !== undefined) examples.push(example);
    }
    return { examples, isWhole };
  }
}
