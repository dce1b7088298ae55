import { causesOf, FailureCause } from '../../attribution/domain/failure-causes.js';
import { FiveWhys, chainsOf } from '../../attribution/domain/five-whys.js';
import { observedFailures } from '../../attribution/domain/observed-cause.js';
import { Surroundings, surroundingsOf } from '../../attribution/domain/surroundings.js';
import { gateState } from './gates.js';
import { Improvement, ImprovementDraft, suggestImprovements } from './improvement.js';
import { SessionOutcome } from './session-store.js';
import { TestResult } from '../../domain/test-result.js';
import { SessionTarget } from '../../domain/session-request.js';
import { CompleteSession, FailureAnalysis } from './session-artifacts.js';
import { isFollowUp } from './summary.js';

/** Results that a finding shows as its examples. */
const EXAMPLES = 3;
/** Maximum number of document sections in a finding. */
const PLACES = 5;
const URGENT = 5;

/** Locations of the right answers of failed questions: documents and their sections, the most frequent first. */
function placesOf(failed: readonly TestResult[]): Readonly<Record<string, unknown>>[] {
  const known = failed.filter(({ gold }) => gold.documentId !== null);
  return [...Map.groupBy(known, ({ gold }) => `${gold.documentId ?? ''}\n${gold.section ?? ''}`).values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, PLACES)
    .flatMap((members) => {
      const gold = members[0]?.gold;
      return gold === undefined
        ? []
        : [{ document_id: gold.documentId, section: gold.section, failures: members.length }];
    });
}

const idsOf = (results: readonly TestResult[]): string[] => results.map(({ resultId }) => resultId);

function ofFailures(failed: readonly TestResult[], all: number): ImprovementDraft[] {
  return [...Map.groupBy(failed, ({ judgement }) => judgement.failureType).entries()]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([type, members]) => {
      const places = placesOf(members);
      return {
        type: 'finding',
        priority: members.length >= URGENT ? 'high' : 'medium',
        description: `${type ?? 'ERROR'} came ${members.length} times among ${all} answers of the target.`,
        suggestedValue: `Look at the results in the evidence; their right passages are in ${places.length} places of the documents.`,
        patch: [],
        evidence: {
          result_ids: idsOf(members),
          failure_type: type,
          places,
          examples: idsOf(members).slice(0, EXAMPLES),
        },
      };
    });
}

function ofGates({ gates }: SessionOutcome, failed: readonly TestResult[]): ImprovementDraft[] {
  return gates.flatMap((gate) =>
    gateState(gate) === 'below'
      ? [
          {
            type: 'finding' as const,
            priority: 'high' as const,
            description: `The target does not reach the gate ${gate.id}.`,
            suggestedValue: gate.detail,
            patch: [],
            evidence: {
              result_ids: idsOf(failed),
              gate: gate.id,
              value: gate.value,
              ci95: gate.ci95,
              places: placesOf(failed),
              examples: idsOf(failed).slice(0, EXAMPLES),
            },
          },
        ]
      : [],
  );
}

/** Follow-ups that fail without a gate that measures them (REQ-S-005): none of them could show whether the context is kept. */
function ofUnmeasuredFollowUps({ gates }: SessionOutcome, results: readonly TestResult[]): ImprovementDraft[] {
  const asked = results.filter(isFollowUp);
  const failed = asked.filter(({ judgement }) => judgement.failureType !== null);
  const gate = gates.find(({ id }) => id === 'followup_success_rate');
  if (gate === undefined || gateState(gate) !== 'not_measured' || failed.length === 0) return [];
  return [
    {
      type: 'finding',
      priority: 'medium',
      description: `${failed.length} of ${asked.length} follow-up questions failed, and none could show whether the context of the conversation is kept.`,
      suggestedValue:
        'Look at how the target keeps the context of a conversation, and at the answers of the dialogues.',
      patch: [],
      evidence: { result_ids: idsOf(failed), gate: gate.id, examples: idsOf(failed).slice(0, EXAMPLES) },
    },
  ];
}

/**
 * Suggestions of a session. For this system they are repairs of its configuration. For any other target they are findings: what fails,
 * where, with examples. Another system cannot be configured from here, so a finding has no patch.
 */
export function suggestionsOf(
  session: { readonly sessionId: string; readonly target: SessionTarget },
  results: readonly TestResult[],
  found: {
    readonly outcome: SessionOutcome;
    readonly whys: readonly FiveWhys[];
    readonly around?: Surroundings;
  },
): Improvement[] {
  const { around = surroundingsOf(results, null) } = found;
  if (session.target.kind === 'self') return suggestImprovements(session.sessionId, results, { ...found, around });
  const failed = results.filter(({ judgement }) => judgement.failureType !== null);
  const drafts = [
    ...ofGates(found.outcome, failed),
    ...ofUnmeasuredFollowUps(found.outcome, results),
    ...ofFailures(failed, results.length),
  ];
  return drafts.map((draft, i) => ({ ...draft, id: `imp_${session.sessionId}_${i + 1}`, status: 'proposed' as const }));
}

/** The causes of the failures by their traces alone. */
export const observedCauses = ({ session, results }: Pick<CompleteSession, 'session' | 'results'>): FailureCause[] =>
  causesOf(observedFailures(results, surroundingsOf(results, session.request.scope)));

/** Failure causes from the results alone, without asking anything again. */
export function observedFindings({ session, results, outcome, gold }: CompleteSession): FailureAnalysis {
  const { sessionId, request } = session;
  const around = surroundingsOf(results, request.scope, gold);
  const failures = observedFailures(results, around);
  const whys = chainsOf(failures, around);
  const improvements = suggestionsOf({ sessionId, target: request.target }, results, { outcome, whys, around });
  return { whys, causes: causesOf(failures), improvements, contribution: null };
}

/** The analysis from the end of the session, if counterfactuals were run; otherwise the analysis from its results. */
export function findingsOf(complete: CompleteSession): FailureAnalysis {
  return complete.findings ?? observedFindings(complete);
}
