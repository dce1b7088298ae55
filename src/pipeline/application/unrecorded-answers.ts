import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Answer } from '../domain/answer.js';

/**
 * Answers of the service's own pipeline for the service itself. No model is called, and nothing is stored: no conversation, no trace, no
 * entry of the audit log, no figure of the insights.
 */
export abstract class UnrecordedAnswers {
  /**
   * The answer to a question of nobody, as a caller with this filter would get it today, written with the passages' own sentences.
   * @throws StepTimeoutError if a step exceeds its limit, DomainError if the store fails
   * @example
   * import { restrictedTo } from '../../shared/domain/category-filter.js';
   *
   * const { abstained, sources } = await unrecordedAnswers.answer('How often are backups tested?', restrictedTo([['Database']]));
   */
  abstract answer(question: string, filter: CategoryFilter): Promise<Answer>;
}
