import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { COMPLETE_FOLLOW_UPS } from '../../attribution/domain/row-cause.js';
import { IN_SIGHT } from '../../attribution/domain/search-causes.js';
import { placeInTrace } from '../../attribution/domain/shown-answer.js';
import { CounterfactualRun, effectText, isCure, runText } from './counterfactual-run.js';
import { Cause, searchedQuestion, SessionFailure } from './session-failure.js';

/**
 * Whether a follow-up as a complete question shows that it lacked its topic: it is answered then, or its passage comes first, or in sight
 * where it was not in sight.
 * @param place of the right passage as the turn was asked
 */
export function showsTopic(run: CounterfactualRun, place: number | null): boolean {
  if (run.kind !== 'named_topic') return false;
  const { goldRank, topic } = run;
  const isAlone = topic?.words == null;
  // Where the passage came first already, words that name no title help the decision by chance.
  if (!isAlone && topic.isTitled === false && place === 1) return false;
  if (isCure(run)) return true;
  if (goldRank === null || isAlone) return false;
  return place === null || place > IN_SIGHT ? goldRank <= IN_SIGHT : goldRank === 1 && place > 1;
}

/** A part of an earlier turn that asks nothing, without which the completed turn is answered. */
export function byFiller(found: SessionFailure): Cause | undefined {
  const run = found.runs.find((one) => one.words?.turn !== undefined && isCure(one));
  if (run === undefined) return undefined;
  return {
    key: 'filler',
    component: 'query_analyzer',
    because: `The completed follow-up keeps “${run.words?.from ?? ''}” of turn ${run.words?.turn ?? 0}. ${runText(run)}.`,
    change: COMPLETE_FOLLOW_UPS,
    shownBy: run,
  };
}

/** Whether a question has each of some words. */
const namesAll = (question: string, words: string): boolean =>
  words.split(/\s+/u).every((word) => foldedWithoutSpaces(question).includes(foldedWithoutSpaces(word)));

/** A turn whose passage is found, or that is answered, as a complete question in words of the earlier turns. */
export function byTopic(found: SessionFailure): Cause | undefined {
  const { outcome, row } = found;
  const place = placeInTrace(row.result, row.around.chunks);
  const runs = found.runs.filter((run) => showsTopic(run, place));
  const run = runs.find(isCure) ?? [...runs].sort((a, b) => (a.goldRank ?? 0) - (b.goldRank ?? 0))[0];
  if (run === undefined) return undefined;
  const searched = searchedQuestion(found);
  const shown = { component: 'query_analyzer' as const, change: COMPLETE_FOLLOW_UPS, shownBy: run };
  const { words = null, turn = null } = run.topic ?? {};
  if (words !== null && !namesAll(searched, words))
    return {
      ...shown,
      key: 'topic',
      because: `The searched question “${searched}” does not name its topic, “${words}” of turn ${turn ?? 1}: ${effectText({ success: false, score: row.result.judgement.score, goldRank: place })}. ${runText(run)}.`,
    };
  // A place alone shows no wrong completion.
  if (!isCure(run)) return undefined;
  const own = outcome.trial.question.text;
  const { words: asked } = run;
  if (words === null && searched === own && asked !== undefined)
    return {
      ...shown,
      key: 'lead',
      because: `The searched question keeps “${asked.from}”, which asks for nothing. ${runText(run)}.`,
      change: 'Look at the words that ask for nothing.',
    };
  return {
    ...shown,
    key: 'completion',
    because:
      searched === own
        ? `The follow-up was searched for as it was asked. As a complete question it is answered: ${runText(run)}.`
        : `The follow-up was completed to “${searched}”. As another complete question it is answered: ${runText(run)}.`,
  };
}

/**
 * What the runs with complete questions alone show about a turn whose answer did not come again: they are compared with the answer of the
 * session. Undefined if they show nothing.
 */
export function shownByTopic(found: SessionFailure): SessionFailure | undefined {
  const own = { ...found, runs: found.runs.filter(({ kind }) => kind === 'named_topic') };
  return byTopic(own) === undefined ? undefined : own;
}
