import type { ChosenService } from '../../api/setup.js';

/** What each part may be. The first ones ask no server. */
export const KINDS: Readonly<Record<string, readonly string[]>> = {
  model: ['none', 'openai', 'anthropic', 'gemini', 'compatible'],
  embedding: ['builtin', 'local', 'openai', 'compatible'],
  reranker: ['builtin', 'local', 'compatible'],
};

const SERVERS = new Set(['openai', 'anthropic', 'gemini', 'compatible']);
/** Whether a server is asked, which can be tried. */
export const isServer = (kind: string): boolean => SERVERS.has(kind);

interface SettingNames {
  readonly provider: string;
  readonly model: string;
  readonly url: (kind: string) => string;
  readonly key: (kind: string) => string;
  /** Value of the provider's setting. */
  readonly value: (kind: string) => string;
}

const upper = (kind: string) => (kind === 'compatible' ? 'OPENAI' : kind.toUpperCase());

const NAMES: Readonly<Record<string, SettingNames>> = {
  model: {
    provider: 'LLM_PROVIDER',
    model: 'LLM_MODEL',
    url: (kind) => `${upper(kind)}_BASE_URL`,
    key: (kind) => `${upper(kind)}_API_KEY`,
    value: (kind) => (kind === 'none' ? 'extractive' : kind === 'compatible' ? 'openai' : kind),
  },
  embedding: {
    provider: 'EMBEDDING_PROVIDER',
    model: 'EMBEDDING_MODEL',
    url: () => 'EMBEDDING_BASE_URL',
    key: () => 'OPENAI_API_KEY',
    value: (kind) => (kind === 'compatible' ? 'openai' : kind),
  },
  reranker: {
    provider: 'RERANKER',
    model: 'RERANKER_MODEL',
    url: () => 'RERANKER_BASE_URL',
    key: () => 'RERANKER_API_KEY',
    value: (kind) => (kind === 'compatible' ? 'http' : kind === 'builtin' ? 'heuristic' : kind),
  },
};

/** The setting that has the key of a service; undefined if no server is asked. */
export const keyNameOf = (part: string, kind: string): string | undefined =>
  isServer(kind) ? NAMES[part]?.key(kind) : undefined;

/** A value with a sign that means something in the file is quoted. */
const quoted = (value: string): string => (/^[\w./:@+-]*$/u.test(value) ? value : `'${value.replaceAll("'", '')}'`);

/** Whether costs are known only with prices of its own: the table has those of the providers' own servers. */
export const needsPrices = ({ part, kind, baseUrl }: ChosenService): boolean =>
  part === 'model' && isServer(kind) && baseUrl !== '';

interface LineFacts {
  /** Whether the settings have a key for it. */
  readonly hasKey: boolean;
  /** In place of the key, which is written nowhere. */
  readonly keyText: string;
  /** `PIPELINE_TIMEOUT_MULTIPLIER` that it needs; null if it needs no other one. */
  readonly multiplier: number | null;
}

/** The lines of `.env` for a service. */
export function envLines(chosen: ChosenService, { hasKey, keyText, multiplier }: LineFacts): string[] {
  const { part, kind, baseUrl, model, key } = chosen;
  const names = NAMES[part];
  if (names === undefined) return [];
  const first = `${names.provider}=${names.value(kind)}`;
  if (kind === 'local') return [first, ...(model === '' ? [] : [`${names.model}=${quoted(model)}`])];
  if (!isServer(kind)) return [first];
  const needsKey = kind !== 'compatible' || key !== '' || hasKey;
  return [
    first,
    ...(baseUrl === '' ? [] : [`${names.url(kind)}=${quoted(baseUrl)}`]),
    ...(model === '' ? [] : [`${names.model}=${quoted(model)}`]),
    ...(needsKey ? [`${names.key(kind)}=${keyText}`] : []),
    ...(needsPrices(chosen) ? ['LLM_PRICE_INPUT_USD=', 'LLM_PRICE_OUTPUT_USD='] : []),
    ...(multiplier === null ? [] : [`PIPELINE_TIMEOUT_MULTIPLIER=${multiplier}`]),
  ];
}
