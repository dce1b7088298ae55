import { Injectable } from '@nestjs/common';
import { AnswerJudge, HeldTurn } from '../domain/answer-judge.js';
import { CheckedClaim, ClaimChecker, FactContext } from '../../domain/claim-checker.js';
import { judgeAnswer, missingFacts } from '../domain/judge-answer.js';
import { PhraseLists } from '../domain/reply-kind.js';
import { DialogueTurn, Question } from '../../domain/question.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { readContext } from '../domain/read-context.js';
import { ContextReading, Judgement } from '../../domain/test-result.js';

/** Location of the phrase lists. */
export abstract class PhraseSource {
  abstract read(): PhraseLists;
}

/** Judges by rules alone: the same input has the same verdict on any machine. */
@Injectable()
export class JudgeByRules extends AnswerJudge {
  constructor(
    private readonly checker: ClaimChecker,
    private readonly phrases: PhraseSource,
  ) {
    super();
  }

  judge(
    question: Question,
    answer: TargetAnswer,
    claims: readonly CheckedClaim[],
    _signal?: AbortSignal,
    expected?: Judgement,
  ): Promise<Judgement> {
    return Promise.resolve(
      expected ?? judgeAnswer(question, answer, claims, { phrases: this.phrases.read(), states: this.states }),
    );
  }

  /** Required facts whose absence is the objection of a judgement; all of them if they are stated about another topic. */
  missing({ failureType }: Judgement, question: Question, { text }: TargetAnswer): readonly string[] {
    if (failureType !== 'INCOMPLETE' && failureType !== 'IRRELEVANT') return [];
    const facts = missingFacts(question, text, { phrases: this.phrases.read(), states: this.states });
    return facts.length === 0 && failureType === 'IRRELEVANT' ? question.gold.requiredFacts : facts;
  }

  readContext(turn: DialogueTurn, held: HeldTurn, earlier: readonly HeldTurn[]): ContextReading {
    return readContext(turn, held, earlier, this.states);
  }

  private readonly states = (text: string, fact: string, asked?: FactContext) => this.checker.states(text, fact, asked);
}
