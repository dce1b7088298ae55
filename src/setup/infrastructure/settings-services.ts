import { Environment } from '../../config/environment.js';
import { PresentService, PresentServices } from '../domain/model-service.js';

function modelOf(environment: Environment): Omit<PresentService, 'part'> {
  const model = environment.LLM_MODEL;
  switch (environment.LLM_PROVIDER) {
    case 'openai': {
      const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey } = environment;
      const kind = baseUrl === undefined ? 'openai' : 'compatible';
      return { kind, baseUrl, model, keyName: 'OPENAI_API_KEY', apiKey };
    }
    case 'anthropic': {
      const { ANTHROPIC_BASE_URL: baseUrl, ANTHROPIC_API_KEY: apiKey } = environment;
      return { kind: 'anthropic', baseUrl, model, keyName: 'ANTHROPIC_API_KEY', apiKey };
    }
    case 'gemini': {
      const { GEMINI_BASE_URL: baseUrl, GEMINI_API_KEY: apiKey } = environment;
      return { kind: 'gemini', baseUrl, model, keyName: 'GEMINI_API_KEY', apiKey };
    }
    default:
      return { kind: 'none', baseUrl: undefined, model: undefined, keyName: undefined, apiKey: undefined };
  }
}

function embeddingOf(environment: Environment): Omit<PresentService, 'part'> {
  const { EMBEDDING_PROVIDER: provider, EMBEDDING_MODEL: model, OPENAI_API_KEY: apiKey } = environment;
  if (provider !== 'openai')
    return { kind: provider, baseUrl: undefined, model, keyName: undefined, apiKey: undefined };
  const baseUrl = environment.EMBEDDING_BASE_URL ?? environment.OPENAI_BASE_URL;
  return { kind: baseUrl === undefined ? 'openai' : 'compatible', baseUrl, model, keyName: 'OPENAI_API_KEY', apiKey };
}

function rerankerOf(environment: Environment): Omit<PresentService, 'part'> {
  const { RERANKER: kind, RERANKER_BASE_URL: baseUrl, RERANKER_MODEL: model, RERANKER_API_KEY: apiKey } = environment;
  if (kind === 'http') return { kind: 'compatible', baseUrl, model, keyName: 'RERANKER_API_KEY', apiKey };
  const isLocal = kind === 'local';
  return {
    kind: isLocal ? 'local' : 'builtin',
    baseUrl: undefined,
    model: isLocal ? model : undefined,
    keyName: undefined,
    apiKey: undefined,
  };
}

/** The services that the environment names. */
export function presentServices(environment: Environment): PresentServices {
  return new PresentServices([
    { part: 'model', ...modelOf(environment) },
    { part: 'embedding', ...embeddingOf(environment) },
    { part: 'reranker', ...rerankerOf(environment) },
  ]);
}
