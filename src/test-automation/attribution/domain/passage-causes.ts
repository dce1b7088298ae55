import { isFailedClaim } from '../../domain/claim-checker.js';
import { TestResult } from '../../domain/test-result.js';
import { knownChunks, placeOfGold } from './gold-chunks.js';
import { misreadKind } from './misreadings.js';
import { cause, CHECK_ANSWER, LOOK_AT_DECISION, LOOK_AT_ORDER, RowCause } from './row-cause.js';
import { bySynonyms, IN_SIGHT } from './search-causes.js';
import { holdsGold, leavesGoldOut } from './shown-answer.js';
import { Surroundings } from './surroundings.js';
import {
  abstainedText,
  decisionOf,
  eventOf,
  isOff,
  memberOf,
  retrievedLists,
  scoreOf,
  withheldBy,
} from './trace-attribution.js';

/** Another passage than the right one was the likeliest. */
function byScoring({ events, gold }: TestResult, own: ReadonlySet<string>, rank: number): RowCause | undefined {
  const decision = decisionOf(events);
  if (decision?.chunkId == null || own.has(decision.chunkId)) return undefined;
  const { probability, chunkId } = decision;
  const scores = [...own].flatMap((id) => scoreOf(events, id) ?? []);
  const score = scores.length === 0 ? null : Math.max(...scores);
  const change = `Look at the words that set ${gold.documentId ?? 'the right passage'} apart, and at the weights of the scores.`;
  const because =
    score === null
      ? `Another passage (${chunkId}) was held likelier than the right one, which was at place ${rank}.`
      : score < probability
        ? `Another passage (${chunkId}) was held likelier than the right one: ${probability} against ${score}.`
        : `The decision is about another passage (${chunkId}, ${probability}) than the right one (${score}).`;
  return cause('passage_scoring', 'scored_lower', because, change);
}

/** The abstention although the right passage was retrieved. */
function byDecision(result: TestResult, own: ReadonlySet<string>, rank: number): RowCause | undefined {
  const withheld = withheldBy(result);
  if (withheld === undefined) return undefined;
  const { chunkId } = withheld;
  if (chunkId === null)
    return cause(
      'answer_decision',
      'withheld',
      `It ${abstainedText(withheld)}, though the right passage was at place ${rank}.`,
      LOOK_AT_DECISION,
    );
  return (
    byScoring(result, own, rank) ??
    misreadKind(result) ??
    cause(
      'answer_decision',
      'withheld_likeliest',
      `It ${abstainedText(withheld)}, though the likeliest passage (${chunkId}) is the right one.`,
      LOOK_AT_DECISION,
    )
  );
}

/** The answer is from the right passage. */
function byReading(result: TestResult, own: ReadonlySet<string>): RowCause | undefined {
  const { sources, judgement } = result;
  if (leavesGoldOut(result))
    return cause(
      'answer_writer',
      'left_out',
      'The quote of the source has the right sentence, and the answer leaves it out (“…”).',
      CHECK_ANSWER,
    );
  if (holdsGold(result)) {
    const [wrong] = judgement.claims.filter(isFailedClaim);
    return wrong === undefined
      ? cause(
          'answer_writer',
          'half_read',
          'The right sentence is quoted, and the answer does not give all that was asked for.',
          CHECK_ANSWER,
        )
      : cause(
          'answer_writer',
          'added',
          `The right sentence is quoted, and the answer adds what is wrong here: “${wrong.claim}”.`,
          CHECK_ANSWER,
        );
  }
  if (!sources.some(({ chunkId }) => chunkId !== null && own.has(chunkId))) return undefined;
  return cause(
    'answer_writer',
    'sentence_missed',
    'The right passage was used, and its right sentence was missed.',
    CHECK_ANSWER,
  );
}

/** Reranking put another passage before the right one, and the answer was taken from that. */
function byMove({ events, sources }: TestResult, own: ReadonlySet<string>): RowCause | undefined {
  const { fused, last } = retrievedLists(events);
  const taken = sources.flatMap(({ chunkId }) => chunkId ?? []);
  const placeIn = (list: readonly string[], isSought: (id: string) => boolean) => list.findIndex(isSought) + 1;
  const [before, after] = [placeIn(fused, (id) => own.has(id)), placeIn(last, (id) => own.has(id))];
  const rival = taken.find((id) => {
    const [was, is] = [placeIn(fused, (one) => one === id), placeIn(last, (one) => one === id)];
    return was > before && is > 0 && is < after;
  });
  if (before === 0 || rival === undefined) return undefined;
  return cause(
    'reranker',
    'moved',
    `Reranking put ${rival}, which the answer was taken from, before the right passage: that went from place ${before} to ${after}.`,
    LOOK_AT_ORDER,
  );
}

/** The right passage was retrieved, and the answer is still wrong. */
export function byPassage(result: TestResult, around: Surroundings, rank: number): RowCause {
  const { events, sources } = result;
  const own = knownChunks(result, around.chunks) ?? new Set();
  // Next to passages of a wrong word the right passage looks irrelevant and falls: the word is the first cause.
  const misled = bySynonyms(result, around);
  if (misled !== undefined) return misled;
  const graded = eventOf(events, 'self_rag')?.output;
  const isDropped = placeOfGold(retrievedLists(events).dropped, result, around.chunks) !== null;
  // Grades by likelihoods are the scores again.
  if (isDropped && memberOf(graded, 'graded_by') !== 'likelihoods')
    return cause(
      'self_rag',
      'dropped',
      'The right passage was graded as irrelevant.',
      'Look at the grades of self_rag in the trace.',
    );
  const found =
    byDecision(result, own, rank) ?? byReading(result, own) ?? byScoring(result, own, rank) ?? byMove(result, own);
  if (found !== undefined) return found;
  if (rank > IN_SIGHT && isOff(eventOf(events, 'reranker')))
    return cause('reranker', 'off_order', `It is off, and the right passage is at place ${rank}.`, 'Switch it on.');
  return sources.length === 0
    ? cause(
        'answer_writer',
        'untaken',
        `The right passage is at place ${rank}, and no passage was taken for an answer.`,
        CHECK_ANSWER,
      )
    : cause(
        'answer_writer',
        'passed_over',
        `The right passage is at place ${rank}, and the answer was taken from other passages.`,
        CHECK_ANSWER,
      );
}
