import { Injectable } from '@nestjs/common';
import { AnswerJudge, HeldTurn } from '../domain/answer-judge.js';
import { CheckedClaim } from '../../domain/claim-checker.js';
import { scoreOf } from '../domain/judge-answer.js';
import { JudgedAnswer, judgingPrompt, PassageOrder } from '../domain/model-judge/judging-prompt.js';
import { withModel, unprovedFacts } from '../domain/model-judge/merge-readings.js';
import { NamedClause, readScores } from '../domain/model-judge/read-scores.js';
import { DialogueTurn, Question } from '../../domain/question.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { ContextReading, Judgement, ModelReading } from '../../domain/test-result.js';
import { TextModel, TextModelError } from '../../domain/text-model.js';
import { JudgeByRules } from './judge-by-rules.js';

const ORDERS: readonly PassageOrder[] = ['given', 'reversed'];

/**
 * Adds two independent readings by a language model to the verdict of the rules. The rules alone judge an abstention: whether the documents
 * answer is known.
 */
@Injectable()
export class JudgeWithModel extends AnswerJudge {
  constructor(
    private readonly rules: JudgeByRules,
    private readonly model: TextModel,
  ) {
    super();
  }

  override readonly isPaid = true;

  /** Its name in reports. */
  get name(): string {
    return this.model.name;
  }

  async judge(
    question: Question,
    answer: TargetAnswer,
    claims: readonly CheckedClaim[],
    signal: AbortSignal,
    expected?: Judgement,
  ): Promise<Judgement> {
    const rules = await this.rules.judge(question, answer, claims, signal, expected);
    if (answer.abstained || rules.verdict === 'not_evaluated') return rules;
    const read = await Promise.all(
      ORDERS.map((order, repeat) => this.read({ question, answer, claims }, { order, repeat }, signal)),
    );
    const missing = this.rules.missing(rules, question, answer);
    const lists = read.map(({ stated }) => unprovedFacts(missing, stated, answer.text));
    const unproved = missing.filter((fact) => lists.some((list) => list.includes(fact)));
    return withModel(
      rules,
      this.model.name,
      read.map(({ reading }) => reading),
      unproved,
    );
  }

  readContext(turn: DialogueTurn, held: HeldTurn, earlier: readonly HeldTurn[]): ContextReading {
    return this.rules.readContext(turn, held, earlier);
  }

  private async read(
    judged: JudgedAnswer,
    { order, repeat }: { readonly order: PassageOrder; readonly repeat: number },
    signal: AbortSignal,
  ): Promise<{ readonly reading: ModelReading; readonly stated: readonly NamedClause[] }> {
    const nothing = { order, dimensions: null, score: null, reason: '', isCached: false, costUsd: null };
    try {
      const { text, costUsd, isCached } = await this.model.complete(judgingPrompt(judged, order, repeat), signal);
      const scores = readScores(text);
      if (scores === undefined)
        return unread({ ...nothing, error: 'the reply is not the JSON that was asked for', isCached, costUsd });
      const { stated = [], dimensions, reason } = scores;
      return {
        reading: { order, dimensions, reason, score: scoreOf(dimensions), error: null, isCached, costUsd },
        stated,
      };
    } catch (error) {
      if (!(error instanceof TextModelError)) throw error;
      return unread({ ...nothing, error: error.message });
    }
  }
}

const unread = (reading: ModelReading) => ({ reading, stated: [] });
