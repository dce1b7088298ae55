import { z } from 'zod';
import path from 'node:path';
import { addressHostName } from '../shared/domain/host-name.js';
import { givenValues, isSecret } from '../shared/infrastructure/secret-files.js';
import { areTrustedProxies } from '../shared/infrastructure/trusted-proxies.js';
import {
  commaList,
  contentCapture,
  dollars,
  headerList,
  httpUrl,
  issuerUrl,
  numberThat,
  oneOf,
  secret,
  signInContradictions,
  textPrefix,
  trueOrFalse,
  wholeNumber,
} from './setting-values.js';

/** Thrown for an invalid value in the environment; its lines are printed and the start stops. */
export class ConfigurationError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigurationError';
  }
}

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat(undefined, { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The time zone of the machine (TZ, /etc/localtime); UTC if it has no name. */
function systemTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

const isHostName = (text: string) => !/\*|\]:/.test(text) && addressHostName(text) !== undefined;
const isPublicUrl = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, search, hash, pathname } = new URL(text);
  return /^https?:$/.test(protocol) && username + search + hash === '' && /^(\/[\w~-][\w.~-]*)*\/?$/.test(pathname);
};
const isFolderPath = (text: string) => path.isAbsolute(text);
const ORIGIN = /^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?$/;

const SETTINGS = z.object({
  PORT: wholeNumber(0, 65535).default(8001),
  HOST: z.string().default('127.0.0.1'),
  SHUTDOWN_DRAIN_MS: wholeNumber(0, 60_000).default(0),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'takes a postgres:// URL, or leave it unset for the embedded store')
    .exactOptional(),
  DATABASE_SCHEMA: z
    .string()
    .regex(
      /^([a-z_][a-z0-9_]{0,39}|by-data-dir)$/,
      'takes a name of lower-case letters, digits and _, or by-data-dir for a schema of its own for each DATA_DIR',
    )
    .default('touchstone'),
  DATABASE_READ_URLS: commaList(
    (value) => /^postgres(ql)?:\/\//.test(value),
    'takes postgres:// URLs of streaming standbys, separated by commas, or leave it unset',
  ).default([]),
  DATABASE_POOL_SIZE: wholeNumber(2, 500).default(10),
  DATABASE_CONNECT_TIMEOUT_MS: wholeNumber(1, 600_000).default(3000),
  DATABASE_STATEMENT_TIMEOUT_MS: wholeNumber(1, 3_600_000).default(10_000),
  PROCESS_ROLE: oneOf(['all', 'web', 'worker']).default('all'),
  SEARCH_STORE: oneOf(['auto', 'memory', 'database']).default('auto'),
  SEARCH_MEMORY_CHUNKS: wholeNumber(0, 100_000_000).default(200_000),
  SAMPLE_DATA: oneOf(['load', 'skip']).default('load'),
  LEXICON_ENABLED: trueOrFalse().default(true),
  CBR_ENABLED: trueOrFalse().default(true),
  CBR_DATA_DIR: z.string().exactOptional(),
  CBR_CACHE_TTL: wholeNumber(0, 31_536_000).default(3600),
  TAXONOMY_BASE: httpUrl().exactOptional(),
  PIPELINE_TIMEOUT_MULTIPLIER: numberThat((value) => value > 0, 'takes a positive number').default(1),
  /** Share of questions that may be answered wrongly; it sets the probability below which the server abstains. */
  ANSWER_RISK: numberThat((value) => value >= 0.01 && value <= 0.5, 'takes a number from 0.01 to 0.5').default(0.1),
  CORS_ALLOWED_ORIGINS: commaList(
    (value) => ORIGIN.test(value),
    'takes exact origins such as https://app.example, separated by commas, never *',
  ).default([]),
  /** Who may read /docs and /openapi.json. */
  API_DOCS: oneOf(['public', 'keys', 'off']).default('public'),
  ALLOWED_HOSTS: commaList(
    isHostName,
    'takes host names or addresses without scheme and port, separated by commas',
  ).default([]),
  PUBLIC_URL: z
    .string()
    .refine(
      isPublicUrl,
      'takes the http(s) URL of the server as its users see it, without query, such as https://host/rag',
    )
    .exactOptional(),
  TRUST_PROXY: commaList(() => true, '')
    .refine(
      areTrustedProxies,
      'takes addresses, CIDRs, loopback, linklocal and uniquelocal, separated by commas, or a count of proxies from 1 to 16',
    )
    .default([]),
  LLM_PROVIDER: oneOf(['extractive', 'openai', 'anthropic', 'gemini']).default('extractive'),
  LLM_MODEL: z.string().exactOptional(),
  LLM_TIMEOUT_MS: wholeNumber(1, 600_000).default(3500),
  LLM_FIRST_TOKEN_TIMEOUT_MS: wholeNumber(1, 600_000).default(3500),
  LLM_IDLE_TIMEOUT_MS: wholeNumber(1, 600_000).default(10_000),
  LLM_STREAM_TIMEOUT_MS: wholeNumber(1, 3_600_000).default(60_000),
  LLM_CONCURRENCY: wholeNumber(1, 1000).default(8),
  LLM_QUEUE: wholeNumber(0, 10_000).default(16),
  LLM_BUDGET_REQUEST_USD: dollars().exactOptional(),
  LLM_BUDGET_DAY_USD: dollars().exactOptional(),
  LLM_PRICE_INPUT_USD: dollars().exactOptional(),
  LLM_PRICE_OUTPUT_USD: dollars().exactOptional(),
  OPENAI_API_KEY: z.string().exactOptional(),
  OPENAI_BASE_URL: httpUrl().exactOptional(),
  ANTHROPIC_API_KEY: z.string().exactOptional(),
  ANTHROPIC_BASE_URL: httpUrl().exactOptional(),
  GEMINI_API_KEY: z.string().exactOptional(),
  GEMINI_BASE_URL: httpUrl().exactOptional(),
  EMBEDDING_PROVIDER: oneOf(['builtin', 'openai', 'local']).default('builtin'),
  EMBEDDING_MODEL: z.string().exactOptional(),
  EMBEDDING_BASE_URL: httpUrl().exactOptional(),
  EMBEDDING_TIMEOUT_MS: wholeNumber(1, 600_000).default(1000),
  /** Read by the program of `npm start`, before the server exists. */
  MODEL_OFFER: trueOrFalse().default(true),
  EMBEDDING_QUERY_PREFIX: textPrefix().exactOptional(),
  EMBEDDING_PASSAGE_PREFIX: textPrefix().exactOptional(),
  RERANKER: oneOf(['heuristic', 'local', 'http']).default('heuristic'),
  RERANKER_BASE_URL: httpUrl().exactOptional(),
  RERANKER_API_KEY: z.string().exactOptional(),
  RERANKER_MODEL: z.string().exactOptional(),
  RERANKER_TIMEOUT_MS: wholeNumber(1, 600_000).default(800),
  AUTH_MODE: oneOf(['none', 'api-key']).default('none'),
  ADMIN_API_KEY: secret(16).exactOptional(),
  ALLOW_ANONYMOUS: trueOrFalse().default(false),
  OIDC_ISSUER: issuerUrl().exactOptional(),
  OIDC_CLIENT_ID: z.string().exactOptional(),
  OIDC_CLIENT_SECRET: secret(16).exactOptional(),
  OIDC_GROUPS_CLAIM: z.string().default('groups'),
  OIDC_LINK_CLAIM: z.string().default('sub'),
  OIDC_SCOPES: z
    .string()
    .regex(/^(?=.*\bopenid\b)[\w.:/-]+( [\w.:/-]+)*$/, 'takes scopes separated by blanks, with openid')
    .default('openid profile email'),
  MCP_SCOPES: z
    .string()
    .regex(/^[\w.:/-]+( [\w.:/-]+)*$/, 'takes scopes separated by blanks')
    .exactOptional(),
  OIDC_SESSION_HOURS: wholeNumber(1, 720).default(12),
  OIDC_SESSION_IDLE_MINUTES: wholeNumber(1, 43_200).default(120),
  OIDC_GROUPS_DAYS: wholeNumber(1, 366).default(30),
  SCIM_TOKEN: secret(16).exactOptional(),
  SECRETS_KEY: secret(32).exactOptional(),
  SCOPED_STATISTICS: oneOf(['exact', 'shared']).default('exact'),
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000_000).default(600),
  MAX_UPLOAD_MB: wholeNumber(1, 4096).default(50),
  /** Folders that keys without administrator rights may use as sources. */
  SOURCE_FOLDERS: commaList(isFolderPath, 'takes absolute paths of folders, separated by commas').default([]),
  OCR: oneOf(['none', 'tesseract']).default('none'),
  AUDIT_LOG: trueOrFalse().default(true),
  AUDIT_RETENTION_DAYS: wholeNumber(0, 36_500).default(365),
  CONVERSATION_RETENTION_DAYS: wholeNumber(0, 36_500).default(0),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'takes an IANA time zone such as Asia/Seoul')
    .default(() => systemTimeZone()),
  TEST_SCHEDULE_ENABLED: trueOrFalse().default(true),
  AUTO_IMPROVE: wholeNumber(0, 20).default(0),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl().exactOptional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList().exactOptional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(['http/protobuf', 'http/json']).default('http/protobuf'),
  OTEL_SERVICE_NAME: z.string().default('touchstone'),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: contentCapture().default('false'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: oneOf(['json', 'pretty']).default(process.stdout.isTTY ? 'pretty' : 'json'),
});

type Settings = z.output<typeof SETTINGS>;

// A type cannot be a token for injection, and a class that repeats the 80 names of the schema would be a second list of them.
// eslint-disable-next-line no-restricted-syntax, @typescript-eslint/no-extraneous-class
const SettingsClass = class {
  constructor(values: Settings = SETTINGS.parse({})) {
    Object.assign(this, values);
  }
} as new (values?: Settings) => Settings;

/**
 * All settings of the server, read once at startup; without an argument their defaults. Names, defaults and meaning are those of the
 * contract's Environment table.
 */
export class Environment extends SettingsClass {}

/** Names of all settings. */
export function settingNames(): readonly string[] {
  return Object.keys(SETTINGS.shape);
}

/** Names of the variables with the files of secrets. */
export function secretFileNames(): readonly string[] {
  return settingNames()
    .filter(isSecret)
    .map((name) => `${name}_FILE`);
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|::1)$/;

/** Whether a value of HOST listens only on this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

function contradictions(env: Environment): string[] {
  const lines: string[] = [];
  if (env.AUTH_MODE === 'none' && !isLoopback(env.HOST) && !env.ALLOW_ANONYMOUS) {
    lines.push(
      `AUTH_MODE: none is refused while HOST is ${env.HOST}; use AUTH_MODE=api-key, HOST=127.0.0.1, or ALLOW_ANONYMOUS=true`,
    );
  }
  if (env.PROCESS_ROLE !== 'all' && env.DATABASE_URL === undefined) {
    lines.push(
      `PROCESS_ROLE: ${env.PROCESS_ROLE} needs DATABASE_URL, since the embedded store belongs to one process; use PROCESS_ROLE=all`,
    );
  }
  if (env.AUTH_MODE === 'api-key' && env.ADMIN_API_KEY === undefined) {
    lines.push('ADMIN_API_KEY: AUTH_MODE=api-key needs it, a secret of at least 16 characters');
  }
  lines.push(...signInContradictions(env));
  const hasOpenAi = env.OPENAI_API_KEY !== undefined || env.OPENAI_BASE_URL !== undefined;
  if (env.EMBEDDING_PROVIDER === 'openai' && !hasOpenAi && env.EMBEDDING_BASE_URL === undefined)
    lines.push('OPENAI_API_KEY: EMBEDDING_PROVIDER=openai needs it, or EMBEDDING_BASE_URL for a server without keys');
  if (env.LLM_PROVIDER === 'openai' && !hasOpenAi)
    lines.push('OPENAI_API_KEY: LLM_PROVIDER=openai needs it, or OPENAI_BASE_URL for a server without keys');
  if (env.LLM_PROVIDER === 'gemini' && env.GEMINI_API_KEY === undefined)
    lines.push('GEMINI_API_KEY: LLM_PROVIDER=gemini needs it');
  if (env.LLM_PROVIDER === 'anthropic' && env.ANTHROPIC_API_KEY === undefined)
    lines.push('ANTHROPIC_API_KEY: LLM_PROVIDER=anthropic needs it');
  for (const [given, missing] of [
    ['LLM_PRICE_INPUT_USD', 'LLM_PRICE_OUTPUT_USD'],
    ['LLM_PRICE_OUTPUT_USD', 'LLM_PRICE_INPUT_USD'],
  ] as const)
    if (env[given] !== undefined && env[missing] === undefined)
      lines.push(`${missing}: ${given} needs it too; both are US dollars for a million tokens`);
  if (env.RERANKER === 'http' && env.RERANKER_BASE_URL === undefined)
    lines.push('RERANKER_BASE_URL: RERANKER=http needs it; /rerank is added to it');
  return lines;
}

/**
 * Reads and validates the settings; an empty value counts as unset. Unknown variables are ignored (the shell has many).
 * @throws ConfigurationError with one line for each invalid variable, naming it and the accepted values
 */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): Environment {
  const { values, faults } = givenValues(settingNames(), source);
  if (faults.length > 0) throw new ConfigurationError(faults);
  const parsed = SETTINGS.safeParse(values);
  if (!parsed.success) throw new ConfigurationError(invalidLines(parsed.error.issues, source));
  const env = new Environment(parsed.data);
  const lines = contradictions(env);
  if (lines.length > 0) throw new ConfigurationError(lines);
  return env;
}

/** One line for each setting: several elements of a list, or several rules, may have failed. */
function invalidLines(
  issues: readonly z.core.$ZodIssue[],
  source: Readonly<Record<string, string | undefined>>,
): string[] {
  const messages = new Map<string, Set<string>>();
  for (const {
    path: [name = ''],
    message,
  } of issues)
    messages.set(String(name), (messages.get(String(name)) ?? new Set()).add(message));
  return [...messages].map(([name, all]) => {
    // Keys are secrets, and URLs may contain passwords.
    const shown = /KEY|SECRET|TOKEN|HEADERS|URL|BASE|ENDPOINT|ISSUER/.test(name)
      ? 'this value'
      : `'${source[name] ?? ''}'`;
    return `${name}: ${shown} is not valid: ${[...all].join(', ')}`;
  });
}
