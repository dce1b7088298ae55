import {
  FiveWhys,
  NOT_EVALUATED,
  Why,
  whyUnread,
  whyUnused,
  WORDS_NOT_TRIED,
} from '../../attribution/domain/five-whys.js';
import { foundText, placeInTrace, sourcesText } from '../../attribution/domain/shown-answer.js';
import { FailureType } from '../../domain/test-result.js';
import { CounterfactualKind, CounterfactualRun, isCure, isMeant, runText } from './counterfactual-run.js';
import { CauseCluster, CausedInvestigation } from './investigation.js';
import { Investigation, searchedQuestion, SessionFailure } from './session-failure.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';

function whatWasSaid({ outcome, resultId, failureType, row }: SessionFailure): Why {
  const { judgement, answer, trial } = outcome;
  const [reason] = row.result.judgement.reasons;
  const failed = judgement?.claims.find((c) => c.verdict === 'contradicted') ?? judgement?.claims[0];
  return {
    why: `Why did “${trial.question.text}” fail (${failureType ?? judgement?.failureType ?? 'no answer'})?`,
    because: reason ?? `The answer was: ${answer?.text.slice(0, 160) ?? 'none'}`,
    evidence: `asked again ${(trial.history ?? []).length > 0 ? 'after the earlier questions' : 'unchanged'}: ${scoreText(outcome)}${failed === undefined ? '' : `; claim “${failed.claim}” is ${failed.verdict}`} (${resultId})`,
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

/** The run with other words that shows most: a right answer, or a better place of the passage. */
function decisiveWording(found: Investigation): CounterfactualRun | undefined {
  const runs = found.runs.filter(
    (run) => (run.kind === 'synonym' && isMeant(run)) || (run.kind === 'wording' && run.words?.turn === undefined),
  );
  const place = ({ goldRank }: Pick<CounterfactualRun, 'goldRank'>) => goldRank ?? Infinity;
  const better = runs.filter((run) => place(run) < place(found)).sort((a, b) => place(a) - place(b));
  return runs.find(isCure) ?? runs.find(({ success }) => success === true) ?? better[0];
}

/** What the words of the question had to do with it: only a run with other words shows that. */
function wordingText(found: Investigation, run: CounterfactualRun | undefined): string {
  if (run === undefined) {
    const tried = found.runs.filter(({ kind }) => kind === 'wording' || kind === 'synonym').length;
    return tried === 0 ? WORDS_NOT_TRIED : `None of ${tried} changes of its words helps.`;
  }
  const effect =
    run.success === true
      ? 'the answer is right'
      : `the search alone has the passage at place ${run.goldRank ?? ''} instead of ${found.goldRank ?? 'beyond place 100'}`;
  const { from, to, written } = run.words ?? { from: run.change, to: null };
  if (to === null) return `Without “${from}” ${effect}.`;
  if (written === undefined) return `With “${to}” for “${from}” ${effect}.`;
  const isSame = foldedWithoutSpaces(written.text) === foldedWithoutSpaces(to);
  const { text } = written;
  if (written.isHeading)
    return isSame
      ? `The question says “${from}” where the heading of the passage says “${text}”: with that word ${effect}.`
      : `The question says “${from}” where the heading of the passage says “${text}”: asked with “${to}” ${effect}.`;
  return isSame
    ? `The question says “${from}” where the passage says “${text}”: with that word ${effect}.`
    : `The question says “${from}” where the passage says “${text}”: asked with “${to}” ${effect}.`;
}

function whatSearchSaw({ cause, found }: CausedInvestigation): Why {
  const { shownBy } = cause;
  // A turn that lost its topic was searched for as another question: no word of it decides.
  if (shownBy?.kind === 'named_topic' || shownBy?.words?.turn !== undefined)
    return {
      why: whyUnread(placeInTrace(found.row.result, found.row.around.chunks)),
      because: `It was searched for as “${searchedQuestion(found)}”.`,
      evidence: `asked again after the earlier questions: ${scoreText(found.outcome)}`,
    };
  const run = decisiveWording(found);
  return {
    why: whyUnread(placeInTrace(found.row.result, found.row.around.chunks)),
    because: wordingText(found, run),
    evidence:
      run === undefined
        ? measured(
            found,
            ['wording', 'synonym', 'oracle_rewrite'],
            `${found.resultId}: words of the question against the gold passage`,
          )
        : `counterfactual ${run.kind}: ${runText(run)}`,
  };
}

/** The run that shows the cause of a failure; how many were tried in vain, if none does. */
function shownIn({ cause, found }: CausedInvestigation): string {
  const { shownBy, component } = cause;
  if (shownBy !== undefined) return `counterfactual ${shownBy.kind}: ${runText(shownBy)}`;
  const part = component ?? 'no part';
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
      whatSearchSaw(first),
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
