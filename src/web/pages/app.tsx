import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { AskPage } from './ask/ask-page.js';
import { SharedPage } from './ask/shared-page.js';
import { Header } from './header.js';
import { type Rights, useRights } from './api/keys.js';
import { announce } from './parts/announce.js';
import { lazy, Waiting } from './parts/loaded.js';
import { replacePlace, usePlace } from './parts/place.js';
import { Gate, NotAllowed, SignInPage } from './sign-in.js';
import { useSpeech } from './words/language.js';
import type { WordKey } from './words/language.js';

const DocumentsPage = lazy(() => import('./documents/documents-page.js').then((module) => module.DocumentsPage));
const SearchPage = lazy(() => import('./search/search-page.js').then((module) => module.SearchPage));
const SessionsPage = lazy(() => import('./sessions/sessions-page.js').then((module) => module.SessionsPage));
const ReviewsPage = lazy(() => import('./reviews/reviews-page.js').then((module) => module.ReviewsPage));
const OperationPage = lazy(() => import('./operation/operation-page.js').then((module) => module.OperationPage));
const AdministrationPage = lazy(() =>
  import('./administration/administration-page.js').then((module) => module.AdministrationPage),
);
const CasesPage = lazy(() => import('./cases/cases-page.js').then((module) => module.CasesPage));
const InsightsPage = lazy(() => import('./insights/insights-page.js').then((module) => module.InsightsPage));
const TokensPage = lazy(() => import('./administration/people/tokens-view.js').then((module) => module.TokensView));
const DesignPage = lazy(() => import('./design/design-page.js').then((module) => module.DesignPage));

interface PageEntry {
  readonly path: string;
  readonly title: WordKey;
  readonly page: ComponentType;
  /** Whether it is reached by a link, not from the list of pages. */
  readonly isUnlisted?: boolean;
  /** Whether it is shown without a sign-in and without a key. */
  readonly isOpen?: boolean;
  /** It is listed and shown for those with one of these scopes; for everyone by default. */
  readonly scopes?: readonly ('query' | 'ingest' | 'metrics' | 'test')[];
}

/** Every page has its own path, below /pages so that none is taken for a route of the API. */
export const PAGES: readonly PageEntry[] = [
  { path: '/', title: 'ask', page: AskPage, scopes: ['query'] },
  { path: '/pages/documents', title: 'documents', page: DocumentsPage, scopes: ['query'] },
  { path: '/pages/search', title: 'search', page: SearchPage, scopes: ['query'] },
  { path: '/pages/sessions', title: 'sessions', page: SessionsPage, scopes: ['test'] },
  { path: '/pages/reviews', title: 'reviews', page: ReviewsPage, scopes: ['ingest'] },
  { path: '/pages/operation', title: 'operation', page: OperationPage, scopes: ['metrics'] },
  { path: '/pages/cases', title: 'cases', page: CasesPage, scopes: ['ingest'] },
  { path: '/pages/insights', title: 'insights', page: InsightsPage, scopes: ['ingest', 'metrics'] },
  {
    path: '/pages/administration',
    title: 'administration',
    page: AdministrationPage,
    scopes: ['ingest', 'test', 'metrics'],
  },
  { path: '/pages/design', title: 'designSystem', page: DesignPage, isUnlisted: true, isOpen: true },
  { path: '/pages/tokens', title: 'personalTokens', page: TokensPage, isUnlisted: true },
  { path: '/pages/sign-in', title: 'signIn', page: SignInPage, isUnlisted: true, isOpen: true },
  { path: '/pages/shared', title: 'sharedConversation', page: SharedPage, isUnlisted: true, scopes: ['query'] },
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

/** Addresses of earlier releases, which bookmarks still name. */
const MOVED: Readonly<Record<string, string>> = {
  '/pages/keys': '/pages/administration/keys',
  '/pages/administration/tokens': '/pages/tokens',
};

/** Before the rights are read, what most callers may do is allowed; the page reports a failure to read them. */
type ReadRights = Rights & { readonly areRead: boolean };
const mayOpen = ({ scopes }: PageEntry, { may, areRead }: ReadRights): boolean =>
  scopes === undefined || scopes.some(may) || (!areRead && scopes.includes('query'));

/** A page for those who may use it. The others are not shown requests that fail. */
function Allowed({ entry, rights }: { readonly entry: PageEntry; readonly rights: ReturnType<typeof useRights> }) {
  if (mayOpen(entry, rights)) return <entry.page />;
  if (!rights.areKnown) return <Waiting />;
  return rights.areRead ? <NotAllowed scopes={entry.scopes ?? []} /> : <entry.page />;
}

export function App() {
  const { say } = useSpeech();
  const { path } = usePlace();
  const rights = useRights();
  const moved = MOVED[path.replace(/(?<!\/)\/+$/, '')];
  useEffect(() => {
    if (moved !== undefined) replacePlace(moved);
  }, [moved]);
  const entry = pageAt(path);
  const title = say(entry?.title ?? 'noSuchPage');
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    document.title = `${title} · Touchstone`;
    // On a new page a screen reader starts at the top, not at the link that was followed.
    if (shown.current !== path) {
      main.current?.focus();
      // The announcement of the page before is no longer true.
      announce('');
    }
    shown.current = path;
  }, [path, title]);
  return (
    <>
      <a class="skip" href="#main">
        {say('skip')}
      </a>
      <Header pages={LISTED.filter((one) => mayOpen(one, rights))} current={entry?.path ?? ''} rights={rights} />
      <main id="main" ref={main} tabIndex={-1} class="wrap" data-page={entry?.title}>
        {entry?.isOpen === true ? (
          <entry.page />
        ) : (
          <Gate>{entry === undefined ? <NotFound /> : <Allowed key={entry.path} entry={entry} rights={rights} />}</Gate>
        )}
      </main>
      <div class="hush" id="announcer" aria-live="polite" />
    </>
  );
}
