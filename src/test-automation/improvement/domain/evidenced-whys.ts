import { ALL_NAMED, FiveWhys, NOT_EVALUATED, Why, whyUnread } from '../../attribution/domain/five-whys.js';
import { foundText, holdsGold, placeInTrace, ShownAnswer, sourcesText } from '../../attribution/domain/shown-answer.js';
import { unsaidWords, wordsWith } from '../../attribution/domain/unmatched-words.js';
import { FailureType } from '../../domain/test-result.js';
import { CauseCluster, CounterfactualKind, Investigation, isMeant, rankText, runText } from './investigation.js';

/** The answer that a step is about: that of the session, or else of the trial. */
function shownIn({ row, outcome: { answer, trial } }: Investigation): ShownAnswer {
  if (row !== undefined) return row.result;
  const { sources = [], abstained = false, events = [] } = answer ?? {};
  return { gold: trial.question.gold, sources, abstained, events };
}

function whatWasSaid({ outcome, resultId, failureType, row }: Investigation): Why {
  const { judgement, answer, trial } = outcome;
  const reason = row === undefined ? judgement?.reasons[0] : row.result.judgement.reasons[0];
  const failed = judgement?.claims.find((c) => c.verdict === 'contradicted') ?? judgement?.claims[0];
  return {
    why: `Why did “${trial.question.text}” fail (${failureType ?? judgement?.failureType ?? 'no answer'})?`,
    because: reason ?? `The answer was: ${answer?.text.slice(0, 160) ?? 'none'}`,
    evidence: `asked again unchanged: ${scoreText(outcome)}${failed === undefined ? '' : `; claim “${failed.claim}” is ${failed.verdict}`} (${resultId})`,
  };
}

function whetherItWasUsed(found: Investigation): Why {
  const shown = shownIn(found);
  return {
    why: 'Why did the answer not say what the documents say?',
    because: sourcesText(shown),
    evidence: measured(found, ['oracle_retrieval'], `${found.resultId}: trace, ${shown.sources.length} sources`),
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

function whetherItWasFound(found: Investigation): Why {
  const oracle = runOf(found, 'oracle_retrieval');
  const wider = found.runs.find((run) => run.kind === 'wider_filter' && run.success === true);
  const general = found.outcome.answer?.understood.intent === 'general';
  if (wider !== undefined)
    return {
      why: 'Why was the right passage not used?',
      because: 'It was never searched: it is in a category that the target does not search.',
      evidence: `counterfactual wider_filter: ${runText(wider)}`,
    };
  const { row } = found;
  // The search alone finds other passages than an answer to a compared or completed question.
  const place =
    row === undefined
      ? `The search alone has the gold passage ${rankText(found.goldRank)}`
      : foundText(row.result, row.chunks);
  const handed =
    oracle === undefined
      ? ''
      : oracle.success === true
        ? '; handed over, it gives the right answer'
        : '; handed over, it does not help either';
  return {
    why: holdsGold(shownIn(found)) ? 'Why was the wrong part taken?' : 'Why was the right passage not used?',
    because: general
      ? 'Nothing was searched: the message was classified as one that does not need the documents (self_rag).'
      : `${place}${handed}.`,
    evidence: measured(found, ['wider_search', 'other_edition'], `${found.resultId}: trace`),
  };
}

/** The words of the question, or of the turns that completed it, that the right passage does not have. */
function foreignText({ outcome: { trial, answer }, foreign }: Investigation): string {
  const { text, gold } = trial.question;
  if (foreign.length === 0) return ALL_NAMED;
  const own = wordsWith(text, foreign);
  // A term that joins words is shown by those of them that the passage does not have.
  const single = own.length > 0 ? own : unsaidWords(text, gold.quote ?? '');
  if (single.length > 0) return `The question says ${single.slice(0, 4).join(', ')}, which the passage does not say.`;
  const added = unsaidWords(answer?.understood.question ?? '', gold.quote ?? '');
  if (added.length === 0) return ALL_NAMED;
  return `The question, completed with earlier turns, says ${added.slice(0, 4).join(', ')}, which the passage does not say.`;
}

function whatSearchSaw(found: Investigation): Why {
  return {
    why: whyUnread(found.row === undefined ? found.goldRank : placeInTrace(found.row.result, found.row.chunks).rank),
    because: foreignText(found),
    evidence: measured(
      found,
      ['synonym', 'oracle_rewrite'],
      `${found.resultId}: words of the question against the gold passage`,
    ),
  };
}

function chainOf({ cause, members }: CauseCluster): FiveWhys | undefined {
  const [first] = members;
  if (first === undefined) return undefined;
  const types = members
    .map((m) => m.failureType ?? m.outcome.judgement?.failureType ?? null)
    .filter((type) => type !== null);
  const count = (type: FailureType) => types.filter((other) => other === type).length;
  const [mostFrequent] = [...types].sort((a, b) => count(b) - count(a));
  // The chain is about the first failure: its type is that one's.
  const failureType = first.failureType ?? first.outcome.judgement?.failureType ?? mostFrequent;
  const shown = cause.shownBy;
  return {
    failureType: failureType ?? 'ERROR',
    resultIds: members.map((member) => member.resultId),
    whys: [
      whatWasSaid(first),
      whetherItWasUsed(first),
      whetherItWasFound(first),
      whatSearchSaw(first),
      {
        why: 'Why did nothing compensate for that?',
        because: cause.because,
        evidence:
          shown === undefined
            ? first.runs.length === 0
              ? `${NOT_EVALUATED}: ${cause.component}`
              : `${cause.component}: ${first.runs.length} counterfactuals, none of which helps`
            : `counterfactual ${shown.kind}: ${runText(shown)}`,
      },
    ],
    component: cause.component,
    change: cause.change,
  };
}

/** A chain for each cluster; the fifth why is the counterfactual that shows the cause, for the first failure of the cluster. */
export function evidencedWhys(clusters: readonly CauseCluster[]): FiveWhys[] {
  return clusters.flatMap((cluster) => chainOf(cluster) ?? []);
}
