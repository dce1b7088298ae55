import { CheckedClaim } from '../../domain/claim-checker.js';
import { DialogueTurn, Question } from '../../domain/question.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { ContextReading, Judgement } from '../../domain/test-result.js';
import { SessionRequest } from '../../domain/session-request.js';

/** An earlier turn, with its answer. */
export interface HeldTurn {
  readonly turn: DialogueTurn;
  readonly answer: TargetAnswer;
  readonly judgement: Judgement;
}

/** Grades answers. A judge that fails gives `not_evaluated`, never a medium score. */
export abstract class AnswerJudge {
  /** Each verdict costs money. */
  readonly isPaid: boolean = false;

  /** The judge that a session requests. */
  readonly of: (request: SessionRequest) => AnswerJudge = () => this;

  /** @param expected the grade by the expected answer, for a question of a dataset: the verdict of the rules */
  abstract judge(
    question: Question,
    answer: TargetAnswer,
    claims: readonly CheckedClaim[],
    signal: AbortSignal,
    expected?: Judgement,
  ): Promise<Judgement>;

  /** How a turn kept the context of the previous turns. */
  abstract readContext(turn: DialogueTurn, held: HeldTurn, earlier: readonly HeldTurn[]): ContextReading;
}
