import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigurationError, readEnvironment, secretFileNames, settingNames } from './environment.js';

function refusal(source: Record<string, string>): readonly string[] {
  try {
    readEnvironment(source);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.lines;
    throw error;
  }
  throw new Error(`accepted ${JSON.stringify(source)}`);
}

/** One or more invalid values of each variable. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  PORT: ['-1', '65536', '80.5', 'http', ' '],
  SHUTDOWN_DRAIN_MS: ['-1', '60001', 'long'],
  API_DOCS: ['none', 'true', 'Public'],
  DATABASE_URL: ['mysql://db.example/x', 'db.example'],
  DATABASE_SCHEMA: ['Touchstone', 'a b', '1a', 'a'.repeat(41)],
  DATABASE_POOL_SIZE: ['1', '501', 'many'],
  DATABASE_CONNECT_TIMEOUT_MS: ['0', 'x'],
  DATABASE_STATEMENT_TIMEOUT_MS: ['0', '1.5'],
  SAMPLE_DATA: ['yes', 'LOAD'],
  LEXICON_ENABLED: ['yes', '1', 'TRUE'],
  CBR_ENABLED: ['yes', '1', 'TRUE'],
  CBR_CACHE_TTL: ['-1', 'soon', '31536001'],
  TAXONOMY_BASE: ['taxonomy.example', 'ftp://taxonomy.example'],
  ANSWER_RISK: ['0', '0.51', 'low'],
  PIPELINE_TIMEOUT_MULTIPLIER: ['0', '-1', 'fast', 'Infinity', 'NaN'],
  CORS_ALLOWED_ORIGINS: ['*', 'app.example', 'https://app.example/path', 'https://a.example,*', 'null'],
  ALLOWED_HOSTS: ['*', 'https://rag.example', 'rag.example:8001', '[::1]:80', 'a b', '*.example', 'rag.example/x'],
  PUBLIC_URL: [
    'rag.example',
    'ftp://rag.example',
    'https://u:p@rag.example',
    'https://rag.example/?a=1',
    'https://a.example//b',
  ],
  SOURCE_FOLDERS: ['documents', './documents', '/srv,docs'],
  TRUST_PROXY: ['0', '17', 'true', '*', 'proxy.example', '10.0.0.0/33', '0.0.0.0/0', '1,10.0.0.1'],
  OIDC_ISSUER: ['login.example', 'http://login.example', 'https://u:p@login.example', 'https://login.example/?a=1'],
  OIDC_CLIENT_SECRET: ['short'],
  SCIM_TOKEN: ['short'],
  OIDC_SCOPES: ['profile', 'openid,profile', 'openid "x"'],
  MCP_SCOPES: ['a,b', 'a  b', 'a "b"'],
  OIDC_SESSION_HOURS: ['0', '721'],
  OIDC_SESSION_IDLE_MINUTES: ['0', '43201'],
  OIDC_GROUPS_DAYS: ['0', '367'],
  MODEL_OFFER: ['no', '0'],
  EMBEDDING_QUERY_PREFIX: ['q'.repeat(501)],
  EMBEDDING_PASSAGE_PREFIX: ['p'.repeat(501)],
  LLM_PROVIDER: ['gpt', 'OpenAI'],
  LLM_TIMEOUT_MS: ['0', '1.5', '600001'],
  LLM_FIRST_TOKEN_TIMEOUT_MS: ['0', '600001', '3s'],
  LLM_IDLE_TIMEOUT_MS: ['0', '600001'],
  LLM_STREAM_TIMEOUT_MS: ['0', '3600001'],
  LLM_CONCURRENCY: ['0', '1001', 'all'],
  LLM_QUEUE: ['-1', '10001'],
  LLM_BUDGET_REQUEST_USD: ['-0.1', 'cheap'],
  LLM_BUDGET_DAY_USD: ['-1', '$5'],
  LLM_PRICE_INPUT_USD: ['-1', 'free'],
  LLM_PRICE_OUTPUT_USD: ['-1', '1,5'],
  OPENAI_BASE_URL: ['api.example', 'file:///etc/passwd'],
  ANTHROPIC_BASE_URL: ['api.example'],
  GEMINI_BASE_URL: ['api.example'],
  EMBEDDING_PROVIDER: ['word2vec', 'Local'],
  EMBEDDING_BASE_URL: ['api.example'],
  EMBEDDING_TIMEOUT_MS: ['0', 'x'],
  RERANKER: ['best', 'HTTP'],
  RERANKER_BASE_URL: ['api.example'],
  RERANKER_TIMEOUT_MS: ['0', '1.5', 'soon'],
  AUTH_MODE: ['basic', 'API-KEY'],
  ADMIN_API_KEY: ['too-short'],
  SECRETS_KEY: ['x'.repeat(31)],
  ALLOW_ANONYMOUS: ['yes'],
  RATE_LIMIT_PER_MINUTE: ['-1', 'many'],
  MAX_UPLOAD_MB: ['0', '4097'],
  OCR: ['on', 'Tesseract'],
  AUDIT_LOG: ['on'],
  AUDIT_RETENTION_DAYS: ['-1', 'a year'],
  CONVERSATION_RETENTION_DAYS: ['1.5'],
  AUTO_IMPROVE: ['21', 'true'],
  TEST_SCHEDULE_ENABLED: ['on'],
  TIME_ZONE: ['Seoul', 'UTC+9', 'Mars/Olympus'],
  LOG_LEVEL: ['verbose'],
  LOG_FORMAT: ['xml'],
  SCOPED_STATISTICS: ['some'],
  DATABASE_READ_URLS: ['replica.example:5432', 'postgres://a.example/x,http://b.example'],
  SEARCH_STORE: ['disk', 'Memory'],
  PROCESS_ROLE: ['idle', 'worker'],
  SEARCH_MEMORY_CHUNKS: ['-1', 'many'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector.example:4318', 'grpc://collector.example'],
  OTEL_EXPORTER_OTLP_HEADERS: ['secret', 'a b=c', 'a=b,c', 'a=b\nc'],
  OTEL_EXPORTER_OTLP_PROTOCOL: ['grpc', 'json'],
  // Content is in spans only; a setting that promises events too would be half obeyed.
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: ['yes', 'EVENT_ONLY', 'SPAN_AND_EVENT'],
};

describe('readEnvironment', () => {
  it('needs no variable at all', () => {
    expect(readEnvironment({})).toMatchObject({
      PORT: 8001,
      HOST: '127.0.0.1',
      AUTH_MODE: 'none',
      LLM_PROVIDER: 'extractive',
      SAMPLE_DATA: 'load',
    });
  });

  it('reads numbers, switches and lists', () => {
    const env = readEnvironment({
      PORT: '0',
      CBR_ENABLED: 'false',
      PIPELINE_TIMEOUT_MULTIPLIER: '2.5',
      CORS_ALLOWED_ORIGINS: ' https://a.example , http://b:3000 ,',
    });
    expect(env).toMatchObject({
      PORT: 0,
      CBR_ENABLED: false,
      PIPELINE_TIMEOUT_MULTIPLIER: 2.5,
      CORS_ALLOWED_ORIGINS: ['https://a.example', 'http://b:3000'],
    });
  });

  it('reads what is set behind a proxy', () => {
    const env = readEnvironment({
      ALLOWED_HOSTS: 'rag.example, 192.0.2.7,fd00::1, [fd00::2]',
      PUBLIC_URL: 'https://rag.example:8443/rag/v2/',
      TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::1',
    });
    expect(env.ALLOWED_HOSTS).toEqual(['rag.example', '192.0.2.7', 'fd00::1', '[fd00::2]']);
    expect(env.PUBLIC_URL).toBe('https://rag.example:8443/rag/v2/');
    expect(env.TRUST_PROXY).toEqual(['loopback', '10.0.0.0/8', 'fd00::1']);
    expect(readEnvironment({ TRUST_PROXY: '2' }).TRUST_PROXY).toEqual(['2']);
  });

  it('treats an empty value as unset', () => {
    const names = Object.keys(REFUSED);
    expect(readEnvironment(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readEnvironment({}));
  });

  it('ignores unknown variables', () => {
    expect(readEnvironment({ PATH: '/bin', port: 'x' })).toEqual(readEnvironment({}));
  });

  it.each(Object.entries(REFUSED).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'refuses %s=%s in one line that names the variable',
    (name, value) => {
      const lines = refusal({ [name]: value });
      expect(lines).toHaveLength(1);
      expect(lines[0]?.startsWith(`${name}: `)).toBe(true);
      expect(lines[0]).toMatch(/takes|use|leave/);
    },
  );

  it('has an invalid value for each setting except free text', () => {
    const free = [
      'HOST',
      'DATA_DIR',
      'CBR_DATA_DIR',
      'LLM_MODEL',
      'OPENAI_API_KEY',
      'ANTHROPIC_API_KEY',
      'GEMINI_API_KEY',
      'EMBEDDING_MODEL',
      'RERANKER_API_KEY',
      'RERANKER_MODEL',
      'OTEL_SERVICE_NAME',
      'OIDC_CLIENT_ID',
      'OIDC_GROUPS_CLAIM',
      'OIDC_LINK_CLAIM',
    ];
    expect(settingNames().filter((name) => !free.includes(name) && !(name in REFUSED))).toEqual([]);
  });

  it('allows no page of another origin, and shows the documentation to everybody, by default', () => {
    expect(readEnvironment({})).toMatchObject({ CORS_ALLOWED_ORIGINS: [], API_DOCS: 'public' });
  });

  describe('a secret in a file', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'));
    const file = path.join(folder, 'secret');
    const written = (text: string) => {
      writeFileSync(file, text);
      return file;
    };
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const SECRETS = [
      ...[
        'ADMIN_API_KEY',
        'DATABASE_URL',
        'DATABASE_READ_URLS',
        'OPENAI_API_KEY',
        'ANTHROPIC_API_KEY',
        'GEMINI_API_KEY',
      ],
      ...['RERANKER_API_KEY', 'OIDC_CLIENT_SECRET', 'SCIM_TOKEN', 'SECRETS_KEY', 'OTEL_EXPORTER_OTLP_HEADERS'],
    ];
    it('is known for every secret', () => {
      expect([...secretFileNames()].sort()).toEqual(SECRETS.map((name) => `${name}_FILE`).sort());
    });

    it.each(['', '\n', '\r\n'])('is read without the line break %j at its end', (end) => {
      const env = readEnvironment({ OPENAI_API_KEY_FILE: written(`sk-of the file${end}`) });
      expect(env.OPENAI_API_KEY).toBe('sk-of the file');
      const url = 'postgres://touchstone:word@db/touchstone';
      expect(readEnvironment({ DATABASE_URL_FILE: written(url + end), DATABASE_URL: '' }).DATABASE_URL).toBe(url);
    });

    it('is checked like the value itself, and its text is in no message', () => {
      expect(refusal({ ADMIN_API_KEY_FILE: written('hunter2') })).toEqual([
        'ADMIN_API_KEY: this value is not valid: takes a secret of at least 16 characters',
      ]);
    });

    it.each(SECRETS)('is refused for %s when the value is set as well', (name) => {
      expect(refusal({ [name]: 'x', [`${name}_FILE`]: written('y') })).toEqual([
        `${name}_FILE: ${name} is set as well; set one of the two`,
      ]);
    });

    it('is refused with its reason when it cannot be read or is empty, for all of them at once', () => {
      const lines = refusal({
        SCIM_TOKEN_FILE: path.join(folder, 'missing'),
        SECRETS_KEY_FILE: folder,
        OIDC_CLIENT_SECRET_FILE: written('\n'),
      });
      expect(lines.map((line) => line.split(':')[0]).sort()).toEqual([
        'OIDC_CLIENT_SECRET_FILE',
        'SCIM_TOKEN_FILE',
        'SECRETS_KEY_FILE',
      ]);
      expect(lines.join('\n')).toMatch(/missing' cannot be read \(ENOENT\)/u);
      expect(lines.join('\n')).toMatch(/cannot be read \(EISDIR\)/u);
      expect(lines.join('\n')).toMatch(/is empty/u);
    });
  });

  it('needs all settings of a sign-in, and keys', () => {
    const lines = refusal({ OIDC_ISSUER: 'https://login.example' });
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'PUBLIC_URL',
      'AUTH_MODE',
    ]);
  });

  it('names every variable at fault at once', () => {
    const lines = refusal({ PORT: 'x', LOG_LEVEL: 'loud', CBR_ENABLED: 'perhaps' });
    expect(lines.map((line) => line.split(':')[0]).sort()).toEqual(['CBR_ENABLED', 'LOG_LEVEL', 'PORT']);
  });

  it('does not print a key', () => {
    expect(refusal({ ADMIN_API_KEY: 'hunter2' }).join()).not.toContain('hunter2');
    const other = refusal({
      AUTH_MODE: 'none',
      HOST: '0.0.0.0',
      ADMIN_API_KEY: 'a-long-secret-of-mine',
      OPENAI_API_KEY: 'sk-another-secret',
      PORT: '70000',
    });
    expect(other.join()).not.toMatch(/secret-of-mine|sk-another/);
  });

  it.each(['0.0.0.0', '::', '192.168.0.2', 'localhost.example', '127.0.0.1.example'])(
    'refuses to serve everyone on %s',
    (host) => {
      expect(refusal({ HOST: host })[0]).toMatch(/^AUTH_MODE: .*ALLOW_ANONYMOUS=true/);
      expect(() => readEnvironment({ HOST: host, ALLOW_ANONYMOUS: 'true' })).not.toThrow();
      expect(() => readEnvironment({ HOST: host, AUTH_MODE: 'api-key', ADMIN_API_KEY: 'k'.repeat(16) })).not.toThrow();
    },
  );

  it.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])('accepts AUTH_MODE=none on %s', (host) => {
    expect(readEnvironment({ HOST: host }).HOST).toBe(host);
  });

  it('needs the administrator’s key if keys are required', () => {
    expect(refusal({ AUTH_MODE: 'api-key' })[0]).toMatch(/^ADMIN_API_KEY: /);
  });

  it.each(['openai', 'anthropic', 'gemini'])(
    'does not take LLM_PROVIDER=%s without a key, and names what is missing',
    (provider) => {
      expect(refusal({ LLM_PROVIDER: provider })[0]).toMatch(/^(LLM_PROVIDER|[A-Z]+_API_KEY): /);
    },
  );

  it('needs a key or another server for embeddings by OpenAI', () => {
    expect(refusal({ EMBEDDING_PROVIDER: 'openai' })[0]).toMatch(/^OPENAI_API_KEY: .*EMBEDDING_BASE_URL/);
    expect(() => readEnvironment({ EMBEDDING_PROVIDER: 'openai', OPENAI_API_KEY: 'k' })).not.toThrow();
    expect(() =>
      readEnvironment({ EMBEDDING_PROVIDER: 'openai', EMBEDDING_BASE_URL: 'http://localhost:11434/v1' }),
    ).not.toThrow();
  });

  it('needs an address for a reranker over HTTP, and nothing for local models', () => {
    expect(refusal({ RERANKER: 'http' })).toEqual([expect.stringMatching(/^RERANKER_BASE_URL: .*needs it/)]);
    expect(
      readEnvironment({ RERANKER: 'http', RERANKER_BASE_URL: 'http://localhost:8080/v1', RERANKER_MODEL: 'm' }),
    ).toMatchObject({ RERANKER: 'http', RERANKER_MODEL: 'm' });
    expect(
      readEnvironment({ EMBEDDING_PROVIDER: 'local', RERANKER: 'local', RERANKER_TIMEOUT_MS: '300' }),
    ).toMatchObject({ EMBEDDING_PROVIDER: 'local', RERANKER: 'local', RERANKER_TIMEOUT_MS: 300 });
  });

  it('accepts the address of a taxonomy service', () => {
    expect(readEnvironment({ TAXONOMY_BASE: 'https://taxonomy.example/v2' })).toMatchObject({
      TAXONOMY_BASE: 'https://taxonomy.example/v2',
    });
  });

  it('accepts a process role with a shared store, and only `all` with the embedded one', () => {
    const DATABASE_URL = 'postgres://db/touchstone';
    expect(readEnvironment({}).PROCESS_ROLE).toBe('all');
    for (const PROCESS_ROLE of ['all', 'web', 'worker'])
      expect(readEnvironment({ PROCESS_ROLE, DATABASE_URL })).toMatchObject({ PROCESS_ROLE });
    expect(refusal({ PROCESS_ROLE: 'worker' })).toEqual([
      expect.stringMatching(/^PROCESS_ROLE: worker needs DATABASE_URL/),
    ]);
    expect(refusal({ PROCESS_ROLE: 'idle', DATABASE_URL })[0]).toMatch(/^PROCESS_ROLE: .*all, web, worker/);
  });
});
