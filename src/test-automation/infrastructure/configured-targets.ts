import { Injectable } from '@nestjs/common';
import { RagTarget, TargetError } from '../domain/rag-target.js';
import { RagTargets } from '../domain/rag-targets.js';
import { filterOf, targetScopeOf } from '../domain/session-scope.js';
import { SessionRequest, SessionTarget, TestSession } from '../domain/test-session.js';
import { OpenAiTarget } from './openai-target.js';
import { PacedTarget } from './paced-target.js';
import { SelfState } from './self-state.js';
import { SelfParts, SelfTarget } from './self-target.js';
import { HttpTargetSettings } from './target-http.js';
import { TouchstoneTarget } from './touchstone-target.js';

/** A target has longer than a person would wait: what is tested is the answer. */
const TIMEOUT_MS = 30_000;
const OPENAI_URL = 'https://api.openai.com/v1';

/** The key by the name of its variable, read when it is needed and kept nowhere. @throws TargetError when it is not set */
function keyOf(target: SessionTarget): string | undefined {
  if (target.apiKeyEnv === undefined) return undefined;
  const key = process.env[target.apiKeyEnv];
  if (key === undefined || key === '')
    throw new TargetError(
      `The environment variable ${target.apiKeyEnv}, which should hold the target's key, is not set.`,
    );
  return key;
}

function httpSettings(target: SessionTarget, defaultUrl: string | undefined): HttpTargetSettings {
  const baseUrl = target.baseUrl ?? defaultUrl;
  if (baseUrl === undefined) throw new TargetError('The target needs a base_url, for example http://127.0.0.1:8002.');
  return { baseUrl, apiKey: keyOf(target), timeoutMs: TIMEOUT_MS };
}

/** Opens targets by what the session says of them. */
@Injectable()
export class ConfiguredTargets extends RagTargets {
  constructor(
    private readonly self: SelfParts,
    private readonly selfState: SelfState,
  ) {
    super();
  }

  open({ request, owner }: TestSession): RagTarget {
    const { target } = request;
    if (target.kind === 'self') return new SelfTarget(this.self, { owner, scope: targetScopeOf(request) });
    if (target.kind === 'touchstone') return new PacedTarget(new TouchstoneTarget(httpSettings(target, undefined)));
    if (target.model === undefined) throw new TargetError('An OpenAI-compatible target needs a model.');
    return new PacedTarget(new OpenAiTarget(httpSettings(target, OPENAI_URL), target.model));
  }

  async describe(request: SessionRequest): Promise<Readonly<Record<string, unknown>>> {
    const { target } = request;
    if (target.kind !== 'self')
      return { target: target.kind, base_url: target.baseUrl ?? null, model: target.model ?? null };
    const state = await this.selfState.describe(filterOf(targetScopeOf(request)));
    return target.model === undefined ? state : { ...state, agent: target.model };
  }
}
