import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { QuoteCheck, QuotedSource } from '../../../shared/domain/quoted-source.js';
import { Improvement } from '../domain/improvement.js';
import {
  hasUnknownOrigin,
  isOwnTarget,
  sourcesOfDialogue,
  sourcesOfEvents,
  sourcesOfQuestion,
  sourcesOfResult,
  withheldCause,
  withheldEvents,
  withheldImprovement,
  withheldQuestions,
  withheldResult,
  withheldWhys,
} from '../domain/result-sources.js';
import { SessionQuestions } from '../../questions/domain/question-maker.js';
import { CompleteSession, FailureAnalysis } from '../domain/session-artifacts.js';
import { StoredSession } from '../domain/session-store.js';
import { TestResult } from '../../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';

type WithSources = { readonly sources?: readonly QuotedSource[] };

/**
 * Filters sessions by what a viewer may see now. Content from a document is withheld if the document is deleted, no longer has the passage,
 * or is not visible to the viewer. Figures stay.
 */
@Injectable()
export class ShowSessions {
  constructor(private readonly quotes: QuoteCheck) {}

  /** @param questions the plan of the session, which names the documents of its dialogues */
  async results(
    session: TestSession,
    results: readonly TestResult[],
    questions: SessionQuestions | undefined,
    filter: CategoryFilter,
  ): Promise<TestResult[]> {
    const isOwn = isOwnTarget(session);
    const dialogues = new Map(
      (questions?.dialogues ?? []).map((dialogue) => [dialogue.scenarioId, sourcesOfDialogue(dialogue)]),
    );
    const groups = results.flatMap((result) => [
      [...sourcesOfResult(result, isOwn), ...(dialogues.get(result.scenarioId ?? '') ?? [])],
      sourcesOfEvents(result.events, session),
    ]);
    const withheld = await this.quotes.withheld(groups, filter);
    return results.map((result, i) => {
      if (withheld[2 * i] === true) return withheldResult(result);
      return withheld[2 * i + 1] === true ? { ...result, events: withheldEvents(result.events) } : result;
    });
  }

  /** Sessions of a list: failure causes quote documents, so they are filtered too. */
  async stored(list: readonly StoredSession[], filter: CategoryFilter): Promise<StoredSession[]> {
    const causes = list.flatMap(({ outcome }) => outcome?.causes ?? []);
    const shown = await this.each(causes, filter, (cause) =>
      cause.seenIn === 'answers' ? withheldCause(cause) : cause,
    );
    let next = 0;
    return list.map(({ session, outcome }) => {
      if (outcome === null) return { session, outcome };
      const from = next;
      next += outcome.causes.length;
      return { session, outcome: { ...outcome, causes: shown.slice(from, next) } };
    });
  }

  async complete(complete: CompleteSession, filter: CategoryFilter): Promise<CompleteSession> {
    const { session, questions } = complete;
    const [stored] = await this.stored([{ session, outcome: complete.outcome }], filter);
    return {
      ...complete,
      outcome: stored?.outcome ?? complete.outcome,
      results: await this.results(session, complete.results, questions, filter),
      questions: await this.questions(questions, filter),
      findings: complete.findings && (await this.findings(complete.findings, filter)),
    };
  }

  async findings(findings: FailureAnalysis, filter: CategoryFilter): Promise<FailureAnalysis> {
    return {
      ...findings,
      whys: await this.each(findings.whys, filter, withheldWhys),
      ...(findings.causes && { causes: await this.each(findings.causes, filter, withheldCause) }),
      improvements: await this.improvements(findings.improvements, filter),
    };
  }

  improvements(improvements: readonly Improvement[], filter: CategoryFilter): Promise<Improvement[]> {
    return this.each(improvements, filter, withheldImprovement);
  }

  /** The plan of a session, without questions about documents that the viewer may not see. */
  async questions(questions: SessionQuestions, filter: CategoryFilter): Promise<SessionQuestions> {
    const groups = [...questions.singles.map(sourcesOfQuestion), ...questions.dialogues.map(sourcesOfDialogue)];
    return withheldQuestions(questions, await this.quotes.withheld(groups, filter));
  }

  private async each<T extends WithSources>(
    list: readonly T[],
    filter: CategoryFilter,
    withhold: (one: T) => T,
  ): Promise<T[]> {
    const groups = list.map(({ sources = [] }) => sources);
    const withheld = await this.quotes.withheld(groups, filter);
    return list.map((one, i) => (withheld[i] === true || hasUnknownOrigin(one, filter) ? withhold(one) : one));
  }
}
