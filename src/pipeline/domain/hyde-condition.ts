import { answerType } from './answer-type.js';
import { contentWords } from './follow-up.js';
import { Intent } from './intent.js';
import { HydeConditions } from './pipeline-settings.js';

export type HydeOccasion = 'emotional' | 'vague';

/**
 * Whether a hypothetical passage may help: for a question that describes a feeling, or one too vague for a lexical search. Never for
 * references to articles, names and numbers, and never for messages that only name the thing to find.
 * @param question self-contained
 */
export function hydeOccasion(question: string, intent: Intent, conditions: HydeConditions): HydeOccasion | undefined {
  const text = question.normalize('NFC').trim();
  if (intent === 'general' || intent === 'search' || conditions.never.test(text)) return undefined;
  if (conditions.emotional.test(text)) return 'emotional';
  const asksNothingParticular = answerType(text).kind === 'other' && contentWords(text).length <= conditions.vagueWords;
  return asksNothingParticular || conditions.vague.test(text) ? 'vague' : undefined;
}
