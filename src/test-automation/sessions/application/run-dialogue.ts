import { Injectable } from '@nestjs/common';
import { AnswerJudge, HeldTurn } from '../../judge/domain/answer-judge.js';
import { Dialogue, DialogueTurn } from '../../domain/question.js';
import { RagTarget } from '../../domain/rag-target.js';
import { SessionBudget } from '../domain/session-budget.js';
import { SessionStore } from '../domain/session-store.js';
import { TestResult } from '../../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';
import { AskQuestion, repetitionOf } from './ask-question.js';

export interface DialogueRun {
  readonly target: RagTarget | undefined;
  readonly signal: AbortSignal;
  readonly sessionBudget: SessionBudget;
  /** Called with the result of each turn as soon as it is stored. */
  readonly onResult: (result: TestResult) => void;
}

export const turnIdOf = ({ sessionId }: TestSession, { scenarioId }: Dialogue, turn: number): string =>
  `${sessionId}-${scenarioId}-t${turn}`;

/** Runs one dialogue, turn after turn, in one conversation of the target. */
@Injectable()
export class RunDialogue {
  constructor(
    private readonly askQuestion: AskQuestion,
    private readonly store: SessionStore,
    private readonly judge: AnswerJudge,
  ) {}

  /** A turn without an answer does not end the dialogue: the person continues, as people do. */
  async run(session: TestSession, dialogue: Dialogue, run: DialogueRun): Promise<void> {
    const held: HeldTurn[] = [];
    for (const turn of dialogue.turns) {
      const result = await this.holdTurn(
        session,
        { dialogue, turn, target: run.target, held, sessionBudget: run.sessionBudget },
        run.signal,
      );
      run.onResult(result);
    }
  }

  private async holdTurn(
    session: TestSession,
    at: {
      readonly dialogue: Dialogue;
      readonly turn: DialogueTurn;
      readonly target: RagTarget | undefined;
      readonly held: HeldTurn[];
      readonly sessionBudget: SessionBudget;
    },
    signal: AbortSignal,
  ): Promise<TestResult> {
    const { dialogue, turn, target, held, sessionBudget } = at;
    const asked = await this.askQuestion.askQuestion(
      {
        sessionId: session.sessionId,
        scope: session.request.scope,
        judge: this.judge.of(session.request),
        sessionBudget,
        resultId: turnIdOf(session, dialogue, turn.turn),
        question: turn,
        target,
        conversationId: held.findLast((h) => h.answer.conversationId !== null)?.answer.conversationId ?? undefined,
        history: held.map((h) => ({ question: h.turn.text, answer: h.answer.text })),
        ...repetitionOf(session),
        scenario: { scenarioId: dialogue.scenarioId, turn: turn.turn },
      },
      signal,
    );
    const { answer } = asked;
    let { result } = asked;
    if (answer !== undefined) {
      const now = { turn, answer, judgement: result.judgement };
      const context = this.judge.readContext(turn, now, held);
      // A lost context is the fault, whatever the answer to the wrong question was (REQ-E-005).
      const isLost = context.kept === false && result.judgement.verdict !== 'success';
      const judgement = isLost ? { ...result.judgement, failureType: 'LOST_CONTEXT' as const } : result.judgement;
      result = { ...result, context, judgement };
      held.push(now);
    }
    await this.store.saveResult(session.sessionId, result);
    return result;
  }
}
