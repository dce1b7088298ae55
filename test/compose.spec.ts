import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { settingNames } from '../src/config/environment.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly { readonly path: string }[];
}

/** With the members that `<<` takes over from elsewhere in the file. */
function merged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(merged);
  if (typeof value !== 'object' || value === null) return value;
  const { '<<': taken, ...own } = { '<<': undefined, ...value };
  const entries = Object.entries(own).map(([name, member]) => [name, merged(member)]);
  const others = [taken ?? []].flat().map(merged);
  return Object.assign({}, ...others.reverse(), Object.fromEntries(entries));
}

/** Which processes of the replicated service read a setting; the single process reads those of both. */
type Readers = 'web and worker' | 'web' | 'worker' | 'nobody';

/** Every setting with the processes that read it, and why. A new setting fails the spec until it is listed here. */
const PLACES: readonly (readonly [Readers, reason: string, names: readonly string[]])[] = [
  ['web and worker', 'each listens: the worker for its health and its metrics', ['HOST', 'PORT', 'ALLOWED_HOSTS']],
  ['web and worker', 'HOST needs AUTH_MODE, which needs ADMIN_API_KEY', ['AUTH_MODE', 'ADMIN_API_KEY']],
  ['web and worker', 'jobs send nothing to the own address of the server', ['PUBLIC_URL']],
  ['web and worker', 'a job acts with the rights of its owner', ['OIDC_GROUPS_DAYS', 'SCOPED_STATISTICS']],
  ['web and worker', 'one makes and tries webhooks, the other sends them', ['SECRETS_KEY']],
  ['web and worker', 'files are uploaded, and read from sources', ['MAX_UPLOAD_MB', 'SOURCE_FOLDERS', 'OCR']],
  [
    'web and worker',
    'whoever starts first fills the store, and all write logs',
    ['DATA_DIR', 'SAMPLE_DATA', 'LOG_LEVEL'],
  ],
  ['web and worker', 'each of them looks whether a schedule is due', ['TEST_SCHEDULE_ENABLED', 'TIME_ZONE']],
  ['web and worker', 'each of them removes what is too old', ['AUDIT_RETENTION_DAYS', 'CONVERSATION_RETENTION_DAYS']],
  [
    'web and worker',
    'questions are answered for people and in test sessions, and leave the same traces',
    [
      ...['LLM_PROVIDER', 'LLM_MODEL', 'LLM_CONCURRENCY', 'LLM_QUEUE'],
      ...['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
      ...['GEMINI_API_KEY', 'GEMINI_BASE_URL'],
      ...['LLM_TIMEOUT_MS', 'LLM_FIRST_TOKEN_TIMEOUT_MS', 'LLM_IDLE_TIMEOUT_MS', 'LLM_STREAM_TIMEOUT_MS'],
      ...['LLM_BUDGET_REQUEST_USD', 'LLM_BUDGET_DAY_USD', 'LLM_PRICE_INPUT_USD', 'LLM_PRICE_OUTPUT_USD'],
      ...['EMBEDDING_PROVIDER', 'EMBEDDING_MODEL', 'EMBEDDING_BASE_URL', 'EMBEDDING_TIMEOUT_MS'],
      ...['EMBEDDING_QUERY_PREFIX', 'EMBEDDING_PASSAGE_PREFIX'],
      ...['RERANKER', 'RERANKER_MODEL', 'RERANKER_TIMEOUT_MS', 'RERANKER_BASE_URL', 'RERANKER_API_KEY'],
      ...['ANSWER_RISK', 'PIPELINE_TIMEOUT_MULTIPLIER', 'LEXICON_ENABLED', 'SEARCH_STORE', 'SEARCH_MEMORY_CHUNKS'],
      ...['CBR_ENABLED', 'CBR_CACHE_TTL', 'TAXONOMY_BASE', 'AUDIT_LOG'],
      ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_PROTOCOL'],
      ...['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT', 'OTEL_SERVICE_NAME'],
    ],
  ],
  [
    'web and worker',
    'both use the database',
    [
      ...['DATABASE_URL', 'DATABASE_READ_URLS', 'DATABASE_POOL_SIZE', 'PROCESS_ROLE'],
      ...['DATABASE_CONNECT_TIMEOUT_MS', 'DATABASE_STATEMENT_TIMEOUT_MS'],
    ],
  ],
  [
    'web',
    'nobody signs in at the worker',
    [
      ...['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_SCOPES', 'OIDC_GROUPS_CLAIM'],
      ...['OIDC_SESSION_HOURS', 'OIDC_SESSION_IDLE_MINUTES', 'MCP_SCOPES', 'SCIM_TOKEN'],
    ],
  ],
  [
    'web',
    'no proxy and no page of others leads to the worker',
    ['TRUST_PROXY', 'SHUTDOWN_DRAIN_MS', 'RATE_LIMIT_PER_MINUTE', 'CORS_ALLOWED_ORIGINS'],
  ],
  ['worker', 'a test session ends in a job', ['AUTO_IMPROVE']],
  ['nobody', 'means nothing in a container', ['ALLOW_ANONYMOUS', 'LOG_FORMAT', 'MODEL_OFFER']],
  ['nobody', 'has one good value there, the default', ['CBR_DATA_DIR', 'DATABASE_SCHEMA']],
];

/** For one process with the embedded store they mean nothing. */
const OF_REPLICAS = /^(?:DATABASE_|PROCESS_ROLE$|SHUTDOWN_DRAIN_MS$)/u;
const SERVERS = ['touchstone', 'web-1', 'web-2', 'web-3', 'worker'];

const readBy = (...readers: readonly Readers[]): string[] =>
  PLACES.flatMap(([all, , names]) => (readers.includes(all) ? names : []));

function wantedBy(service: string): string[] {
  if (service === 'touchstone')
    return readBy('web and worker', 'web', 'worker').filter((one) => !OF_REPLICAS.test(one));
  return readBy('web and worker', service === 'worker' ? 'worker' : 'web');
}

describe('docker-compose.yml', () => {
  const file = merged(load(readFileSync(path.join(projectRoot(), 'docker-compose.yml'), 'utf8')));
  const { services } = file as { services: Record<string, Service> };

  it.each(SERVERS)('decides itself where %s listens and writes', (name) => {
    expect(services[name]?.environment).toMatchObject({ HOST: '0.0.0.0', PORT: '8001', DATA_DIR: '/data' });
  });

  it('lists every setting, and nothing else', () => {
    expect(readBy('web and worker', 'web', 'worker', 'nobody').sort()).toEqual([...settingNames()].sort());
  });

  it.each(SERVERS)('passes %s every setting that it reads, and nothing else', (name) => {
    expect(Object.keys(services[name]?.environment ?? {}).sort()).toEqual(wantedBy(name).sort());
  });

  it.each(SERVERS)('passes %s the secrets of systems under test and of sources if it runs jobs', (name) => {
    const files = services[name]?.env_file?.map((one) => one.path) ?? [];
    expect(files).toEqual(name.startsWith('web-') ? [] : ['.env.targets']);
  });

  it.each(['proxy', 'postgres', 'prometheus', 'grafana'])('gives %s only what it needs', (name) => {
    expect(services[name]?.env_file).toBeUndefined();
    const secrets = Object.keys(services[name]?.environment ?? {}).filter((one) =>
      /KEY|PASSWORD|TOKEN|SECRET/u.test(one),
    );
    const own = { postgres: ['POSTGRES_PASSWORD'], grafana: ['GF_SECURITY_ADMIN_PASSWORD'] };
    expect(secrets).toEqual(Object.entries(own).find(([service]) => service === name)?.[1] ?? []);
  });
});
