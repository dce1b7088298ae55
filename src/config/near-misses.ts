import { Environment, secretFileNames, settingNames } from './environment.js';

/** An unknown variable, and the setting that was probably meant. */
export interface NearMiss {
  readonly given: string;
  readonly meant: string;
}

/** Names that other programs use for settings of this server. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  OPENAI_API_BASE: 'OPENAI_BASE_URL',
  OPENAI_API_BASE_URL: 'OPENAI_BASE_URL',
  OPENAI_MODEL: 'LLM_MODEL',
  ANTHROPIC_MODEL: 'LLM_MODEL',
  LLM_BASE_URL: 'OPENAI_BASE_URL',
  LLM_API_KEY: 'OPENAI_API_KEY',
  GOOGLE_API_KEY: 'GEMINI_API_KEY',
  API_KEY: 'ADMIN_API_KEY',
  API_KEYS: 'ADMIN_API_KEY',
  ADMIN_KEY: 'ADMIN_API_KEY',
  ALLOWED_ORIGINS: 'CORS_ALLOWED_ORIGINS',
  TRUSTED_PROXIES: 'TRUST_PROXY',
  BASE_URL: 'PUBLIC_URL',
  OLLAMA_BASE_URL: 'OPENAI_BASE_URL',
  DB_URL: 'DATABASE_URL',
  POSTGRES_URL: 'DATABASE_URL',
  DATA_PATH: 'DATA_DIR',
};
/** Names of this server in front of a setting, also of one with a slip. */
const PREFIX = /^(?:_+|(?:TOUCHSTONE|TS|RAG|APP|MY|SERVER|SERVICE|BACKEND)_+)/u;
/** Initials of another kind, in front of a whole setting of several words. `TEST_DATABASE_URL` and the like belong to other programs. */
const INITIALS = /^[A-Z]{1,3}_(?=[A-Z]+_)/u;
/** Programs with settings of their own whose names begin with initials, such as XDG_DATA_DIR or AWS_LOG_LEVEL. */
const OTHER_PROGRAMS = /^(?:XDG|AWS|GCP|OCI|CI|DBT|GIT|GPG|SSH|GTK|QT|JVM|NPM|NVM|NX|PG|PIP|UV|TF|VS|WSL)_/u;
/** What Kubernetes sets in each container for each service, also for one that is named touchstone. */
const OF_KUBERNETES = /(?:^|_)SERVICE_(?:HOST|PORT(?:_[A-Z0-9_]+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_[A-Z]+)?$/u;
const ADDRESS_OF_SERVICE = /^(?:tcp|udp|sctp):\/\//u;
/** Variables with free names: the secrets of systems under test. */
const FREE = /^TARGET_/u;
/** Shorter names resemble too many common environment variables. */
const SHORTEST = 6;
const LONG = 9;

/**
 * Edit distance: letters to add, delete, change or swap with the next (Damerau-Levenshtein, restricted); more than
 * `most` counts as `most + 1`.
 */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}

/** `PROXIES` and `ENABLED` are taken for `PROXY` and `ENABLE`. */
const stemOf = (word: string): string => word.replace(/IES$/u, 'Y').replace(/(?<=[A-Z]{3})(?:(?<!S)S|(?<=E)D)$/u, '');

/** The words of a name, in one order and form. */
const wordsOf = (name: string): string => name.split('_').map(stemOf).sort().join('_');

/**
 * The only setting that starts with the same word and has one word more or fewer, such as LLM_TIMEOUT_MS for LLM_TIMEOUT, or that the name is the
 * start of. OpenTelemetry has settings of its own with such names.
 */
function withOtherWords(name: string, known: readonly string[]): string | undefined {
  const words = name.split('_');
  if (words.length < 2 || words[0] === 'OTEL') return undefined;
  const has = (whole: readonly string[], part: readonly string[]) =>
    whole.length === part.length + 1 && part.length > 1 && part.every((word) => whole.includes(word));
  const fits = known.filter((one) => {
    const others = one.split('_');
    return others[0] === words[0] && (has(others, words) || has(words, others));
  });
  const found = fits.length > 0 ? fits : known.filter((one) => one.startsWith(`${name}_`));
  return found.length === 1 ? found[0] : undefined;
}

function meantBy(given: string, known: readonly string[]): string | undefined {
  const name = given.toUpperCase().replaceAll(/[-.\s]/gu, '_');
  if (known.includes(name)) return name;
  const bare = name.replace(PREFIX, '');
  if (bare !== name && bare !== '') return known.includes(bare) ? bare : meantBy(bare, known);
  const whole = name.replace(INITIALS, '');
  if (known.includes(whole)) return whole;
  if (OTHER_NAMES[name] !== undefined) return OTHER_NAMES[name];
  if (name.length < SHORTEST) return undefined;
  const same = known.find(
    (one) => wordsOf(one) === wordsOf(name) || one.replaceAll('_', '') === name.replaceAll('_', ''),
  );
  if (same !== undefined) return same;
  const most = name.length < LONG ? 1 : 2;
  const near = known
    .filter((one) => one.length >= SHORTEST)
    .map((one) => ({ one, away: distance(name, one, most) }))
    .filter(({ away }) => away <= most)
    .sort((a, b) => a.away - b.away)[0];
  return near?.one ?? withOtherWords(name, known);
}

function belongsToOthers(name: string, value: string | undefined): boolean {
  if (FREE.test(name) || OTHER_PROGRAMS.test(name) || OF_KUBERNETES.test(name)) return true;
  return name.endsWith('_PORT') && ADDRESS_OF_SERVICE.test(value ?? '');
}

/**
 * Unknown variables whose names are nearly those of settings. A setting that is also set under its right name is not
 * reported.
 * @example nearMisses({ OPENAI_BASE_ULR: 'http://…' }) // [{ given: 'OPENAI_BASE_ULR', meant: 'OPENAI_BASE_URL' }]
 */
export function nearMisses(
  source: Readonly<Record<string, string | undefined>>,
  known: readonly string[] = [...settingNames(), ...secretFileNames()],
): readonly NearMiss[] {
  return Object.keys(source)
    .filter((given) => !known.includes(given) && !belongsToOthers(given, source[given]))
    .flatMap((given) => {
      const meant = meantBy(given, known);
      return meant === undefined || (source[meant] ?? '') !== '' ? [] : [{ given, meant }];
    });
}

/**
 * Settings that nothing reads because of another one, each with what to change.
 * @param environment as it was read
 */
export function settingsWithoutEffect({
  AUTH_MODE,
  ADMIN_API_KEY,
}: Pick<Environment, 'AUTH_MODE'> & { readonly ADMIN_API_KEY?: string | undefined }): readonly string[] {
  if (ADMIN_API_KEY === undefined || AUTH_MODE !== 'none') return [];
  return [
    'ADMIN_API_KEY has no effect with AUTH_MODE=none: every caller has all rights. Set AUTH_MODE=api-key to ask for keys.',
  ];
}
