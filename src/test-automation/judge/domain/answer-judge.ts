import { CheckedClaim } from '../../domain/claim-checker.js';
import { DialogueTurn, Question } from '../../domain/question.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { ContextReading, Judgement } from '../../domain/test-result.js';
import { SessionRequest } from '../../domain/session-request.js';

/** A turn that was held before, with its answer. */
export interface HeldTurn {
  readonly turn: DialogueTurn;
  readonly answer: TargetAnswer;
  readonly judgement: Judgement;
}

/** Grades answers. A judge that fails gives `not_evaluated`, never a middle score. */
export abstract class AnswerJudge {
  /** Each verdict costs money. */
  readonly isPaid: boolean = false;

  /** The judge that a session asks for. */
  readonly of: (request: SessionRequest) => AnswerJudge = () => this;

  /** @param expected the grade by what the question expects, for a question of a dataset: what the rules say of the answer */
  abstract judge(
    question: Question,
    answer: TargetAnswer,
    claims: readonly CheckedClaim[],
    signal: AbortSignal,
    expected?: Judgement,
  ): Promise<Judgement>;

  /** How a turn kept the context of the turns before it. */
  abstract readContext(turn: DialogueTurn, held: HeldTurn, earlier: readonly HeldTurn[]): ContextReading;
}
