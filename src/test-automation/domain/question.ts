/** What a question of a dataset expects, as the judge takes it. */
export interface ExpectedAnswer {
  readonly answerable: boolean | undefined;
  readonly facts: readonly (readonly string[])[];
  readonly reference: string | undefined;
  readonly contexts: readonly string[];
  readonly gold: readonly { readonly documentId: string; readonly quote: string }[];
  /** Every source that a right answer may name. */
  readonly citations: readonly ExpectedCitation[];
  readonly tags: readonly string[];
}

/** The persona of the questions of a dataset. */
export const DATASET_PERSONA = 'dataset';

/** A source that a right answer names. */
export interface ExpectedCitation {
  readonly documentId?: string | undefined;
  readonly title?: string | undefined;
  /** Verbatim, of the document. */
  readonly quote?: string | undefined;
  readonly url?: string | undefined;
}

export const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** The eight kinds of the specification, and further kinds that a test of a document service needs. */
export const QUESTION_KINDS = [
  'fact',
  'procedure',
  'eligibility',
  'comparison',
  'ambiguous',
  'emotional',
  'compound',
  'slang',
  'unanswerable',
  'edition',
  'typo',
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** Kinds of asking: how something is done, whether it is allowed, which papers, who decides, what follows, how much, until when. */
export const ASK_KINDS = ['how', 'may', 'papers', 'who', 'consequence', 'amount', 'deadline'] as const;
export type AskKind = (typeof ASK_KINDS)[number];

/** The intent of a question in three levels; each is a statement that an answer can be compared with. */
export interface Intents {
  readonly surface: string;
  readonly hidden: string;
  readonly behavioral: string;
}

/** Evidence of a right answer, from the text of the document. */
export interface Gold {
  readonly documentId: string | null;
  readonly section: string | null;
  /** Verbatim. */
  readonly quote: string | null;
  /** Each must be in the answer, as a fact; its wording may differ. */
  readonly requiredFacts: readonly string[];
  /** None may be asserted by the answer. */
  readonly forbiddenFacts: readonly string[];
  readonly answerable: boolean;
  /** The passage with its neighbours in the same provision: the details that an answer could give. Undefined if only the quote is known. */
  readonly provision?: string | null;
  /** Where the facts are in several passages: each of these. Undefined if one passage has all of them. */
  readonly parts?: readonly GoldPart[];
}

/** One of the passages of a gold, with the required facts that it has. */
export interface GoldPart {
  readonly section: string | null;
  /** Verbatim. */
  readonly quote: string;
  readonly facts: readonly string[];
}

/** Characters before and after the gold passage in a cited text that count as offered next to it. */
const BEFORE = 150;
const AFTER = 300;

/** The first line of another provision. */
const HEADING = /\n\s{0,3}(?:#{1,6} |제\s?\d{1,4}\s?조|부\s*칙|(?:article|section|chapter) \d)/iu;
const EACH_HEADING = new RegExp(HEADING.source, 'giu');

/** A passage with its neighbourhood in a text, within its provision; undefined if the text does not have it. */
export function surroundingsOf(quote: string, text: string): string | undefined {
  const at = text.indexOf(quote);
  if (at === -1) return undefined;
  const before = text.slice(Math.max(0, at - BEFORE), at);
  const start = [...before.matchAll(EACH_HEADING)].at(-1)?.index ?? 0;
  const after = text.slice(at + quote.length, at + quote.length + AFTER);
  const end = HEADING.exec(after)?.index ?? after.length;
  return before.slice(start) + quote + after.slice(0, end);
}

/** The right answer is unknown: an answer is compared with the documents alone. */
export const OPEN_GOLD: Gold = {
  documentId: null,
  section: null,
  quote: null,
  requiredFacts: [],
  forbiddenFacts: [],
  answerable: true,
};

export const isOpenGold = ({ answerable, quote, requiredFacts }: Gold): boolean =>
  answerable && quote === null && requiredFacts.length === 0;

/**
 * A provision that would answer a question, and that the target may not use when it is asked: its category is filtered out, or its edition is
 * not in force on the day of the question.
 */
export interface HiddenProvision {
  readonly documentId: string;
  readonly section: string | null;
  /** Verbatim. */
  readonly quote: string;
  /** Categories that the target may see for this question: all except that of the document. Undefined if the edition hides the provision. */
  readonly visible?: readonly (readonly string[])[];
  /** The days `YYYY-MM-DD` of the edition, if it hides the provision. */
  readonly edition?: { readonly effectiveFrom: string | null; readonly effectiveTo: string | null };
}

/** A single question, or a turn of a dialogue, in its final wording. */
export interface Question {
  /** Stable for a seed and a corpus. */
  readonly id: string;
  readonly personaId: string;
  readonly text: string;
  readonly language: 'en' | 'ko';
  readonly difficulty: Difficulty;
  readonly kind: QuestionKind;
  /** Undefined for a comparison, for two questions of different kinds in one, and for a question that was not made from a provision. */
  readonly asks?: AskKind;
  readonly intents: Intents;
  readonly gold: Gold;
  /** Day `YYYY-MM-DD` for questions about an edition; undefined is today. */
  readonly asOf: string | undefined;
  /** For a question of a dataset: its answers are judged by this. */
  readonly expected?: ExpectedAnswer;
  /** For a question that is unanswerable since its provision is hidden from the target, or no longer or not yet in force. */
  readonly hidden?: HiddenProvision;
  /** Difficulty by the success of two plain baselines; undefined if they were not measured. */
  readonly measuredDifficulty?: Difficulty;
}

/** 구체화, 관련 확장, 예외 확인, 절차 심화, 조건 변경, 확인, 되돌아가기, 비교. */
export const FOLLOW_UP_KINDS = [
  'clarification',
  'related_expansion',
  'exception_check',
  'procedure_deepening',
  'condition_change',
  'confirmation',
  'go_back',
  'comparison',
] as const;
export type FollowUpKind = (typeof FOLLOW_UP_KINDS)[number];

/** A turn: a question whose meaning may depend on the previous turns. */
export interface DialogueTurn extends Question {
  /** From 1; the opening question is turn 1. */
  readonly turn: number;
  /** Undefined for the opening question. */
  readonly followUp: FollowUpKind | undefined;
  /** Omitted parts of the turn that come from earlier turns; empty for a self-contained turn. */
  readonly implied: readonly string[];
  /** Plain search answers the turn without the previous turns, so that it does not test the context. Undefined if that was not measured. */
  readonly standsAlone?: boolean;
  /** The same turn as a complete question: what a system that kept the context has to understand. */
  readonly completed: string;
}

/** Whether a turn leaves out what only the previous turns say: the others do not test the context. */
export const restsOnContext = ({ implied, standsAlone }: DialogueTurn): boolean =>
  implied.length > 0 && standsAlone !== true;

/** A dialogue of one persona in one conversation. */
export interface Dialogue {
  readonly scenarioId: string;
  readonly personaId: string;
  /** The person's real goal. */
  readonly coreNeed: string;
  readonly turns: readonly DialogueTurn[];
}
