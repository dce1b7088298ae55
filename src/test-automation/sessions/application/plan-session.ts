import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/domain/clock.js';
import { intersect } from '../../../shared/domain/category-filter.js';
import { InvalidInputError, NotFoundError } from '../../../shared/domain/domain-error.js';
import { filterOf, scopeOf, SessionScope } from '../../domain/session-scope.js';
import { SessionStore } from '../domain/session-store.js';
import { TestSession, AgentFilters } from '../domain/test-session.js';
import { SessionRequest, SessionTarget, SessionOrder } from '../../domain/session-request.js';
import { ChooseTarget } from '../../targets/application/choose-target.js';
import { chosenPersonas } from './chosen-personas.js';
import { DatasetStore } from '../../datasets/domain/dataset.js';
import { PersonaSets } from '../../personas/domain/persona.js';

/** The name of this system without an agent on the OpenAI-compatible routes. */
const NO_AGENT = 'default';

/** Completes an order of a session: who asks, who answers, and how many questions there will be. */
@Injectable()
export class PlanSession {
  constructor(
    private readonly store: SessionStore,
    private readonly personaSets: PersonaSets,
    private readonly agents: AgentFilters,
    private readonly targets: ChooseTarget,
    private readonly datasets: DatasetStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Questions and settings of a session; nothing is stored.
   * @throws InvalidInputError for an unknown persona, set or agent; NotFoundError for an unknown earlier session
   */
  async plan(order: SessionOrder, owner: string): Promise<Pick<TestSession, 'request' | 'planned'>> {
    const personas = await chosenPersonas(this.personaSets, order);
    if (order.resumeOf !== undefined && (await this.store.find(order.resumeOf, owner)) === undefined)
      throw new NotFoundError('test session', order.resumeOf);
    const seed = order.seed ?? Math.floor(this.clock.now().getTime() / 1000);
    const { target, definition } = await this.targets.choose(order.target, owner);
    const targetScope = await this.agentScope(target, order.scope);
    const request: SessionRequest = {
      ...order,
      target,
      concurrency: Math.min(order.concurrency, definition?.concurrency ?? order.concurrency),
      personas,
      seed,
      isSeedGiven: order.seed !== undefined,
      ...(targetScope === undefined ? {} : { targetScope }),
    };
    if (order.datasetId !== undefined) {
      const questions = await this.questionsOf(order.datasetId, owner);
      // A dataset needs no generated questions and no personas.
      const asked = { ...request, personas: [], scenarios: 0, turns: 0, paraphrase: false };
      return { request: asked, planned: { queries: questions, turns: 0 } };
    }
    const planned = {
      queries: personas.length * request.queriesPerPersona,
      turns: request.scenarios * (1 + request.turns),
    };
    return { request, planned };
  }

  private async questionsOf(datasetId: string, owner: string): Promise<number> {
    const dataset = await this.datasets.find(datasetId, owner);
    if (dataset !== undefined) return dataset.items.length;
    const detail = `unknown dataset '${datasetId}'; store it by POST /datasets with the same key`;
    throw new InvalidInputError([{ pointer: '/dataset_id', detail }]);
  }

  /** This system may be asked as one of its agents: questions come from the whole scope, and answers from the agent's categories. */
  private async agentScope(target: SessionTarget, scope: SessionScope): Promise<SessionScope | undefined> {
    if (target.kind !== 'self' || target.model === undefined || target.model === NO_AGENT) return undefined;
    const seen = filterOf(scope);
    const filter = await this.agents.find(target.model, seen);
    if (filter === undefined)
      throw new InvalidInputError([
        { pointer: '/target/model', detail: `must be the id of an agent, or ${NO_AGENT}, for the own system` },
      ]);
    return scopeOf(intersect(seen, filter));
  }
}
