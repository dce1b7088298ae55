import { folded, foldedWithoutSpaces } from '../../../text/folded-text.js';
import { compareValues } from '../../../text/values/compare-values.js';
import { readValues } from '../../../text/values/read-values.js';
import { Value } from '../../../text/values/value.js';
import { Dialogue, DialogueTurn } from '../../domain/question.js';

/** An unfilled slot, in either language. */
const PLACEHOLDER =
  /\[[^\]\n]{1,30}\]|\{[^}\n]{0,30}\}|<[a-z_]{2,30}>|\b[A-Z]랑 [A-Z]\b|\bundefined\b|\bnull\b|\bNaN\b|\bTODO\b|○○|XX+/u;
/** Shorter words are in a question by chance; a value is not. */
const TELLING_FACT = 4;

/** Whether a text states a fact that is nothing but a value, in whatever notation; undefined for other facts. */
function tellsValue(values: readonly Value[], fact: string): boolean | undefined {
  const [wanted, ...others] = readValues(fact);
  const isValue = wanted !== undefined && others.length === 0 && wanted.end - wanted.start >= fact.trim().length;
  return isValue ? values.some((value) => compareValues(value, wanted) === 'same') : undefined;
}

/** Facts of the right answer that a question states, so that the answer may only repeat the question. */
export function factsTold(question: string, facts: readonly string[]): string[] {
  const text = foldedWithoutSpaces(question);
  const values = readValues(question);
  return facts.filter((fact) => {
    const wanted = foldedWithoutSpaces(fact);
    return tellsValue(values, fact) ?? (wanted.length >= TELLING_FACT && text.includes(wanted));
  });
}

function problemsOfTurn(turn: DialogueTurn, earlier: readonly DialogueTurn[]): string[] {
  const problems: string[] = [];
  const text = folded(turn.text);
  const at = `turn ${turn.turn}`;
  if (text === '') problems.push(`${at} says nothing`);
  if (PLACEHOLDER.test(turn.text)) problems.push(`${at} holds a placeholder`);
  if (earlier.some((e) => folded(e.text) === text)) problems.push(`${at} repeats an earlier turn`);
  const given = factsTold(turn.text, turn.gold.requiredFacts);
  if (given.length > 0) problems.push(`${at} gives its answer away: ${given.join(', ')}`);
  const both = turn.gold.requiredFacts.filter((fact) => turn.gold.forbiddenFacts.includes(fact));
  if (both.length > 0) problems.push(`${at} contradicts itself: ${both.join(', ')} is required and forbidden`);
  if (turn.turn > 1 && turn.followUp === undefined) problems.push(`${at} is not a follow-up`);
  return problems;
}

/**
 * Faults of the simulated user of a dialogue; empty if there are none. A turn that states the fact which its answer is graded on gives the
 * answer away, also if it asks to have the fact confirmed. An invalid dialogue is counted separately, never averaged.
 */
export function auditDialogue(dialogue: Dialogue): string[] {
  const problems = dialogue.turns.flatMap((turn, i) => problemsOfTurn(turn, dialogue.turns.slice(0, i)));
  dialogue.turns.forEach((turn, i) => {
    if (turn.turn !== i + 1) problems.push(`turn ${turn.turn} is at position ${i + 1}`);
    if (turn.personaId !== dialogue.personaId) problems.push(`turn ${turn.turn} is another person's`);
  });
  if (dialogue.turns.length < 3) problems.push(`a dialogue of ${dialogue.turns.length} turns tests no context`);
  return problems;
}
