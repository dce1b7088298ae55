import { ALL_NAMED, FiveWhys, NOT_EVALUATED, Why, whyUnread, whyUnused } from '../../attribution/domain/five-whys.js';
import { foundText, placeInTrace, sourcesText } from '../../attribution/domain/shown-answer.js';
import { goldText } from '../../attribution/domain/surroundings.js';
import { unsaidWords, wordsWith } from '../../attribution/domain/unmatched-words.js';
import { FailureType } from '../../domain/test-result.js';
import {
  CauseCluster,
  CausedInvestigation,
  CounterfactualKind,
  Investigation,
  isMeant,
  runText,
  SessionFailure,
} from './investigation.js';

function whatWasSaid({ outcome, resultId, failureType, row }: SessionFailure): Why {
  const { judgement, answer, trial } = outcome;
  const [reason] = row.result.judgement.reasons;
  const failed = judgement?.claims.find((c) => c.verdict === 'contradicted') ?? judgement?.claims[0];
  return {
    why: `Why did “${trial.question.text}” fail (${failureType ?? judgement?.failureType ?? 'no answer'})?`,
    because: reason ?? `The answer was: ${answer?.text.slice(0, 160) ?? 'none'}`,
    evidence: `asked again unchanged: ${scoreText(outcome)}${failed === undefined ? '' : `; claim “${failed.claim}” is ${failed.verdict}`} (${resultId})`,
  };
}

function whetherItWasUsed(found: SessionFailure): Why {
  const { result, around } = found.row;
  return {
    why: 'Why did the answer not say what the documents say?',
    because: sourcesText(result, around.chunks),
    evidence: measured(found, ['oracle_retrieval'], `${found.resultId}: trace, ${result.sources.length} sources`),
  };
}

const scoreText = ({ success, judgement }: Investigation['outcome']): string =>
  `${success === true ? 'the answer is right' : 'the answer is still wrong'}${judgement?.score == null ? '' : ` (${judgement.score.toFixed(1)} of 5)`}`;

/** The counterfactual that tested a step, with its numbers; a step without one says so. */
function measured(found: Investigation, kinds: readonly CounterfactualKind[], seen: string): string {
  const run =
    kinds.flatMap((kind) => found.runs.filter((one) => one.kind === kind && one.success === true && isMeant(one)))[0] ??
    kinds.flatMap((kind) => found.runs.filter((one) => one.kind === kind && isMeant(one)))[0];
  return run === undefined ? `${NOT_EVALUATED}: ${seen}` : `counterfactual ${run.kind}: ${runText(run)}`;
}

const runOf = (found: Investigation, kind: CounterfactualKind) => found.runs.find((run) => run.kind === kind);

function whetherItWasFound(found: SessionFailure): Why {
  const oracle = runOf(found, 'oracle_retrieval');
  const wider = found.runs.find((run) => run.kind === 'wider_filter' && run.success === true);
  const general = found.outcome.answer?.understood.intent === 'general';
  if (wider !== undefined)
    return {
      why: 'Why was the right passage not used?',
      because: 'It was never searched: it is in a category that the target does not search.',
      evidence: `counterfactual wider_filter: ${runText(wider)}`,
    };
  const { result, around } = found.row;
  const handed =
    oracle === undefined
      ? ''
      : oracle.success === true
        ? '; handed over, it gives the right answer'
        : '; handed over, it does not help either';
  return {
    why: whyUnused(result),
    because: general
      ? 'Nothing was searched: the message was classified as one that does not need the documents (self_rag).'
      : `${foundText(result, around.chunks)}${handed}.`,
    evidence: measured(
      found,
      oracle === undefined ? ['wider_search', 'other_edition'] : ['oracle_retrieval'],
      `${found.resultId}: trace`,
    ),
  };
}

/** The words of the question, or of the turns that completed it, that the right passage does not have. */
function foreignText({ outcome: { trial, answer }, foreign, row }: SessionFailure): string {
  const { text, gold } = trial.question;
  if (foreign.length === 0) return ALL_NAMED;
  const passage = goldText(gold, row.around);
  const own = wordsWith(text, foreign).filter((word) => !passage.includes(word));
  // A term that joins words is shown by those of them that the passage does not have.
  const single = own.length > 0 ? own : unsaidWords(text, passage);
  if (single.length > 0) return `The question says ${single.slice(0, 4).join(', ')}, which the passage does not say.`;
  const added = unsaidWords(answer?.understood.question ?? '', passage);
  if (added.length === 0) return ALL_NAMED;
  return `The question, completed with earlier turns, says ${added.slice(0, 4).join(', ')}, which the passage does not say.`;
}

function whatSearchSaw(found: SessionFailure): Why {
  return {
    why: whyUnread(placeInTrace(found.row.result, found.row.around.chunks)),
    because: foreignText(found),
    evidence: measured(
      found,
      ['synonym', 'oracle_rewrite'],
      `${found.resultId}: words of the question against the gold passage`,
    ),
  };
}

/** The run that shows the cause of a failure; how many were tried in vain, if none does. */
function shownIn({ cause, found }: CausedInvestigation): string {
  const { shownBy, component } = cause;
  if (shownBy !== undefined) return `counterfactual ${shownBy.kind}: ${runText(shownBy)}`;
  const part = component ?? 'target';
  return found.runs.length === 0
    ? `${NOT_EVALUATED}: ${part}`
    : `${part}: ${found.runs.length} counterfactuals, none of which helps`;
}

function chainOf({ cause, members }: CauseCluster): FiveWhys | undefined {
  const [first] = members;
  if (first === undefined) return undefined;
  const { found } = first;
  const types = members
    .map((member) => member.found.failureType ?? member.found.outcome.judgement?.failureType ?? null)
    .filter((type) => type !== null);
  const count = (type: FailureType) => types.filter((other) => other === type).length;
  const [mostFrequent] = [...types].sort((a, b) => count(b) - count(a));
  // The chain is about the first failure: its type is that one's.
  const failureType = found.failureType ?? found.outcome.judgement?.failureType ?? mostFrequent;
  return {
    failureType: failureType ?? 'ERROR',
    resultIds: members.map((member) => member.found.resultId),
    whys: [
      whatWasSaid(found),
      whetherItWasUsed(found),
      whetherItWasFound(found),
      whatSearchSaw(found),
      {
        why: 'Why did nothing compensate for that?',
        because: cause.because,
        evidence: shownIn(first),
      },
    ],
    members: members.map((member) => ({
      resultId: member.found.resultId,
      because: member.cause.because,
      evidence: shownIn(member),
    })),
    component: cause.component,
    change: cause.change,
  };
}

/** A chain for each cluster; the fifth why is the counterfactual that shows the cause, for the first failure of the cluster. */
export function evidencedWhys(clusters: readonly CauseCluster[]): FiveWhys[] {
  return clusters.flatMap((cluster) => chainOf(cluster) ?? []);
}
