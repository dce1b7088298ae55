import 'reflect-metadata';
import path from 'node:path';
import { Expose, plainToInstance } from 'class-transformer';
import {
  IsNumber,
  IsOptional,
  IsPositive,
  IsString,
  IsTimeZone,
  isTimeZone,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateBy,
  validateSync,
} from 'class-validator';
import { addressHostName } from '../shared/domain/host-name.js';
import { areTrustedProxies } from '../shared/infrastructure/trusted-proxies.js';
import {
  asNumber,
  issuerUrl,
  signInContradictions,
  oneOf,
  wholeNumber,
  trueOrFalse,
  dollars,
  textPrefix,
  httpUrl,
  commaList,
} from './setting-values.js';

/** Thrown for an invalid value in the environment; its lines are printed and the start stops. */
export class ConfigurationError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigurationError';
  }
}

/** The time zone of the machine (TZ, /etc/localtime); UTC if it has no name. */
function systemTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

const taking = (name: string, message: string, validate: (value: unknown) => boolean, each = false) =>
  ValidateBy({ name, validator: { validate, defaultMessage: () => message } }, { each });
const isText = (value: unknown): value is string => typeof value === 'string';
const isHostName = (value: unknown) => isText(value) && !/\*|\]:/.test(value) && addressHostName(value) !== undefined;
const isPublicUrl = (value: unknown) => {
  if (!isText(value) || !URL.canParse(value)) return false;
  const { protocol, username, search, hash, pathname } = new URL(value);
  return /^https?:$/.test(protocol) && username + search + hash === '' && /^(\/[\w~-][\w.~-]*)*\/?$/.test(pathname);
};
const isProxyList = (value: unknown) => Array.isArray(value) && value.every(isText) && areTrustedProxies(value);

const isFolderPath = (value: unknown) => isText(value) && path.isAbsolute(value);

const ORIGIN = /^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?$/;

/**
 * All settings of the server, read once at startup. Names, defaults and meaning are those of the contract's Environment
 * table.
 */
export class Environment {
  @Expose() @wholeNumber(0, 65535) PORT = 8001;
  @Expose() @IsString() @MinLength(1) HOST = '127.0.0.1';
  @Expose() @wholeNumber(0, 60_000) SHUTDOWN_DRAIN_MS = 0;
  @Expose() @IsString() @MinLength(1) DATA_DIR = 'data';
  @Expose()
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\//, { message: 'takes a postgres:// URL, or leave it unset for the embedded store' })
  DATABASE_URL?: string;
  @Expose()
  @Matches(/^([a-z_][a-z0-9_]{0,39}|by-data-dir)$/, {
    message:
      'takes a name of lower-case letters, digits and _, or by-data-dir for a schema of its own for each DATA_DIR',
  })
  DATABASE_SCHEMA = 'touchstone';
  @Expose()
  @commaList()
  @Matches(/^postgres(ql)?:\/\//, {
    each: true,
    message: 'takes postgres:// URLs of streaming standbys, separated by commas, or leave it unset',
  })
  DATABASE_READ_URLS: string[] = [];
  @Expose() @wholeNumber(2, 500) DATABASE_POOL_SIZE = 10;
  @Expose() @wholeNumber(1, 600_000) DATABASE_CONNECT_TIMEOUT_MS = 3000;
  @Expose() @wholeNumber(1, 3_600_000) DATABASE_STATEMENT_TIMEOUT_MS = 10_000;
  @Expose() @oneOf(['all', 'web', 'worker']) PROCESS_ROLE = 'all';
  @Expose() @oneOf(['auto', 'memory', 'database']) SEARCH_STORE = 'auto';
  @Expose() @wholeNumber(0, 100_000_000) SEARCH_MEMORY_CHUNKS = 200_000;
  @Expose() @oneOf(['load', 'skip']) SAMPLE_DATA = 'load';
  @Expose() @trueOrFalse() LEXICON_ENABLED = true;
  @Expose() @trueOrFalse() CBR_ENABLED = true;
  @Expose() @IsOptional() @IsString() CBR_DATA_DIR?: string;
  @Expose() @wholeNumber(0, 31_536_000) CBR_CACHE_TTL = 3600;
  @Expose() @IsOptional() @httpUrl() TAXONOMY_BASE?: string;
  @Expose()
  @asNumber()
  @IsNumber({}, { message: 'takes a positive number' })
  @IsPositive({ message: 'takes a positive number' })
  PIPELINE_TIMEOUT_MULTIPLIER = 1;
  /** Share of questions that may be answered wrongly; it sets the probability below which the server abstains. */
  @Expose()
  @asNumber()
  @IsNumber({}, { message: 'takes a number from 0.01 to 0.5' })
  @Min(0.01, { message: 'takes a number from 0.01 to 0.5' })
  @Max(0.5, { message: 'takes a number from 0.01 to 0.5' })
  ANSWER_RISK = 0.1;
  @Expose()
  @commaList()
  @Matches(ORIGIN, {
    each: true,
    message: 'takes exact origins such as https://app.example, separated by commas, never *',
  })
  CORS_ALLOWED_ORIGINS: string[] = ['http://localhost:3000', 'http://localhost:3001'];
  @Expose()
  @commaList()
  @taking('hostNames', 'takes host names or addresses without scheme and port, separated by commas', isHostName, true)
  ALLOWED_HOSTS: string[] = [];
  @Expose()
  @IsOptional()
  @taking(
    'publicUrl',
    'takes the http(s) URL of the server as its users see it, without query, such as https://host/rag',
    isPublicUrl,
  )
  PUBLIC_URL?: string;
  @Expose()
  @commaList()
  @taking(
    'trustedProxies',
    'takes addresses, CIDRs, loopback, linklocal and uniquelocal, separated by commas, or a count of proxies from 1 to 16',
    isProxyList,
  )
  TRUST_PROXY: string[] = [];
  @Expose() @oneOf(['extractive', 'openai', 'anthropic', 'gemini']) LLM_PROVIDER = 'extractive';
  @Expose() @IsOptional() @IsString() LLM_MODEL?: string;
  @Expose() @wholeNumber(1, 600_000) LLM_TIMEOUT_MS = 3500;
  @Expose() @wholeNumber(1, 600_000) LLM_FIRST_TOKEN_TIMEOUT_MS = 3500;
  @Expose() @wholeNumber(1, 600_000) LLM_IDLE_TIMEOUT_MS = 10_000;
  @Expose() @wholeNumber(1, 3_600_000) LLM_STREAM_TIMEOUT_MS = 60_000;
  @Expose() @wholeNumber(1, 1000) LLM_CONCURRENCY = 8;
  @Expose() @wholeNumber(0, 10_000) LLM_QUEUE = 16;
  @Expose() @dollars() LLM_BUDGET_REQUEST_USD?: number;
  @Expose() @dollars() LLM_BUDGET_DAY_USD?: number;
  @Expose() @dollars() LLM_PRICE_INPUT_USD?: number;
  @Expose() @dollars() LLM_PRICE_OUTPUT_USD?: number;
  @Expose() @IsOptional() @IsString() OPENAI_API_KEY?: string;
  @Expose() @IsOptional() @httpUrl() OPENAI_BASE_URL?: string;
  @Expose() @IsOptional() @IsString() ANTHROPIC_API_KEY?: string;
  @Expose() @IsOptional() @httpUrl() ANTHROPIC_BASE_URL?: string;
  @Expose() @IsOptional() @IsString() GEMINI_API_KEY?: string;
  @Expose() @IsOptional() @httpUrl() GEMINI_BASE_URL?: string;
  @Expose() @oneOf(['builtin', 'openai', 'local']) EMBEDDING_PROVIDER = 'builtin';
  @Expose() @IsOptional() @IsString() EMBEDDING_MODEL?: string;
  @Expose() @IsOptional() @httpUrl() EMBEDDING_BASE_URL?: string;
  @Expose() @wholeNumber(1, 600_000) EMBEDDING_TIMEOUT_MS = 1000;
  /** Read by the program of `npm start`, before the server exists. */
  @Expose() @trueOrFalse() MODEL_OFFER = true;
  @Expose() @textPrefix() EMBEDDING_QUERY_PREFIX?: string;
  @Expose() @textPrefix() EMBEDDING_PASSAGE_PREFIX?: string;
  @Expose() @oneOf(['heuristic', 'local', 'http']) RERANKER = 'heuristic';
  @Expose() @IsOptional() @httpUrl() RERANKER_BASE_URL?: string;
  @Expose() @IsOptional() @IsString() RERANKER_API_KEY?: string;
  @Expose() @IsOptional() @IsString() RERANKER_MODEL?: string;
  @Expose() @wholeNumber(1, 600_000) RERANKER_TIMEOUT_MS = 800;
  @Expose() @oneOf(['none', 'api-key']) AUTH_MODE = 'none';
  @Expose()
  @IsOptional()
  @IsString()
  @MinLength(16, { message: 'takes a secret of at least 16 characters' })
  ADMIN_API_KEY?: string;
  @Expose() @trueOrFalse() ALLOW_ANONYMOUS = false;
  @Expose() @IsOptional() @issuerUrl() OIDC_ISSUER?: string;
  @Expose() @IsOptional() @IsString() OIDC_CLIENT_ID?: string;
  @Expose()
  @IsOptional()
  @IsString()
  @MinLength(16, { message: 'takes a secret of at least 16 characters' })
  OIDC_CLIENT_SECRET?: string;
  @Expose() @IsString() @MinLength(1) OIDC_GROUPS_CLAIM = 'groups';
  @Expose()
  @Matches(/^(?=.*\bopenid\b)[\w.:/-]+( [\w.:/-]+)*$/, { message: 'takes scopes separated by blanks, with openid' })
  OIDC_SCOPES = 'openid profile email';
  @Expose() @wholeNumber(1, 720) OIDC_SESSION_HOURS = 12;
  @Expose() @wholeNumber(1, 43_200) OIDC_SESSION_IDLE_MINUTES = 120;
  @Expose() @wholeNumber(1, 366) OIDC_GROUPS_DAYS = 30;
  @Expose()
  @IsOptional()
  @IsString()
  @MinLength(16, { message: 'takes a secret of at least 16 characters' })
  SCIM_TOKEN?: string;
  @Expose() @oneOf(['exact', 'shared']) SCOPED_STATISTICS = 'exact';
  @Expose() @wholeNumber(0, 1_000_000_000) RATE_LIMIT_PER_MINUTE = 600;
  @Expose() @wholeNumber(1, 4096) MAX_UPLOAD_MB = 50;
  /** Folders that keys without administrator rights may use as sources. */
  @Expose()
  @commaList()
  @taking('folders', 'takes absolute paths of folders, separated by commas', isFolderPath, true)
  SOURCE_FOLDERS: string[] = [];
  @Expose() @oneOf(['none', 'tesseract']) OCR = 'none';
  @Expose() @trueOrFalse() AUDIT_LOG = true;
  @Expose() @wholeNumber(0, 36_500) AUDIT_RETENTION_DAYS = 365;
  @Expose() @wholeNumber(0, 36_500) CONVERSATION_RETENTION_DAYS = 0;
  @Expose()
  @IsTimeZone({ message: 'takes an IANA time zone such as Asia/Seoul' })
  TIME_ZONE = systemTimeZone();
  @Expose() @trueOrFalse() TEST_SCHEDULE_ENABLED = true;
  @Expose() @wholeNumber(0, 20) AUTO_IMPROVE = 0;
  @Expose() @IsOptional() @httpUrl() OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  @Expose() @IsString() @MinLength(1) OTEL_SERVICE_NAME = 'touchstone';
  @Expose() @oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']) LOG_LEVEL = 'info';
  @Expose() @oneOf(['json', 'pretty']) LOG_FORMAT = process.stdout.isTTY ? 'pretty' : 'json';
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
  if (
    env.EMBEDDING_PROVIDER === 'openai' &&
    env.OPENAI_API_KEY === undefined &&
    env.EMBEDDING_BASE_URL === undefined &&
    env.OPENAI_BASE_URL === undefined
  ) {
    lines.push('OPENAI_API_KEY: EMBEDDING_PROVIDER=openai needs it, or EMBEDDING_BASE_URL for a server without keys');
  }
  if (env.LLM_PROVIDER === 'openai' && env.OPENAI_API_KEY === undefined && env.OPENAI_BASE_URL === undefined) {
    lines.push('OPENAI_API_KEY: LLM_PROVIDER=openai needs it, or OPENAI_BASE_URL for a server without keys');
  }
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
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const env = plainToInstance(Environment, given, { excludeExtraneousValues: true, exposeDefaultValues: true });
  const errors = validateSync(env);
  const lines = errors.map((error) => {
    const value = source[error.property] ?? '';
    // Keys are secrets, and URLs may contain passwords.
    const shown = /KEY|SECRET|URL|BASE|ENDPOINT|ISSUER/.test(error.property) ? 'this value' : `'${value}'`;
    return `${error.property}: ${shown} is not valid: ${[...new Set(Object.values(error.constraints ?? {}))].join(', ')}`;
  });
  const all = lines.length > 0 ? lines : contradictions(env);
  if (all.length > 0) throw new ConfigurationError(all);
  return env;
}
