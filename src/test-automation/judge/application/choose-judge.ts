import { Injectable } from '@nestjs/common';
import { AnswerJudge, HeldTurn } from '../domain/answer-judge.js';
import { CheckedClaim } from '../../domain/claim-checker.js';
import { DialogueTurn, Question } from '../../domain/question.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { ContextReading, Judgement } from '../../domain/test-result.js';
import { SessionRequest } from '../../domain/session-request.js';
import { TextModel } from '../../domain/text-model.js';
import { JudgeByRules } from './judge-by-rules.js';
import { JudgeWithModel } from './judge-with-model.js';

/** The rules alone, or the rules and a language model, as the session requests. By default a configured model judges. */
@Injectable()
export class ChooseJudge extends AnswerJudge {
  override readonly of = ({ judge }: SessionRequest): AnswerJudge =>
    judge === 'llm' || (judge === undefined && this.model.available) ? this.withModel : this.rules;

  constructor(
    private readonly rules: JudgeByRules,
    private readonly withModel: JudgeWithModel,
    private readonly model: TextModel,
  ) {
    super();
  }

  judge(
    question: Question,
    answer: TargetAnswer,
    claims: readonly CheckedClaim[],
    signal: AbortSignal,
    expected?: Judgement,
  ): Promise<Judgement> {
    return this.rules.judge(question, answer, claims, signal, expected);
  }

  readContext(turn: DialogueTurn, held: HeldTurn, earlier: readonly HeldTurn[]): ContextReading {
    return this.rules.readContext(turn, held, earlier);
  }
}
