import { QuotedSource } from '../../../shared/domain/quoted-source.js';
import { FailedPart } from '../../attribution/domain/row-cause.js';
import { goldText, Surroundings } from '../../attribution/domain/surroundings.js';
import { memberOf, textsIn } from '../../attribution/domain/trace-attribution.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { FiveWhys } from '../../attribution/domain/five-whys.js';
import { unmatchedWords } from '../../attribution/domain/unmatched-words.js';
import { gateState } from './gates.js';
import { SessionOutcome } from './session-store.js';
import { TestResult } from '../../domain/test-result.js';
import { WholeWords } from '../../../text/tokens/whole-words.js';

export type ImprovementType =
  'intent' | 'synonym' | 'code_pattern' | 'code_weight' | 'hyde_condition' | 'query_expansion' | 'finding';

export type ImprovementStatus = 'proposed' | 'verified' | 'rejected' | 'applied' | 'rolled_back' | 'dismissed';

/** A repair that failures suggest. Nothing changes before it is verified. */
export interface Improvement {
  readonly id: string;
  readonly type: ImprovementType;
  readonly priority: 'high' | 'medium' | 'low';
  readonly description: string;
  readonly suggestedValue: string;
  /** JSON Patch on the versioned configuration; empty for a written suggestion. */
  readonly patch: readonly Readonly<Record<string, unknown>>[];
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly status: ImprovementStatus;
  /** Its history, oldest first; empty if nobody has acted on it. */
  readonly audit?: readonly AuditEntry[];
  /** Documents that the words come from; undefined in earlier releases. */
  readonly sources?: readonly QuotedSource[];
  /** Its words are withheld, since the reader may no longer see one of its documents. */
  readonly isWithheld?: boolean;
}

/** Members for the access check of its words; they are never shown. */
const KEPT_INSIDE: ReadonlySet<string> = new Set(['sources', 'isWithheld', 'suggestedValue']);

/** An improvement in the form of files and reports. */
export function toImprovementRecord(improvement: Improvement): Readonly<Record<string, unknown>> {
  return {
    ...Object.fromEntries(Object.entries(improvement).filter(([name]) => !KEPT_INSIDE.has(name))),
    suggested_value: improvement.suggestedValue,
    ...(improvement.isWithheld === true ? { withheld: true } : {}),
  };
}

/** A line of the audit log. */
export interface AuditEntry {
  readonly at: string;
  /** The actor; `automatic` for the automatic mode. */
  readonly by: string;
  readonly action: Exclude<ImprovementStatus, 'proposed'> | 'restored';
  /** The reason, or the old and new version of the configuration. */
  readonly detail: string;
}

/** Why a person dismissed it; undefined if it is not dismissed. */
export function dismissalReason({ status, audit = [] }: Improvement): string | undefined {
  return status === 'dismissed' ? audit.findLast(({ action }) => action === 'dismissed')?.detail : undefined;
}

/** The status before a dismissal: the last step that was neither a dismissal nor its end. */
export function statusBeforeDismissal({ audit = [] }: Improvement): ImprovementStatus {
  const actions = audit.map(({ action }) => action);
  return actions.findLast((action) => action !== 'dismissed' && action !== 'restored') ?? 'proposed';
}

export type ImprovementDraft = Omit<Improvement, 'id' | 'status' | 'audit'>;
type Draft = ImprovementDraft;

const ids = (results: readonly TestResult[]) => ({ result_ids: results.map((r) => r.resultId) });

/** Gates below their threshold (REQ-S-001, S-003, S-005), each with the component that it points to. */
function fromGates({ gates }: SessionOutcome, results: readonly TestResult[]): Draft[] {
  const failures = results.filter((r) => r.judgement.failureType !== null);
  const texts: Readonly<Record<string, Omit<Draft, 'evidence' | 'patch'>>> = {
    intent_accuracy: {
      type: 'intent',
      priority: 'high',
      description: 'The query analyzer misreads the question (intent accuracy below 85 %, REQ-S-001).',
      suggestedValue: 'Review the rules of intents.json with the questions in the evidence.',
    },
    success_rate: {
      type: 'query_expansion',
      priority: 'high',
      description: 'Fewer than 80 % of the questions are answered well (REQ-S-003): improvements have to follow.',
      suggestedValue: 'Work through the failure types from the most frequent on.',
    },
    followup_success_rate: {
      type: 'code_pattern',
      priority: 'high',
      description:
        'Follow-up questions fail too often (REQ-S-005): check how the context of a conversation (맥락) is kept.',
      suggestedValue: 'Look at the turns that lost their context, and at how the follow-up was completed.',
    },
  };
  return gates.flatMap((gate) => {
    const text = texts[gate.id];
    // A gate with too few questions gives no reason for a repair.
    if (gateState(gate) !== 'below' || text === undefined) return [];
    return [{ ...text, patch: [], evidence: { ...ids(failures), gate: gate.id, value: gate.value, ci95: gate.ci95 } }];
  });
}

/** Kind of a written suggestion, by the component at the end of its chain; everything else is a rule in code. */
const KIND_OF: Partial<Record<FailedPart, ImprovementType>> = {
  reranker: 'code_weight',
  hybrid_search: 'code_weight',
  self_rag: 'code_weight',
  passage_scoring: 'code_weight',
  corrective_rag: 'code_weight',
  hyde: 'hyde_condition',
  dynamic_query_expansion: 'query_expansion',
};

/** Failures of a chain by their own type, the most frequent first. */
export function typesOf(
  { resultIds }: FiveWhys,
  results: readonly TestResult[],
): readonly (readonly [string, number])[] {
  const ids = new Set(resultIds);
  const members = results.filter(({ resultId }) => ids.has(resultId));
  return [...Map.groupBy(members, ({ judgement }) => judgement.failureType ?? 'ERROR')]
    .map(([type, own]) => [type, own.length] as const)
    .sort(([, a], [, b]) => b - a);
}

export const typesText = (types: readonly (readonly [string, number])[], nameOf: (type: string) => string): string =>
  types.map(([type, count]) => `${nameOf(type)} ${count}`).join(', ');

function fromWhys(whys: readonly FiveWhys[], results: readonly TestResult[]): Draft[] {
  return whys.map((found) => ({
    type: (found.component === null ? undefined : KIND_OF[found.component]) ?? 'code_pattern',
    priority: found.resultIds.length > 4 ? 'high' : 'medium',
    description: `${found.resultIds.length} failures (${typesText(typesOf(found, results), (type) => type)}) have one cause; of the first: ${found.whys.at(-1)?.because ?? ''}`,
    suggestedValue: found.change,
    patch: [],
    evidence: { result_ids: found.resultIds, component: found.component, failure_type: found.failureType },
  }));
}

/** Words of a question that a synonym already joins to the words of its passage, by the trace. */
function joinedWords({ events }: TestResult, passage: string): string[] {
  const folded = foldedWithoutSpaces(passage);
  const lists = events.flatMap(({ output }) => [memberOf(output, 'synonyms'), memberOf(output, 'paraphrases')]);
  return lists.filter(Array.isArray).flatMap((list: readonly unknown[]) =>
    list.flatMap((one) => {
      const word = memberOf(one, 'word');
      const isJoined = textsIn(one, 'also').some((also) => folded.includes(foldedWithoutSpaces(also)));
      return typeof word === 'string' && isJoined ? [foldedWithoutSpaces(word)] : [];
    }),
  );
}

/** A word in two or more failed questions and in none of their passages: a synonym may be missing. The question is not quoted. */
function fromWords(results: readonly TestResult[], around: Surroundings): Draft[] {
  const uses = new Map<string, TestResult[]>();
  const whole = new WholeWords(results.flatMap(({ query, gold }) => [query, goldText(gold, around)]));
  for (const result of results.filter((r) => r.judgement.failureType !== null && r.gold.quote !== null)) {
    const passage = goldText(result.gold, around);
    const joined = new Set(joinedWords(result, passage));
    const missing = new Set(unmatchedWords(result.query, passage).filter((word) => !joined.has(word)));
    for (const word of whole.in(result.query).filter((one) => missing.has(one)))
      uses.set(word, [...(uses.get(word) ?? []), result]);
  }
  return [...uses]
    .filter(([word, members]) => members.length > 1 && word.length > 2)
    .sort((a, b) => b[1].length - a[1].length)
    .slice(0, 5)
    .map(([word, members]) => ({
      type: 'synonym' as const,
      priority: 'medium' as const,
      description: `“${word}” is in ${members.length} failed questions and in none of the passages that answer them.`,
      suggestedValue: `A synonym group that joins “${word}” to the word of the passages.`,
      patch: [],
      evidence: ids(members),
    }));
}

/** Suggestions from the failures of a session, the gates first. */
export function suggestImprovements(
  sessionId: string,
  results: readonly TestResult[],
  found: {
    readonly outcome: SessionOutcome;
    readonly whys: readonly FiveWhys[];
    readonly around: Surroundings;
  },
): Improvement[] {
  const drafts = [
    ...fromGates(found.outcome, results),
    ...fromWhys(found.whys, results),
    ...fromWords(results, found.around),
  ];
  return drafts.map((draft, i) => ({ ...draft, id: `imp_${sessionId}_${i + 1}`, status: 'proposed' as const }));
}

/** Stores the improvements that sessions suggest. An undefined owner matches every owner. */
export abstract class ImprovementStore {
  /** Replaces the suggestions of an earlier judging of the same session. */
  abstract replace(sessionId: string, owner: string, improvements: readonly Improvement[]): Promise<void>;
  /** Newest session first. */
  abstract list(owner: string | undefined): Promise<readonly Improvement[]>;
  abstract find(id: string, owner: string | undefined): Promise<Improvement | undefined>;
  /** Session that suggested it. */
  abstract sessionOf(id: string): Promise<string | undefined>;
  /** Stores the new state of an improvement and its line in the audit log in one transaction. */
  abstract record(improvement: Improvement, owner: string | undefined, entry: AuditEntry): Promise<Improvement>;
}
