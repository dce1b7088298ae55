import { Injectable } from '@nestjs/common';
import { AnswerJudge } from '../../judge/domain/answer-judge.js';
import { Dialogue, Question } from '../../domain/question.js';
import { SessionQuestions } from '../../questions/domain/question-maker.js';
import { RagTarget } from '../../domain/rag-target.js';
import { SessionBudget } from '../domain/session-budget.js';
import { SessionStore } from '../domain/session-store.js';
import { TestResult } from '../../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';
import { AskQuestion, repetitionOf } from './ask-question.js';
import { RunDialogue, turnIdOf } from './run-dialogue.js';

/** An independent unit of work: a single question, or a whole dialogue. */
export type SessionUnit =
  | { readonly kind: 'question'; readonly question: Question }
  | { readonly kind: 'dialogue'; readonly dialogue: Dialogue };

export interface UnitRun {
  /** Undefined: judges the answers in the journal again. */
  readonly target: RagTarget | undefined;
  readonly signal: AbortSignal;
  /** The remaining budget of the session. */
  readonly sessionBudget: SessionBudget;
  readonly onResult: (result: TestResult) => void;
}

/** Names a unit within its session. */
export const unitIdOf = (unit: SessionUnit): string =>
  unit.kind === 'dialogue' ? `dialogue:${unit.dialogue.scenarioId}` : `question:${unit.question.id}`;

const resultIdOf = (session: TestSession, question: Question) => `${session.sessionId}-${question.id}`;

/** The questions and dialogues of a session as units of work. */
@Injectable()
export class SessionUnits {
  constructor(
    private readonly store: SessionStore,
    private readonly askQuestion: AskQuestion,
    private readonly runDialogue: RunDialogue,
    private readonly judge: AnswerJudge,
  ) {}

  /** Units that an earlier run left open. An interrupted dialogue runs again from its first turn, with the answers in the journal. */
  async open(session: TestSession, questions: SessionQuestions): Promise<SessionUnit[]> {
    const stored = await this.store.results(session.sessionId);
    // Questions that could not be evaluated are asked again.
    const done = new Set(stored.filter((r) => r.judgement.verdict !== 'not_evaluated').map((r) => r.resultId));
    const turns = new Map<string, number>();
    for (const { scenarioId, resultId } of stored)
      if (scenarioId !== null && done.has(resultId)) turns.set(scenarioId, (turns.get(scenarioId) ?? 0) + 1);
    return this.all(questions).filter((unit) =>
      unit.kind === 'dialogue'
        ? (turns.get(unit.dialogue.scenarioId) ?? 0) < unit.dialogue.turns.length
        : !done.has(resultIdOf(session, unit.question)),
    );
  }

  /** Whether every question of a unit was answered and judged. */
  async isDone(session: TestSession, unit: SessionUnit): Promise<boolean> {
    const ids =
      unit.kind === 'dialogue'
        ? unit.dialogue.turns.map(({ turn }) => turnIdOf(session, unit.dialogue, turn))
        : [resultIdOf(session, unit.question)];
    return (await this.store.evaluated(session.sessionId, ids)) === ids.length;
  }

  /** All units of a session. Dialogues come first, since they take the longest. */
  all(questions: SessionQuestions): SessionUnit[] {
    return [
      ...questions.dialogues.map((dialogue) => ({ kind: 'dialogue' as const, dialogue })),
      ...questions.singles.map((question) => ({ kind: 'question' as const, question })),
    ];
  }

  async ask(session: TestSession, unit: SessionUnit, run: UnitRun): Promise<void> {
    if (unit.kind === 'dialogue') return this.runDialogue.run(session, unit.dialogue, run);
    const { result } = await this.askQuestion.askQuestion(
      {
        sessionId: session.sessionId,
        scope: session.request.scope,
        judge: this.judge.of(session.request),
        sessionBudget: run.sessionBudget,
        resultId: resultIdOf(session, unit.question),
        question: unit.question,
        target: run.target,
        conversationId: undefined,
        history: [],
        ...repetitionOf(session),
        scenario: null,
      },
      run.signal,
    );
    await this.store.saveResult(session.sessionId, result);
    run.onResult(result);
  }
}
