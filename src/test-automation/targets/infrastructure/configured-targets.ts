import { Injectable } from '@nestjs/common';
import { DomainError, TryLaterError } from '../../../shared/domain/domain-error.js';
import { OutgoingClient } from '../../../shared/infrastructure/outgoing/outgoing-client.js';
import { ChooseTarget, ChosenTarget } from '../application/choose-target.js';
import { RagTarget, TargetError } from '../../domain/rag-target.js';
import { filterOf, targetScopeOf } from '../../domain/session-scope.js';
import { TargetHeader, TestTarget, RagTargets } from '../domain/test-target.js';
import { RequestedSession, SessionRequest, SessionTarget } from '../../domain/session-request.js';
import { HttpTarget } from './http-target.js';
import { OpenAiTarget } from './openai-target.js';
import { ThrottledTarget } from './throttled-target.js';
import { PricedTarget } from './priced-target.js';
import { InProcessState } from './in-process-state.js';
import { InProcessTargets } from './in-process-target.js';
import { HttpTargetSettings, MAX_ANSWER_BYTES } from './target-http.js';
import { TouchstoneTarget } from './touchstone-target.js';
import { JsonPaths } from '../domain/json-value.js';
import { OwnAddresses } from '../../../shared/domain/base-url.js';

/** Timeout of a target, longer than a person would wait: the test is about the answer. */
const TIMEOUT_MS = 30_000;
const OPENAI_URL = 'https://api.openai.com/v1';

/** The key of an address in the session request. */
function bearerOf({ apiKeyEnv }: SessionTarget): Readonly<Record<string, TargetHeader>> {
  return apiKeyEnv === undefined ? {} : { authorization: { secret: apiKeyEnv, prefix: 'Bearer ' } };
}

/** Opens targets by the settings of the session, with the present permissions of its owner. */
@Injectable()
export class ConfiguredTargets extends RagTargets {
  private readonly client: OutgoingClient;

  constructor(
    private readonly self: InProcessTargets,
    private readonly inProcessState: InProcessState,
    private readonly chooseTarget: ChooseTarget,
    private readonly paths: JsonPaths,
    own: OwnAddresses,
  ) {
    super();
    this.client = new OutgoingClient({
      maxBytes: MAX_ANSWER_BYTES,
      isRefused: (address, port) => own.isOwn(address, port),
    });
  }

  async open({ request, owner }: RequestedSession): Promise<RagTarget> {
    const { target, definition } = await this.choose(request.target, owner);
    if (target.kind === 'self') return this.self.open({ owner, scope: targetScopeOf(request) });
    const settings = this.settings(target, definition);
    const opened = new ThrottledTarget(this.opened(target, settings, definition));
    return definition?.price === undefined ? opened : new PricedTarget(opened, definition.price);
  }

  private opened(target: SessionTarget, settings: HttpTargetSettings, definition: TestTarget | undefined): RagTarget {
    if (definition?.kind === 'http') return httpTarget(settings, definition, this.paths);
    if (target.kind === 'touchstone') return new TouchstoneTarget(settings);
    if (target.model === undefined) throw new TargetError('An OpenAI-compatible target needs a model.');
    return new OpenAiTarget(settings, target.model);
  }

  async describe(request: SessionRequest): Promise<Readonly<Record<string, unknown>>> {
    const { target } = request;
    // Only administrators may see the address of a configured target.
    if (target.name !== undefined) return { target: target.kind, name: target.name, model: target.model ?? null };
    if (target.kind !== 'self')
      return { target: target.kind, base_url: target.baseUrl ?? null, model: target.model ?? null };
    const state = await this.inProcessState.describe(filterOf(targetScopeOf(request)));
    return target.model === undefined ? state : { ...state, agent: target.model };
  }

  /** A target that the owner may no longer choose fails the session with the reason. */
  private async choose(target: SessionTarget, owner: string): Promise<ChosenTarget> {
    try {
      return await this.chooseTarget.choose(target, owner);
    } catch (error) {
      if (error instanceof DomainError && !(error instanceof TryLaterError)) throw new TargetError(error.message);
      throw error;
    }
  }

  private settings(target: SessionTarget, definition: TestTarget | undefined): HttpTargetSettings {
    const { client } = this;
    if (definition !== undefined) {
      const { baseUrl, headers, timeoutMs = TIMEOUT_MS } = definition;
      return { baseUrl, headers, timeoutMs, client };
    }
    const baseUrl = target.baseUrl ?? (target.kind === 'openai' ? OPENAI_URL : undefined);
    if (baseUrl === undefined) throw new TargetError('The target needs a base_url, for example http://127.0.0.1:8002.');
    return { baseUrl, headers: bearerOf(target), timeoutMs: TIMEOUT_MS, client };
  }
}

function httpTarget(
  settings: HttpTargetSettings,
  { request, response, stream, model }: TestTarget,
  paths: JsonPaths,
): HttpTarget {
  if (request === undefined || response === undefined)
    throw new TargetError('A target of the kind http needs the templates of its request and response.');
  return new HttpTarget(settings, { request, response, stream, model }, paths);
}
