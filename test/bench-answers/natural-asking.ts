import { Answer } from '../../src/pipeline/domain/answer.js';
import { AnsweringService } from './answering.js';
import { isGold, Verdict, verdict } from './natural-judgement.js';
import { NaturalQuestion, NaturalSet } from './natural-set.js';

/** What became of one natural question. */
export interface NaturalOutcome {
  readonly id: string;
  readonly group: 'single' | 'foreign' | 'first_turn' | 'followup';
  readonly kind: string;
  readonly lang: string;
  readonly answerable: boolean;
  readonly verdict: Verdict;
  /** A source quotes a passage that answers. */
  readonly goldCited: boolean;
  /** Stated probability that the answer is right. */
  readonly probability: number;
  readonly question: string;
  readonly response: string;
}

function outcome(question: NaturalQuestion, group: NaturalOutcome['group'], answer: Answer): NaturalOutcome {
  const { id, kind, lang, answerable, text, golds } = question;
  return {
    id,
    group,
    kind,
    lang,
    answerable,
    verdict: verdict(question, answer),
    goldCited: answer.sources.some((source) => isGold(source.documentId, source.quote, golds)),
    probability: answer.answerability.probability,
    question: text,
    response: answer.response,
  };
}

/** Asks all of a set: single questions, foreign ones, and each dialogue as one conversation. */
export async function askNatural(service: AnsweringService, set: NaturalSet): Promise<NaturalOutcome[]> {
  const outcomes: NaturalOutcome[] = [];
  for (const question of set.questions) outcomes.push(outcome(question, 'single', await service.ask(question)));
  for (const question of set.foreign) outcomes.push(outcome(question, 'foreign', await service.ask(question)));
  for (const { turns } of set.dialogues) {
    let conversation: string | undefined;
    for (const [i, turn] of turns.entries()) {
      const answer = await service.ask(turn, { conversation });
      conversation = answer.conversationId;
      outcomes.push(outcome(turn, i === 0 ? 'first_turn' : 'followup', answer));
    }
  }
  return outcomes;
}
