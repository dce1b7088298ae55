import { Injectable } from '@nestjs/common';
import {
  NO_HISTORY,
  NothingToAskError,
  QuestionMaker,
  SessionQuestions,
  ReportedQuestions,
} from '../../questions/domain/question-maker.js';
import { SessionStore } from '../domain/session-store.js';
import { TestSession } from '../domain/test-session.js';
import { datasetPersona, toQuestion } from '../../questions/domain/dataset-questions.js';
import { DatasetStore } from '../../datasets/domain/dataset.js';
import { PersonaSets } from '../../personas/domain/persona.js';

/** Plans the questions of a session once: a resumed session asks the same questions. */
@Injectable()
export class PlanQuestions {
  constructor(
    private readonly store: SessionStore,
    private readonly personaSets: PersonaSets,
    private readonly maker: QuestionMaker,
    private readonly reported: ReportedQuestions,
    private readonly datasets: DatasetStore,
  ) {}

  /** @throws NothingToAskError if the documents do not give enough questions */
  async plan(session: TestSession, signal: AbortSignal): Promise<SessionQuestions> {
    const planned = await this.store.plan(session.sessionId);
    if (planned !== undefined) return planned.questions;
    const { request } = session;
    if (request.datasetId !== undefined) return this.fromDataset(session, request.datasetId);
    const set = await this.personaSets.find(request.personaSet);
    const personas = (set ?? []).filter((persona) => request.personas.includes(persona.id));
    if (personas.length === 0) throw new NothingToAskError(`The persona set '${request.personaSet}' is empty.`);
    // A given seed repeats the same questions, so that earlier sessions must not change them.
    const history = request.isSeedGiven ? NO_HISTORY : await this.store.history(session.owner);
    const made = await this.maker.make(request, personas, history, signal);
    const reported = request.isSeedGiven ? [] : await this.reported.take(session, signal);
    const questions = { ...made, singles: [...reported, ...made.singles] };
    await this.store.savePlan(session.sessionId, personas, questions);
    return questions;
  }

  /** A team's own questions, asked without a change. */
  private async fromDataset({ sessionId, owner }: TestSession, datasetId: string): Promise<SessionQuestions> {
    const dataset = await this.datasets.find(datasetId, owner);
    if (dataset === undefined)
      throw new NothingToAskError(`The dataset '${datasetId}' was deleted before its questions were read.`);
    const questions = { singles: dataset.items.map(toQuestion), dialogues: [], discarded: {} };
    await this.store.savePlan(sessionId, [datasetPersona(dataset.name)], questions);
    return questions;
  }
}
