import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { query } from '../api/call.js';
import type { Source } from '../api/chat.js';
import { documentUrl, readDocument } from '../api/documents.js';
import { daysOf } from '../api/editions.js';
import { download, openPdf } from '../api/download.js';
import { Dialog } from '../parts/dialog.js';
import { useSyncExternalStore } from '../parts/external-store.js';
import { pathText, sectionText } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { MarkedText } from '../parts/marked-text.js';
import { Link } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';

/** URL of a document with one of its passages marked. */
export const sourceUrl = (place: {
  readonly doc_id: string;
  readonly start: number | null;
  readonly end: number | null;
}) => `/pages/documents${query({ id: place.doc_id, start: place.start, end: place.end })}`;

interface ChipsProps {
  readonly sources: readonly Source[];
  readonly read: (source: Source) => void;
  /** The source that is open. */
  readonly current: Source | undefined;
}

/** The sources of an answer. Their quotes are in the answer already; a chip opens the passage. */
export function SourceChips({ sources, read, current }: ChipsProps) {
  const { say } = useSpeech();
  // Sources of one document are told apart by their sections.
  const isShared = (title: string) => sources.filter((one) => one.title === title).length > 1;
  return (
    <ol class="chips" aria-label={say('sourcesCount', { count: sources.length })}>
      {sources.map((source) => (
        <li key={source.n}>
          <button
            type="button"
            class="chip"
            lang={languageOf(source.title)}
            title={source.section === null ? source.title : sectionText(source.section)}
            aria-pressed={source === current}
            onClick={() => read(source)}
          >
            <span class="n">{source.n}</span> {source.title}
            {source.section !== null && isShared(source.title) && (
              <span class="muted"> {sectionText(source.section).split(' › ').at(-1)}</span>
            )}
            {source.page !== null && <span class="muted"> {say('pageNumber', { page: source.page })}</span>}
          </button>
        </li>
      ))}
    </ol>
  );
}

function Original({ source }: { readonly source: Source }) {
  const { say } = useSpeech();
  const [error, setError] = useState<unknown>(undefined);
  const path = `${documentUrl(source.doc_id)}/original`;
  const attempt = (work: Promise<void>) => {
    setError(undefined);
    work.catch(setError);
  };
  const { page, url } = source;
  const isWeb = url !== null && /^https?:\/\//i.test(url);
  return (
    <>
      <p class="row start">
        <Link to={sourceUrl(source)}>{say('openDocument')}</Link>
        {page !== null && (
          <button type="button" class="link" onClick={() => attempt(openPdf(path, page))}>
            {say('openPage', { page })}
          </button>
        )}
        {source.original_url !== null && (
          <button type="button" class="link" onClick={() => attempt(download(path))}>
            {say('downloadOriginal')}
          </button>
        )}
        {isWeb && (
          <a href={url} target="_blank" rel="noopener noreferrer">
            {say('original')}
          </a>
        )}
      </p>
      {error !== undefined && <ProblemView error={error} />}
    </>
  );
}

interface PlacedSource {
  readonly source: Source;
  readonly page: number;
  readonly box: readonly number[];
}

/** The place of a source in its PDF; undefined for other files, and where only the text is stored. */
function placeOfSource(source: Source): PlacedSource | undefined {
  const { page, box, original_url: original } = source;
  return page === null || box === null || original === null ? undefined : { source, page, box };
}

/** The page of the PDF that a source is on. Its reader is loaded when a page is shown first. If the file cannot be read, its text is shown. */
function SourcePage({ source, page, box }: PlacedSource) {
  const { say } = useSpeech();
  const reader = useLoaded(() => import('./pdf-page.js'), []);
  const [isUnreadable, setIsUnreadable] = useState(false);
  if (isUnreadable || reader.error !== undefined)
    return (
      <>
        <p class="muted" role="status">
          {say('pageNotShown', { page })}
        </p>
        <StoredText source={source} />
      </>
    );
  return (
    <Loaded of={reader}>
      {({ PdfPage }) => (
        <PdfPage
          path={`${documentUrl(source.doc_id)}/original`}
          page={page}
          box={box}
          quote={source.quote}
          fail={() => setIsUnreadable(true)}
        />
      )}
    </Loaded>
  );
}

function StoredText({ source }: { readonly source: Source }) {
  const document = useLoaded(() => readDocument(source.doc_id), [source.doc_id]);
  return <Loaded of={document}>{({ text }) => <MarkedText text={text} passage={source} />}</Loaded>;
}

function SourceText({ source }: { readonly source: Source }) {
  const { say } = useSpeech();
  const place = placeOfSource(source);
  const [isPage, setIsPage] = useState(place !== undefined);
  return (
    <>
      <div class="about">
        {source.section !== null && <p lang={languageOf(source.section)}>{sectionText(source.section)}</p>}
        <p class="facts">
          <span>{pathText(source.canonical_path)}</span>
          {source.version !== null && <span>{say('version', { version: source.version })}</span>}
          {daysOf(source.edition) !== '' && (
            <span>
              {say('inForce')} {daysOf(source.edition)}
            </span>
          )}
          {source.date !== null && <time dateTime={source.date}>{source.date}</time>}
          {source.page !== null && <span>{say('pageNumber', { page: source.page })}</span>}
          {source.corroborating === true && <span>{say('saysTheSame')}</span>}
        </p>
        <Original source={source} />
      </div>
      {place !== undefined && (
        <p class="row start shapes">
          <button type="button" class="chip" aria-pressed={isPage} onClick={() => setIsPage(true)}>
            {say('asPage')}
          </button>
          <button type="button" class="chip" aria-pressed={!isPage} onClick={() => setIsPage(false)}>
            {say('asText')}
          </button>
        </p>
      )}
      <div class="scrolled" tabIndex={0} role="region" aria-label={say('textOfDocument')}>
        {isPage && place !== undefined ? <SourcePage {...place} /> : <StoredText source={source} />}
      </div>
    </>
  );
}

const WIDE = matchMedia('(min-width: 1100px)');

function subscribe(tell: () => void): () => void {
  WIDE.addEventListener('change', tell);
  return () => WIDE.removeEventListener('change', tell);
}
const isWideNow = () => WIDE.matches;

/** Whether a panel fits next to the text. */
const useIsWide = (): boolean => useSyncExternalStore(subscribe, isWideNow);

interface FrameProps {
  readonly source: Pick<Source, 'n' | 'title'>;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** A panel next to the answer. */
export function SourceFrame({ source, close, children }: FrameProps) {
  const { say } = useSpeech();
  return (
    <aside
      class="panel card"
      aria-label={say('sourcePanel')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <div class="top">
        <h2 lang={languageOf(source.title)}>
          <span class="n">{source.n}</span> {source.title}
        </h2>
        <button type="button" class="quiet" onClick={close}>
          {say('close')}
        </button>
      </div>
      {children}
    </aside>
  );
}

/** The passage of a source in its document: in a panel next to the answer, or in a sheet over it on a narrow screen. */
export function SourcePanel({ source, close }: { readonly source: Source; readonly close: () => void }) {
  const isWide = useIsWide();
  const text = <SourceText key={source.chunk_id} source={source} />;
  if (isWide)
    return (
      <SourceFrame source={source} close={close}>
        {text}
      </SourceFrame>
    );
  return (
    <Dialog title={source.title} close={close} class="sheet" fills>
      {text}
    </Dialog>
  );
}
