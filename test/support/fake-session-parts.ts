import { Readable } from 'node:stream';
import { GradeExpected } from '../../src/test-automation/judge/application/grade-expected.js';
import { ReadRubrics } from '../../src/test-automation/judge/application/read-rubrics.js';
import { Dataset, DatasetSummary, DatasetStore } from '../../src/test-automation/datasets/domain/dataset.js';
import { Page } from '../../src/shared/domain/page.js';
import { AnswerJudge, HeldTurn } from '../../src/test-automation/judge/domain/answer-judge.js';
import { ComponentTester, ComponentTest } from '../../src/test-automation/attribution/domain/component-tester.js';
import { CheckedClaim, ClaimChecker, ClaimVerdict } from '../../src/test-automation/domain/claim-checker.js';
import {
  JudgeScorecard,
  JudgeMeasure,
} from '../../src/test-automation/judge/domain/judge-calibration/judge-scorecard.js';
import { Persona, PersonaSets } from '../../src/test-automation/personas/domain/persona.js';
import { Dialogue, DialogueTurn, Question } from '../../src/test-automation/domain/question.js';
import {
  QuestionHistory,
  QuestionMaker,
  SessionQuestions,
} from '../../src/test-automation/questions/domain/question-maker.js';
import { RagTarget, TargetAnswer, TargetQuestion } from '../../src/test-automation/domain/rag-target.js';
import { summarize, ResultSummary } from '../../src/test-automation/sessions/domain/result-summary.js';
import {
  AutomaticImprovement,
  CompleteSession,
  FindingsStore,
  SessionArtifacts,
  SessionInvestigation,
  FailureAnalysis,
} from '../../src/test-automation/sessions/domain/session-artifacts.js';
import {
  AnswerKey,
  SessionOutcome,
  SessionStore,
  StoredSession,
} from '../../src/test-automation/sessions/domain/session-store.js';
import { DocumentSource, SourceDocument, SourcePassage } from '../../src/test-automation/domain/session-scope.js';
import { ContextReading, Judgement, TestResult, Judges } from '../../src/test-automation/domain/test-result.js';
import { TestSession, AgentFilters } from '../../src/test-automation/sessions/domain/test-session.js';
import { RAG_COMPONENTS, RagComponent } from '../../src/test-automation/attribution/domain/trace-attribution.js';
import { RagTargets } from '../../src/test-automation/targets/domain/test-target.js';
import { LocateGold } from '../../src/test-automation/attribution/application/locate-gold.js';
import { observedFindings } from '../../src/test-automation/sessions/domain/session-suggestions.js';

export function questionOf(id: string, more: Partial<Question> = {}): Question {
  return {
    id,
    personaId: 'freshman',
    text: `What about ${id}?`,
    language: 'en',
    difficulty: 'easy',
    kind: 'fact',
    intents: { surface: 's', hidden: 'h', behavioral: 'b' },
    gold: {
      documentId: 'd',
      section: null,
      quote: `the truth of ${id}`,
      requiredFacts: [`the truth of ${id}`],
      forbiddenFacts: [],
      answerable: true,
    },
    asOf: undefined,
    ...more,
  };
}

export function dialogueOf(scenarioId: string, turns: number): Dialogue {
  return {
    scenarioId,
    personaId: 'freshman',
    coreNeed: 'to know',
    turns: Array.from({ length: turns }, (_, i): DialogueTurn => ({
      ...questionOf(`${scenarioId}-${i + 1}`),
      turn: i + 1,
      followUp: i === 0 ? undefined : 'clarification',
      implied: i === 0 ? [] : [scenarioId],
      completed: `What about ${scenarioId}-${i + 1}?`,
    })),
  };
}

export const PERSONA: Persona = {
  id: 'freshman',
  name: 'Freshman',
  description: 'New here.',
  language: 'en',
  goals: [],
  knowledge: 'novice',
  tone: 'casual',
  vocabulary: [],
  audiencePaths: [],
};

/** Counts its requests, and returns the configured answers. */
export class FakeTarget extends RagTarget {
  readonly kind = 'self' as const;
  readonly asked: TargetQuestion[] = [];
  /** The answer to the n-th asking of a message, from 0; an error is thrown. */
  answer: (question: TargetQuestion, n: number) => string | Error = (question) => `truth: ${question.message}`;

  ask(question: TargetQuestion, signal: AbortSignal): Promise<TargetAnswer> {
    if (signal.aborted) return Promise.reject(new Error('stopped'));
    const n = this.asked.filter((a) => a.message === question.message).length;
    this.asked.push(question);
    const said = this.answer(question, n);
    if (said instanceof Error) return Promise.reject(said);
    return Promise.resolve({
      text: said,
      sources: [],
      abstained: said === '',
      confidence: 1,
      conversationId: question.conversationId ?? `conversation-${this.asked.length}`,
      traceId: 't',
      events: [],
      understood: { intent: null, question: null },
      degraded: [],
      costUsd: 0.01,
      tookMs: 1,
    });
  }
}

/** Datasets of a test, by their ids. */
export class MemoryDatasets extends DatasetStore {
  readonly all: Dataset[] = [];
  add(dataset: Dataset): Promise<boolean> {
    this.all.push(dataset);
    return Promise.resolve(true);
  }
  find(datasetId: string, owner: string): Promise<Dataset | undefined> {
    return Promise.resolve(this.all.find((one) => one.datasetId === datasetId && one.owner === owner));
  }
  list(): Promise<Page<DatasetSummary>> {
    return Promise.resolve({ items: [], nextCursor: null });
  }
  remove(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

/** Grades nothing: for sessions whose questions are made. */
export const nothingExpected = new GradeExpected({
  judge: () => Promise.reject(new Error('nothing is expected here')),
});

/** Reads no criteria: for sessions that have none. */
export const noRubrics = new ReadRubrics({
  available: false,
  name: 'none',
  complete: () => Promise.reject(new Error('there are no criteria here')),
  priceUsd: () => null,
});

export class FakeTargets extends RagTargets {
  constructor(readonly target: FakeTarget) {
    super();
  }
  open(): Promise<RagTarget> {
    return Promise.resolve(this.target);
  }
  describe(): Promise<Record<string, unknown>> {
    return Promise.resolve({ system: 'fake' });
  }
}

/** Contradicts every answer that says `false`. */
export class FakeChecker extends ClaimChecker {
  check(answer: { readonly text: string }): Promise<readonly CheckedClaim[]> {
    return Promise.resolve([this.claim(answer.text, answer.text.includes('false') ? 'contradicted' : 'supported')]);
  }
  checkAbstention(question: Question): Promise<CheckedClaim> {
    return Promise.resolve(this.claim(`Nothing answers ${question.text}`, 'supported'));
  }
  states(text: string, fact: string): ClaimVerdict {
    return text.includes(fact) ? 'supported' : 'not_found';
  }
  private claim(claim: string, verdict: ClaimVerdict): CheckedClaim {
    return {
      claim,
      query: claim,
      verdict,
      checkable: true,
      quote: null,
      documentId: null,
      chunkId: null,
      confidence: 1,
      reasons: [],
    };
  }
}

/** Reports the configured state of each component; sound by default. */
export class FakeComponentTester extends ComponentTester {
  tested = 0;
  statuses: Partial<Record<RagComponent, ComponentTest['status']>> = {};
  test(): Promise<readonly ComponentTest[]> {
    this.tested++;
    return Promise.resolve(
      RAG_COMPONENTS.map((component) => {
        const status = this.statuses[component] ?? 'passed';
        const cases =
          status === 'not_available'
            ? []
            : [{ name: 'does its work', kind: 'rule' as const, passed: status === 'passed', found: '' }];
        return { component, status, cases, note: null, tookMs: 1 };
      }),
    );
  }
}

/** A service without agents. */
export class NoAgents extends AgentFilters {
  find(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

/** An empty store. */
export class NoDocuments extends DocumentSource {
  documents(): AsyncIterable<SourceDocument> {
    return Readable.from([]);
  }

  one(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  passages(): Promise<readonly SourcePassage[]> {
    return Promise.resolve([]);
  }
}

/** Finds no right passage in the documents. */
export const nothingLocated = new LocateGold(new NoDocuments());

/** Believes the claims alone. */
function paidJudges(verdict: 'success' | 'failure', costUsd: number): Judges {
  const reading = { order: 'given' as const, dimensions: null, score: 4, reason: '', error: null, isCached: false };
  const readings = [{ ...reading, costUsd }];
  const model = { model: 'm', verdict, score: 4, disagreement: null, readings };
  return { used: 'llm', rules: { verdict, score: 4, failureType: null }, model };
}

export class FakeJudge extends AnswerJudge {
  judged = 0;
  override isPaid = false;
  /** What a verdict costs; null says nothing of it. */
  costUsd: number | null = null;
  judge(_question: Question, _answer: TargetAnswer, claims: readonly CheckedClaim[]): Promise<Judgement> {
    this.judged++;
    const isRight = claims.every((claim) => claim.verdict === 'supported');
    const verdict = isRight ? 'success' : 'failure';
    return Promise.resolve({
      ...(this.costUsd === null ? {} : { judges: paidJudges(verdict, this.costUsd) }),
      verdict,
      score: isRight ? 4.5 : 2,
      dimensions: null,
      claims,
      failureType: isRight ? null : 'WRONG_FACT',
      intents: { surface: true, hidden: null, behavioral: null },
      reasons: [],
    });
  }
  readContext(turn: DialogueTurn, held: HeldTurn): ContextReading {
    return {
      followUp: turn.followUp ?? null,
      restsOnContext: turn.implied.length > 0,
      kept: turn.implied.length === 0 ? null : !held.answer.text.includes('lost'),
      implied: turn.implied,
      remembered: [],
      coreNeedMet: null,
      understoodAs: null,
      rootCause: null,
    };
  }
}

export class FixedQuestions extends QuestionMaker {
  histories: QuestionHistory[] = [];
  constructor(private readonly questions: SessionQuestions) {
    super();
  }
  make(_request: unknown, _personas: unknown, history: QuestionHistory): Promise<SessionQuestions> {
    this.histories.push(history);
    return Promise.resolve(this.questions);
  }
}

export class OnePersonaSet extends PersonaSets {
  names(): Promise<readonly string[]> {
    return Promise.resolve(['university']);
  }
  find(name: string): Promise<readonly Persona[] | undefined> {
    return Promise.resolve(name === 'university' ? [PERSONA] : undefined);
  }
}

export class RememberingArtifacts extends SessionArtifacts {
  readonly written: CompleteSession[] = [];
  write(complete: CompleteSession): Promise<void> {
    this.written.push(complete);
    return Promise.resolve();
  }
}

/** Runs no counterfactuals. */
export class ObservedInvestigation extends SessionInvestigation {
  investigate(complete: CompleteSession): Promise<FailureAnalysis> {
    return Promise.resolve(observedFindings(complete));
  }
}

export class NothingAutomatic extends AutomaticImprovement {
  improve(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }
}

export class MemoryFindings extends FindingsStore {
  private readonly found = new Map<string, FailureAnalysis>();
  save(sessionId: string, findings: FailureAnalysis): Promise<void> {
    this.found.set(sessionId, findings);
    return Promise.resolve();
  }
  find(sessionId: string): Promise<FailureAnalysis | undefined> {
    return Promise.resolve(this.found.get(sessionId));
  }
}

/** Sessions in memory. */
export class MemorySessionStore extends SessionStore {
  readonly sessions = new Map<string, StoredSession>();
  readonly plans = new Map<string, { personas: readonly Persona[]; questions: SessionQuestions }>();
  readonly answers = new Map<string, TargetAnswer>();
  readonly stored = new Map<string, Map<string, TestResult>>();
  past: QuestionHistory = { passed: new Set(), failed: new Set() };

  create(session: TestSession): Promise<void> {
    return this.save(session, null);
  }
  save(session: TestSession, outcome: SessionOutcome | null): Promise<void> {
    this.sessions.set(session.sessionId, { session, outcome });
    return Promise.resolve();
  }
  keepOutcome(session: TestSession, outcome: SessionOutcome): Promise<void> {
    const stored = this.sessions.get(session.sessionId);
    if (stored?.outcome !== null || stored.session.status !== session.status) return Promise.resolve();
    return this.save(stored.session, outcome);
  }
  find(sessionId: string, owner: string | undefined): Promise<StoredSession | undefined> {
    const found = this.sessions.get(sessionId);
    return Promise.resolve(owner === undefined || found?.session.owner === owner ? found : undefined);
  }
  list(owner: string | undefined): Promise<Page<StoredSession>> {
    const isMeant = (s: StoredSession) => owner === undefined || s.session.owner === owner;
    const items = [...this.sessions.values()].filter(isMeant).reverse();
    return Promise.resolve({ items, nextCursor: null });
  }
  before({ owner, sessionId }: TestSession): Promise<readonly StoredSession[]> {
    const own = [...this.sessions.values()].filter((s) => s.session.owner === owner);
    const at = own.findIndex((s) => s.session.sessionId === sessionId);
    return Promise.resolve(own.slice(0, at).filter((s) => s.outcome !== null));
  }
  interruptUnfinished(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }
  savePlan(sessionId: string, personas: readonly Persona[], questions: SessionQuestions): Promise<void> {
    this.plans.set(sessionId, { personas, questions });
    return Promise.resolve();
  }
  plan(sessionId: string): Promise<{ personas: readonly Persona[]; questions: SessionQuestions } | undefined> {
    return Promise.resolve(this.plans.get(sessionId));
  }
  saveAnswer(sessionId: string, key: AnswerKey, answer: TargetAnswer): Promise<void> {
    this.answers.set(`${sessionId}/${key.resultId}/${key.attempt}`, answer);
    return Promise.resolve();
  }
  answer(sessionId: string, key: AnswerKey): Promise<TargetAnswer | undefined> {
    return Promise.resolve(this.answers.get(`${sessionId}/${key.resultId}/${key.attempt}`));
  }
  saveResult(sessionId: string, result: TestResult): Promise<void> {
    const results = this.stored.get(sessionId) ?? new Map<string, TestResult>();
    this.stored.set(sessionId, results.set(result.resultId, result));
    return Promise.resolve();
  }
  async evaluated(sessionId: string, resultIds: readonly string[]): Promise<number> {
    const results = await this.results(sessionId);
    return results.filter((r) => resultIds.includes(r.resultId) && r.judgement.verdict !== 'not_evaluated').length;
  }
  async progress(sessionId: string): Promise<{ done: number; success: number }> {
    const results = await this.results(sessionId);
    return { done: results.length, success: results.filter((r) => r.judgement.verdict === 'success').length };
  }
  results(sessionId: string): Promise<readonly TestResult[]> {
    return Promise.resolve([...(this.stored.get(sessionId)?.values() ?? [])]);
  }
  resultsOf(sessionId: string, resultIds: readonly string[]): Promise<readonly TestResult[]> {
    return this.results(sessionId).then((all) => all.filter((r) => resultIds.includes(r.resultId)));
  }
  resultSummaries(sessionId: string): Promise<readonly ResultSummary[]> {
    return Promise.resolve([...(this.stored.get(sessionId)?.values() ?? [])].map(summarize));
  }
  resultPage(sessionId: string): Promise<Page<TestResult>> {
    return this.results(sessionId).then((items) => ({ items, nextCursor: null }));
  }
  history(): Promise<QuestionHistory> {
    return Promise.resolve(this.past);
  }
}

/** The judge is not calibrated. */
export class NoTrial extends JudgeMeasure {
  measureJudge(): Promise<readonly JudgeScorecard[]> {
    return Promise.resolve([]);
  }
}
