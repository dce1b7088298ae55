import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { secretFileNames, settingNames } from '../src/config/environment.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly { readonly path: string }[];
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly build?: object;
  readonly mem_limit?: string;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
}

/** A value with the variables of compose: `${NAME}`, `${NAME:-default}` and `${NAME:+value}`, also one in another. */
function interpolated(text: string, variables: Readonly<Record<string, string>>): string {
  const innermost = /\$\{(\w+)(?::([-+])((?:[^{}$]|\{[^}]*\})*))?\}/u;
  let rest = text;
  for (let found = innermost.exec(rest); found !== null; found = innermost.exec(rest)) {
    const [whole, name = '', sign = '-', other = ''] = found;
    const value = variables[name] ?? '';
    rest = rest.replace(whole, () => (sign === '+' ? (value === '' ? '' : other) : value === '' ? other : value));
  }
  return rest;
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
      ...['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_SCOPES', 'OIDC_GROUPS_CLAIM', 'OIDC_LINK_CLAIM'],
      ...['OIDC_SESSION_HOURS', 'OIDC_SESSION_IDLE_MINUTES', 'MCP_SCOPES', 'SCIM_TOKEN'],
    ],
  ],
  [
    'web',
    'no proxy and no page of others leads to the worker',
    ['TRUST_PROXY', 'SHUTDOWN_DRAIN_MS', 'RATE_LIMIT_PER_MINUTE', 'CORS_ALLOWED_ORIGINS', 'API_DOCS'],
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
  const { services, secrets } = file as {
    services: Record<string, Service>;
    secrets: Record<string, { file: string }>;
  };

  it.each(SERVERS)('decides itself where %s listens and writes', (name) => {
    expect(services[name]?.environment).toMatchObject({ HOST: '0.0.0.0', PORT: '8001', DATA_DIR: '/data' });
  });

  it('lists every setting, and nothing else', () => {
    expect(readBy('web and worker', 'web', 'worker', 'nobody').sort()).toEqual([...settingNames()].sort());
  });

  it.each(SERVERS)('passes %s every setting that it reads, and nothing else', (name) => {
    const wanted = wantedBy(name);
    const files = secretFileNames().filter((file) => wanted.includes(file.replace(/_FILE$/u, '')));
    expect(Object.keys(services[name]?.environment ?? {}).sort()).toEqual([...wanted, ...files].sort());
  });

  it.each(SERVERS)('gives %s each secret as a value or as a file, never as both', (name) => {
    const { environment = {}, secrets: mounted = [] } = services[name] ?? {};
    const files = Object.keys(environment).filter((one) => secretFileNames().includes(one));
    expect(files.length).toBeGreaterThan(0);
    expect([...mounted].sort()).toEqual(files.map((one) => one.replace(/_FILE$/u, '').toLowerCase()).sort());
    for (const file of files) {
      const setting = file.replace(/_FILE$/u, '');
      const place = `/run/secrets/${setting.toLowerCase()}`;
      const given = (variables: Record<string, string>) =>
        [setting, file].map((one) => interpolated(environment[one] ?? '', variables));
      expect(given({ [file]: './secrets/one' })).toEqual(['', place]);
      expect(given({})).toEqual(['', '']);
      expect(interpolated(secrets[setting.toLowerCase()]?.file ?? '', { [file]: './secrets/one' })).toBe(
        './secrets/one',
      );
      expect(interpolated(secrets[setting.toLowerCase()]?.file ?? '', {})).toBe('/dev/null');
    }
  });

  it('gives the password of PostgreSQL as a value or as a file', () => {
    const value = (name: string, variables: Record<string, string>) =>
      interpolated(services['web-1']?.environment?.[name] ?? '', variables);
    const url = 'postgres://touchstone:word@postgres:5432/touchstone';
    expect(value('DATABASE_URL', { POSTGRES_PASSWORD: 'word' })).toBe(url);
    expect(value('DATABASE_URL_FILE', { POSTGRES_PASSWORD: 'word' })).toBe('');
    const { environment = {}, secrets: mounted } = services['postgres'] ?? {};
    expect(mounted).toEqual(['postgres_password']);
    const file = interpolated(environment['POSTGRES_PASSWORD_FILE'] ?? '', { POSTGRES_PASSWORD_FILE: 'x' });
    expect(file).toBe('/run/secrets/postgres_password');
  });

  it.each([[[]], [['postgres']], [['metrics']], [['postgres', 'metrics']]])(
    'binds no port of the machine twice with the profiles %j',
    (profiles: readonly string[]) => {
      const started = Object.values(services).filter(
        ({ profiles: own }) => own === undefined || own.some((one) => profiles.includes(one)),
      );
      const ports = started.flatMap(({ ports: all = [] }) => all.map((one) => interpolated(one, {}).split(':').at(-2)));
      expect(ports.length).toBeGreaterThan(0);
      expect(new Set(ports).size).toBe(ports.length);
    },
  );

  it('limits the memory and the logs of every service', () => {
    for (const [name, { mem_limit: memory = '', logging }] of Object.entries(services)) {
      expect([name, interpolated(memory, {})]).toEqual([name, expect.stringMatching(/^\d+[mg]$/u)]);
      const { 'max-size': size, 'max-file': count } = logging?.options ?? {};
      expect([name, size, count]).toEqual([name, expect.stringMatching(/^\d+m$/u), expect.stringMatching(/^\d+$/u)]);
    }
  });

  it('checks the health of every service', () => {
    // The image of the server has a check of its own.
    const unchecked = Object.entries(services).filter(
      ([, one]) => one.build === undefined && one.healthcheck === undefined,
    );
    expect(unchecked.map(([name]) => name)).toEqual([]);
  });

  it.each(SERVERS)('mounts a folder for sources into %s, to be read only', (name) => {
    const mounted = (services[name]?.volumes ?? []).map((one) => interpolated(one, {}));
    expect(mounted).toContain('./sources:/sources:ro');
    expect(mounted.filter((one) => one.startsWith('./')).every((one) => one.endsWith(':ro'))).toBe(true);
  });

  it.each(SERVERS)('passes OCR through to %s', (name) => {
    expect(interpolated(services[name]?.environment?.['OCR'] ?? '', { OCR: 'tesseract' })).toBe('tesseract');
  });

  it.each(SERVERS)('passes %s the secrets of systems under test and of sources if it runs jobs', (name) => {
    const files = services[name]?.env_file?.map((one) => one.path) ?? [];
    expect(files).toEqual(name.startsWith('web-') ? [] : ['.env.targets']);
  });

  it.each(['proxy', 'postgres', 'prometheus', 'grafana'])('gives %s only what it needs', (name) => {
    expect(services[name]?.env_file).toBeUndefined();
    const passed = Object.keys(services[name]?.environment ?? {}).filter((one) =>
      /KEY|PASSWORD|TOKEN|SECRET/u.test(one),
    );
    const own = {
      postgres: ['POSTGRES_PASSWORD', 'POSTGRES_PASSWORD_FILE'],
      grafana: ['GF_SECURITY_ADMIN_PASSWORD', 'GF_SECURITY_ADMIN_PASSWORD__FILE'],
    };
    expect(passed).toEqual(Object.entries(own).find(([service]) => service === name)?.[1] ?? []);
  });
});
