import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { matchSources } from '../../judge/domain/source-match.js';
import { Question } from '../../domain/question.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { Judgement } from '../../domain/test-result.js';

/** A question with its expected outcome: the facts of its gold passage, or the intent. */
export interface Trial {
  readonly question: Question;
  /** The intent of the message; null if only the answer counts. With an intent the answer is not judged. */
  readonly intent: string | null;
  /** Previous questions, oldest first, for a turn of a dialogue. */
  readonly history?: readonly string[] | undefined;
  /** A question of a person that was not answered, and whose answer nobody knows: only an answer that the documents support is right. */
  readonly isUnanswered?: boolean | undefined;
}

/** The outcome of a trial under one configuration. */
export interface TrialOutcome {
  readonly trial: Trial;
  /** Undefined without an answer. */
  readonly answer: TargetAnswer | undefined;
  /** Undefined for a trial of the intent. */
  readonly judgement: Judgement | undefined;
  /** Null if it could not be evaluated. */
  readonly success: boolean | null;
  /** 0..5; for an intent 5 or 0. */
  readonly score: number | null;
}

export const INTENT_READ = 5;

export function intentOutcome(trial: Trial, answer: TargetAnswer): TrialOutcome {
  const isRead = answer.understood.intent === trial.intent;
  return { trial, answer, judgement: undefined, success: isRead, score: isRead ? INTENT_READ : 0 };
}

export function judgedOutcome(trial: Trial, answer: TargetAnswer, judgement: Judgement): TrialOutcome {
  if (trial.isUnanswered === true && answer.abstained) return { trial, answer, judgement, success: false, score: 0 };
  const success = judgement.verdict === 'not_evaluated' ? null : judgement.verdict === 'success';
  return { trial, answer, judgement, success, score: judgement.score };
}

/**
 * Whether an answer rests on the passage that it is asked about: a source quotes it. The facts alone may be said of something else. A
 * question without a known passage has none to quote.
 */
export const quotesItsGold = ({ question: { gold } }: Trial, { sources }: TargetAnswer): boolean =>
  !gold.answerable || gold.quote === null || matchSources(sources, gold, []).quotesGold;

/** One trial of each question: wordings of one fact of one passage count once, and so does a text that is asked twice. */
export function distinctTrials(trials: readonly Trial[]): Trial[] {
  const texts = new Set<string>();
  const facts = new Set<string>();
  return trials.filter(({ question: { text, gold } }) => {
    const said = foldedWithoutSpaces(text);
    const fact = gold.quote === null ? said : JSON.stringify([gold.documentId, gold.quote, gold.requiredFacts]);
    if (texts.has(said) || facts.has(fact)) return false;
    texts.add(said);
    facts.add(fact);
    return true;
  });
}

export const isFailed = (outcome: TrialOutcome): boolean => outcome.success === false;

/** Whether an answer begins with the right passage. */
const leadsWithGold = ({ answer, trial }: TrialOutcome): boolean | undefined =>
  answer === undefined || answer.sources.length === 0
    ? undefined
    : matchSources(answer.sources.slice(0, 1), trial.question.gold, []).quotesGold;

/** What came of a question that was asked with one change. */
export const effectOf = (tried: TrialOutcome) => ({
  success: tried.success,
  score: tried.score,
  leads: leadsWithGold(tried),
});
