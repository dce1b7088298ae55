import { HeldTurn } from './answer-judge.js';
import { ClaimVerdict, FactContext } from '../../domain/claim-checker.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { DialogueTurn, restsOnContext } from '../../domain/question.js';
import { letterPairs } from '../../questions/domain/meaning/question-checks.js';
import { ContextReading } from '../../domain/test-result.js';

type States = (text: string, fact: string, asked?: FactContext) => ClaimVerdict;

const holds = (text: string, words: string) => foldedWithoutSpaces(text).includes(foldedWithoutSpaces(words));

/** Share of the letter pairs of omitted words that an interpretation has to have: a question ends in other letters than its report. */
const UNDERSTOOD_SHARE = 0.7;

/** `누가 뽑는지` is in `누가 뽑나요?`. */
export function holdsMost(text: string, words: string): boolean {
  const said = letterPairs(text);
  const pairs = [...letterPairs(words)];
  return (
    holds(text, words) || pairs.filter((pair) => said.has(pair)).length >= UNDERSTOOD_SHARE * Math.max(1, pairs.length)
  );
}

/** The omitted words that an earlier question said as it was asked: only these can be lost. A heading of the right passage is none. */
export const saidIn = (questions: readonly string[], implied: readonly string[]): readonly string[] =>
  implied.filter((words) => holdsMost(questions.join('\n'), words));

/** Abstentions have the same words, and answer no question. */
const isAbstention = ({ answer, judgement }: HeldTurn): boolean =>
  answer.abstained || judgement.failureType === 'FALSE_ABSTENTION';

/** An answer to an earlier question shows that the new one was not understood, whatever its report says. */
const answersEarlier = (held: HeldTurn, earlier: readonly HeldTurn[]): boolean =>
  !isAbstention(held) && earlier.some((before) => repeatsAnswer(held, before));

const repeatsAnswer = ({ answer, turn }: HeldTurn, before: HeldTurn): boolean =>
  before.turn.gold.quote !== turn.gold.quote &&
  foldedWithoutSpaces(before.answer.text) === foldedWithoutSpaces(answer.text);

/** A turn that asks for an earlier answer again cannot be right if that answer was not: it shows nothing about the context. */
function repeatsFailure({ followUp, gold }: DialogueTurn, earlier: readonly HeldTurn[]): boolean {
  if (followUp !== 'confirmation' && followUp !== 'go_back') return false;
  const repeated = earlier.filter(({ turn }) => turn.gold.quote === gold.quote);
  return repeated.length > 0 && repeated.every(({ judgement }) => judgement.verdict !== 'success');
}

function rootCause(
  turn: DialogueTurn,
  held: HeldTurn,
  { forgotten, repeats }: { readonly forgotten: readonly string[]; readonly repeats: boolean },
): string {
  const { understood, sources } = held.answer;
  const abstained = isAbstention(held);
  const missing = forgotten.map((words) => `“${words}”`).join(', ');
  if (understood.question !== null && forgotten.length > 0)
    return `The follow-up was completed to “${understood.question}”, which leaves out ${missing}.`;
  if (repeats) return 'The answer is that to an earlier question.';
  if (abstained && forgotten.length > 0)
    return `It was treated as a self-contained question, which the documents do not answer; it lacked ${missing}.`;
  if (abstained) return 'It abstained, so that nothing shows whether it kept the earlier turns.';
  const isElsewhere = sources.length > 0 && !sources.some((s) => s.documentId === turn.gold.documentId);
  return isElsewhere
    ? `The answer cites ${sources[0]?.title ?? 'another document'}, which is not the topic of the dialogue.`
    : 'The answer lacks the facts that depend on the earlier turns.';
}

/**
 * Whether a turn kept the context of the previous turns. Words such as `그` or `this` in the question prove nothing. The context is kept if
 * the answer is right and depends on the earlier turns, or if the target reports that it completed the question. Null for a turn without
 * omissions of what an earlier turn said, for a turn that plain search answers without the previous turns, and for one that asks again for an answer that was wrong.
 */
export function readContext(
  turn: DialogueTurn,
  held: HeldTurn,
  earlier: readonly HeldTurn[],
  states: States,
): ContextReading {
  const { answer } = held;
  const { requiredFacts, quote } = turn.gold;
  const asked = { question: turn.completed, quote };
  const isRight =
    requiredFacts.length > 0 && requiredFacts.every((fact) => states(answer.text, fact, asked) === 'supported');
  const isRightAbstention = !turn.gold.answerable && answer.abstained;
  const seen = `${answer.understood.question ?? ''}\n${answer.text}\n${answer.sources.map((s) => `${s.title}\n${s.quote}`).join('\n')}`;
  const implied = saidIn(
    earlier.map((before) => before.turn.text),
    turn.implied,
  );
  const remembered = turn.implied.filter((words) => holdsMost(seen, words));
  // One measure for what is kept and for what is forgotten: the completed question, where the target reports it.
  const forgotten = implied.filter((words) => !holdsMost(answer.understood.question ?? seen, words));
  const isUnderstood =
    implied.length > 0 &&
    answer.understood.question !== null &&
    forgotten.length === 0 &&
    !answersEarlier(held, earlier);
  const rests = restsOnContext(turn);
  const shows = rests && implied.length > 0 && !repeatsFailure(turn, earlier);
  const kept = shows ? isRight || isRightAbstention || isUnderstood : null;
  return {
    followUp: turn.followUp ?? null,
    restsOnContext: rests,
    kept,
    implied: turn.implied,
    remembered,
    coreNeedMet: requiredFacts.length === 0 ? null : isRight && held.judgement.verdict !== 'failure',
    understoodAs: answer.understood.question,
    rootCause: kept === false ? rootCause(turn, held, { forgotten, repeats: answersEarlier(held, earlier) }) : null,
  };
}
