import { useEffect } from 'preact/hooks';
import type { Rights } from './api/keys.js';
import { readHealth } from './api/operation.js';
import { useLoaded } from './parts/loaded.js';
import { useSession } from './api/session.js';
import { serverUrl } from './parts/base-path.js';
import { Link } from './parts/place.js';
import { KeyForm, Person } from './sign-in.js';
import { setTheme, type Theme, THEMES, useTheme } from './parts/theme.js';
import { type Language, LANGUAGES, setLanguage, useSpeech } from './words/language.js';
import type { WordKey } from './words/language.js';

/** Poll interval for the state of the service while the page is visible. */
const HEALTH_INTERVAL_MS = 30_000;

function HealthDot({ may }: Pick<Rights, 'may'>) {
  const { name } = useSpeech();
  const health = useLoaded(readHealth, []);
  const { reload } = health;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, HEALTH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [reload]);
  if (health.value === undefined && health.error === undefined) return null;
  const status = health.value?.status ?? 'unreachable';
  if (!may('metrics'))
    return (
      <span class="health" data-state={status}>
        {name('status', status)}
      </span>
    );
  return (
    <Link to="/pages/operation" class="health" data-state={status}>
      {name('status', status)}
    </Link>
  );
}

const themeOf = (value: string): Theme => THEMES.find((theme) => theme === value) ?? 'system';
const languageOf = (value: string): Language => LANGUAGES.find(({ code }) => code === value)?.code ?? 'en';

function Settings() {
  const { say, name, language } = useSpeech();
  const theme = useTheme();
  const { person } = useSession();
  return (
    <details class="settings">
      <summary>{say('settings')}</summary>
      <div class="fields">
        <label>
          {say('language')}
          <select value={language} onChange={(event) => setLanguage(languageOf(event.currentTarget.value))}>
            {LANGUAGES.map(({ code, name: label }) => (
              <option key={code} value={code} lang={code}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          {say('theme')}
          <select value={theme} onChange={(event) => setTheme(themeOf(event.currentTarget.value))}>
            {THEMES.map((choice) => (
              <option key={choice} value={choice}>
                {name('theme', choice)}
              </option>
            ))}
          </select>
        </label>
        {person === null && <KeyForm />}
        {person !== null && <Link to="/pages/tokens">{say('personalTokens')}</Link>}
        <Link to="/pages/design">{say('designSystem')}</Link>
        <a href={serverUrl('/docs')}>Swagger UI</a>
      </div>
    </details>
  );
}

interface HeaderProps {
  readonly pages: readonly { readonly path: string; readonly title: WordKey }[];
  readonly current: string;
  readonly rights: Rights;
}

export function Header({ pages, current, rights }: HeaderProps) {
  const { say } = useSpeech();
  return (
    <header>
      <div class="wrap">
        <span class="brand">Touchstone</span>
        <HealthDot may={rights.may} />
        <Person />
        <Settings />
        <nav aria-label={say('pages')}>
          {pages.map(({ path, title }) => (
            <Link key={path} to={path} {...(path === current ? { 'aria-current': 'page' as const } : {})}>
              {say(title)}
            </Link>
          ))}
        </nav>
      </div>
    </header>
  );
}
