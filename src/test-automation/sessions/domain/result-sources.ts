import { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { distinctSources, QuotedSource, WITHHELD_TEXT } from '../../../shared/domain/quoted-source.js';
import { CheckedClaim } from '../../domain/claim-checker.js';
import { FailureCause } from '../../attribution/domain/failure-causes.js';
import { FiveWhys } from '../../attribution/domain/five-whys.js';
import { Improvement } from './improvement.js';
import { Dialogue, Question, ExpectedAnswer } from '../../domain/question.js';
import { SessionQuestions } from '../../questions/domain/question-maker.js';
import { ComponentEvent, TargetSource } from '../../domain/rag-target.js';
import { Judgement, TestResult } from '../../domain/test-result.js';
import { TestSession } from './test-session.js';

const fromGold = ({ gold: { documentId, quote }, hidden }: Pick<Question, 'gold' | 'hidden'>): QuotedSource[] => [
  ...(documentId === null ? [] : [{ documentId, ...(quote === null ? {} : { quote }) }]),
  // The question is in words of the hidden provision.
  ...(hidden === undefined ? [] : [{ documentId: hidden.documentId, quote: hidden.quote }]),
];

const fromClaims = (claims: readonly CheckedClaim[]): QuotedSource[] =>
  claims.flatMap(({ documentId, quote }) =>
    documentId === null ? [] : [{ documentId, ...(quote === null ? {} : { quote }) }],
  );

const fromSources = (sources: readonly TargetSource[]): QuotedSource[] =>
  sources.map(({ documentId, quote }) => ({ documentId, quote }));

/** Only the sources of this system name documents of its store. */
export const isOwnTarget = ({ request }: TestSession): boolean => request.target.kind === 'self';

/** The documents that the question of a result, its answers and its checks come from. */
export function sourcesOfResult(
  { gold, hidden, judgement, sources, attempts, expected }: TestResult,
  isOwn: boolean,
): QuotedSource[] {
  const from = fromGold({ gold, ...(hidden === undefined ? {} : { hidden }) });
  const checked = [...fromClaims(judgement.claims), ...attempts.flatMap(({ claims }) => fromClaims(claims))];
  const shown = isOwn ? [...fromSources(sources), ...attempts.flatMap((attempt) => fromSources(attempt.sources))] : [];
  // The expected answer of a dataset is the owner's own text, and may name documents of another system.
  return [...(expected === undefined ? from : []), ...checked, ...shown];
}

/** `document#ordinal`. */
const PASSAGE = /^(.+)#\d+$/su;

function* passagesIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    const document = PASSAGE.exec(value)?.[1];
    if (document !== undefined) yield document;
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) yield* passagesIn(member);
  }
}

/** The documents whose passages the components of this system read, as they were at the start of the session. */
export function sourcesOfEvents(events: readonly ComponentEvent[], session: TestSession): QuotedSource[] {
  if (!isOwnTarget(session)) return [];
  const unchangedSince = session.startedAt ?? session.createdAt;
  const documents = new Set(events.flatMap(({ input, output }) => [...passagesIn([input, output])]));
  return [...documents].map((documentId) => ({ documentId, unchangedSince }));
}

export function sourcesOfQuestion(question: Question): QuotedSource[] {
  return question.expected === undefined ? fromGold(question) : [];
}

/** A turn refers to the topics of previous turns: a dialogue is shown completely or not at all. */
export function sourcesOfDialogue({ turns }: Dialogue): QuotedSource[] {
  return turns.flatMap(sourcesOfQuestion);
}

export function withheldEvents(events: readonly ComponentEvent[]): ComponentEvent[] {
  return events.map((event) => ({ ...event, input: null, output: null, effect: WITHHELD_TEXT }));
}

const WITHHELD_GOLD = {
  documentId: null,
  section: null,
  quote: null,
  requiredFacts: [],
  forbiddenFacts: [],
  provision: null,
};
const WITHHELD_EXPECTED: ExpectedAnswer = {
  answerable: undefined,
  facts: [],
  reference: undefined,
  contexts: [],
  gold: [],
  citations: [],
  tags: [],
};
const WITHHELD_INTENTS = { surface: WITHHELD_TEXT, hidden: WITHHELD_TEXT, behavioral: WITHHELD_TEXT };

function withheldJudgement({ judges, ...judgement }: Judgement): Judgement {
  const model = judges?.model && {
    ...judges.model,
    readings: judges.model.readings.map((reading) => ({ ...reading, reason: WITHHELD_TEXT })),
  };
  return {
    ...judgement,
    claims: [],
    reasons: [],
    ...(judges === undefined ? {} : { judges: { ...judges, model: model ?? null } }),
  };
}

/** Without the provision that was hidden from the target. */
function withoutHidden<T extends { readonly hidden?: unknown }>(whole: T): Omit<T, 'hidden'> {
  const shown: Omit<T, 'hidden'> & { hidden?: unknown } = { ...whole };
  delete shown.hidden;
  return shown;
}

/** The result with its figures, and without any text of its question, its answers and its checks. */
export function withheldResult(whole: TestResult): TestResult {
  const { expected, ...result } = withoutHidden(whole);
  return {
    ...result,
    // The expected answer is left out; that it came from a dataset stays.
    ...(expected === undefined ? {} : { expected: WITHHELD_EXPECTED }),
    query: WITHHELD_TEXT,
    intents: WITHHELD_INTENTS,
    gold: { ...result.gold, ...WITHHELD_GOLD },
    answer: result.answer === null ? null : WITHHELD_TEXT,
    sources: [],
    judgement: withheldJudgement(result.judgement),
    attempts: result.attempts.map((attempt) => ({ ...attempt, answer: WITHHELD_TEXT, sources: [], claims: [] })),
    events: withheldEvents(result.events),
    ...(result.rubrics === undefined
      ? {}
      : { rubrics: result.rubrics.map((read) => ({ ...read, reason: WITHHELD_TEXT })) }),
    context: result.context && {
      ...result.context,
      implied: [],
      remembered: [],
      understoodAs: null,
      rootCause: null,
    },
    isWithheld: true,
  };
}

function withheldQuestion<T extends Question>(whole: T): Omit<T, 'hidden'> {
  const question = withoutHidden(whole);
  return { ...question, text: WITHHELD_TEXT, intents: WITHHELD_INTENTS, gold: { ...question.gold, ...WITHHELD_GOLD } };
}

/** The plan without the questions at the withheld indices: singles first, then dialogues. */
export function withheldQuestions(questions: SessionQuestions, withheld: readonly boolean[]): SessionQuestions {
  const { singles, dialogues } = questions;
  return {
    ...questions,
    singles: singles.map((question, i) => (withheld[i] === true ? withheldQuestion(question) : question)),
    dialogues: dialogues.map((dialogue, i) =>
      withheld[singles.length + i] === true
        ? {
            ...dialogue,
            coreNeed: WITHHELD_TEXT,
            turns: dialogue.turns.map((turn) => ({ ...withheldQuestion(turn), implied: [], completed: WITHHELD_TEXT })),
          }
        : dialogue,
    ),
  };
}

/** The evidence of a finding: the passages of its results verbatim, and the other documents that they name. */
export function sourcesOfFinding(results: readonly TestResult[], session: TestSession): QuotedSource[] {
  const isOwn = isOwnTarget(session);
  const golds = results.flatMap((result) => (result.expected === undefined ? fromGold(result) : []));
  const others = results.flatMap((result) => [
    ...sourcesOfResult(result, isOwn),
    ...sourcesOfEvents(result.events, session),
  ]);
  return distinctSources([...golds, ...others.map(({ documentId }) => ({ documentId }))]);
}

/** A finding of an earlier release does not name its documents: only a viewer without restrictions sees it. */
export function hasUnknownOrigin(
  { sources }: { readonly sources?: readonly QuotedSource[] },
  filter: CategoryFilter,
): boolean {
  return sources === undefined && filter.kind === 'restricted';
}

export function withheldCause(cause: FailureCause): FailureCause {
  return { ...cause, because: WITHHELD_TEXT };
}

export function withheldWhys(found: FiveWhys): FiveWhys {
  const whys = found.whys.map((why) => ({ ...why, why: WITHHELD_TEXT, because: WITHHELD_TEXT, evidence: '' }));
  const members = (found.members ?? []).map((member) => ({ ...member, because: WITHHELD_TEXT, evidence: '' }));
  return { ...found, whys, members, change: WITHHELD_TEXT };
}

/** The change itself is withheld with the words; the figures of its trials and its results stay. */
export function withheldImprovement(improvement: Improvement): Improvement {
  const { result_ids: ids } = improvement.evidence;
  return {
    ...improvement,
    description: WITHHELD_TEXT,
    suggestedValue: WITHHELD_TEXT,
    patch: [],
    evidence: ids === undefined ? {} : { result_ids: ids },
    // A person's reason may quote what is withheld.
    audit: (improvement.audit ?? []).map((entry) =>
      entry.action === 'dismissed' ? { ...entry, detail: WITHHELD_TEXT } : entry,
    ),
    isWithheld: true,
  };
}
