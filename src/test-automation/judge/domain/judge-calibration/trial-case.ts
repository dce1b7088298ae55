import { Question } from '../../../domain/question.js';
import { TargetAnswer, TargetSource } from '../../../domain/rag-target.js';
import { isFailedClaim } from '../../../domain/claim-checker.js';
import { Judgement } from '../../../domain/test-result.js';

/** Who acts, under which condition, and what the exception is. */
export const SCOPE_FAULTS = [
  'wrong_actor',
  'reversed_condition',
  'dropped_condition',
  'omitted_exception',
  'exception_as_rule',
] as const;
export type ScopeFault = (typeof SCOPE_FAULTS)[number];

/** The fault in an answer. */
export const FAULT_KINDS = [
  'invented_number',
  'other_number',
  'same_unit_swap',
  'comparator_flip',
  'negation',
  'wrong_article',
  'missing_article',
  'amended_as_deleted',
  'deleted_as_amended',
  'right_article_wrong_claim',
  'wrong_audience',
  'evasive',
  'unrelated_source',
  'other_provision',
  'false_abstention',
  'answered_unanswerable',
  ...SCOPE_FAULTS,
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Answers without a fault. */
export const SOUND_KINDS = [
  'exact',
  'exact_longer',
  'paraphrase',
  'with_article',
  'with_status',
  'abstention',
] as const;
export type SoundKind = (typeof SOUND_KINDS)[number];

/** The result of a rule, one of several facts, a refusal, a question back, a guess, and a number in the other language. */
export const OWN_FORMS = ['calculated', 'partial', 'refusal', 'clarifying', 'guess', 'across'] as const;
export type OwnForm = (typeof OWN_FORMS)[number];

/** Forms of answers: in the words of the document, in other words, the fact alone, and in the layouts of chat systems. */
export const ANSWER_FORMS = [
  'verbatim',
  'own_words',
  'short',
  'bullets',
  'table',
  'hedged',
  'reasoned',
  'contact_line',
  'long',
  'named',
  ...OWN_FORMS,
] as const;
export type AnswerForm = (typeof ANSWER_FORMS)[number];

/** Whether a form has answers of its own, which do not change the answering sentence. */
export const isOwn = (form: AnswerForm): form is OwnForm => OWN_FORMS.some((own) => own === form);

/** An answer that is right or wrong by construction. */
export interface TrialCase {
  readonly id: string;
  readonly kind: FaultKind | SoundKind;
  readonly isFault: boolean;
  readonly language: 'en' | 'ko';
  readonly question: Question;
  readonly answer: TargetAnswer;
  /** For a case of the trial by form; such a case is in no rate of its kind. */
  readonly form?: { readonly form: AnswerForm; readonly cited: boolean; readonly boilerplate: boolean };
}

/** An answer in the form of a target's answer. */
export function answerOf(text: string, sources: readonly TargetSource[], abstained = false): TargetAnswer {
  return {
    text,
    sources,
    abstained,
    confidence: null,
    conversationId: null,
    traceId: null,
    events: [],
    understood: { intent: null, question: null },
    degraded: [],
    costUsd: null,
    tookMs: 0,
  };
}

/** A case and the judgement of the judge. */
export interface TriedCase {
  readonly trial: TrialCase;
  readonly judgement: Judgement;
}

/** A fault is caught if the answer does not pass. A sound answer that does not pass, or has a failed check, is a false alarm. */
export function isRefused({ trial, judgement }: TriedCase): boolean {
  if (judgement.verdict !== 'success') return true;
  return !trial.isFault && judgement.claims.some(isFailedClaim);
}
