import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { AskPage } from './ask/ask-page.js';
import { SharedPage } from './ask/shared-page.js';
import { DocumentsPage } from './documents/documents-page.js';
import { Header } from './header.js';
import { useRights } from './api/keys.js';
import { lazy } from './parts/loaded.js';
import { usePlace } from './parts/place.js';
import { Gate, SignInPage } from './sign-in.js';
import { useSpeech } from './words/language.js';
import type { WordKey } from './words/en.js';

const SearchPage = lazy(() => import('./search/search-page.js').then((module) => module.SearchPage));
const SessionsPage = lazy(() => import('./sessions/sessions-page.js').then((module) => module.SessionsPage));
const ReviewsPage = lazy(() => import('./reviews/reviews-page.js').then((module) => module.ReviewsPage));
const OperationPage = lazy(() => import('./operation/operation-page.js').then((module) => module.OperationPage));
const KeysPage = lazy(() => import('./keys/keys-page.js').then((module) => module.KeysPage));
const AdministrationPage = lazy(() =>
  import('./administration/administration-page.js').then((module) => module.AdministrationPage),
);
const CasesPage = lazy(() => import('./cases/cases-page.js').then((module) => module.CasesPage));
const InsightsPage = lazy(() => import('./insights/insights-page.js').then((module) => module.InsightsPage));
const DesignPage = lazy(() => import('./design/design-page.js').then((module) => module.DesignPage));

interface PageEntry {
  readonly path: string;
  readonly title: WordKey;
  readonly page: ComponentType;
  /** Whether it is reached by a link, not from the list of pages. */
  readonly isUnlisted?: boolean;
  /** Whether it is shown without a sign-in and without a key. */
  readonly isOpen?: boolean;
  /** It is listed for those with one of these scopes; for everyone by default. */
  readonly scopes?: readonly ('ingest' | 'metrics' | 'test')[];
}

/** Every page has its own path, below /pages so that none is taken for a route of the API. */
export const PAGES: readonly PageEntry[] = [
  { path: '/', title: 'ask', page: AskPage },
  { path: '/pages/documents', title: 'documents', page: DocumentsPage },
  { path: '/pages/search', title: 'search', page: SearchPage },
  { path: '/pages/sessions', title: 'sessions', page: SessionsPage },
  { path: '/pages/reviews', title: 'reviews', page: ReviewsPage },
  { path: '/pages/operation', title: 'operation', page: OperationPage },
  { path: '/pages/cases', title: 'cases', page: CasesPage, scopes: ['ingest'] },
  { path: '/pages/insights', title: 'insights', page: InsightsPage, scopes: ['metrics'] },
  {
    path: '/pages/administration',
    title: 'administration',
    page: AdministrationPage,
    scopes: ['ingest', 'test', 'metrics'],
  },
  { path: '/pages/design', title: 'designSystem', page: DesignPage, isUnlisted: true, isOpen: true },
  { path: '/pages/keys', title: 'apiKeys', page: KeysPage, isUnlisted: true },
  { path: '/pages/sign-in', title: 'signIn', page: SignInPage, isUnlisted: true, isOpen: true },
  { path: '/pages/shared', title: 'sharedConversation', page: SharedPage, isUnlisted: true },
];

const LISTED = PAGES.filter(({ isUnlisted }) => isUnlisted !== true);

/** The page that `path` names: the longest path that it begins with. */
function pageAt(path: string): PageEntry | undefined {
  const trimmed = path.replace(/(?<!\/)\/+$/, '');
  if (trimmed === '' || trimmed === '/pages') return PAGES[0];
  return PAGES.find((entry) => entry.path !== '/' && (trimmed === entry.path || trimmed.startsWith(`${entry.path}/`)));
}

function NotFound() {
  const { say } = useSpeech();
  return <p class="card">{say('noSuchPage')}</p>;
}

export function App() {
  const { say } = useSpeech();
  const { path } = usePlace();
  const { may } = useRights();
  const entry = pageAt(path);
  const title = say(entry?.title ?? 'noSuchPage');
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    document.title = `${title} · Touchstone`;
    // On a new page a screen reader starts at the top, not at the link that was followed.
    if (shown.current !== path) main.current?.focus();
    shown.current = path;
  }, [path, title]);
  const Page = entry?.page ?? NotFound;
  return (
    <>
      <a class="skip" href="#main">
        {say('skip')}
      </a>
      <Header
        pages={LISTED.filter(({ scopes }) => scopes === undefined || scopes.some(may))}
        current={entry?.path ?? ''}
      />
      <main id="main" ref={main} tabIndex={-1} class="wrap" data-page={entry?.title}>
        {entry?.isOpen === true ? (
          <Page />
        ) : (
          <Gate>
            <Page />
          </Gate>
        )}
      </main>
      <div class="hush" id="announcer" aria-live="polite" />
    </>
  );
}
