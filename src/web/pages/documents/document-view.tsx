import { useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { download } from '../api/download.js';
import { readDocument, type StoredDocument } from '../api/documents.js';
import { useRights } from '../api/keys.js';
import { pathText } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { MarkedText, type Passage } from '../parts/marked-text.js';
import { Link } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';
import { categoryUrl } from './category-tree.js';
import { Chunks } from './chunks.js';
import { Copies } from './copies.js';
import { EditionForm } from './edition-form.js';
import { EditionsView } from './editions-view.js';
import { GroupsForm } from './groups-form.js';

function Facts({ document }: { readonly document: StoredDocument }) {
  const { say, name, time } = useSpeech();
  const { effective_from: from, effective_to: to, source_url: url } = document;
  const facts: readonly (readonly [string, string | null])[] = [
    [say('versionWord'), document.version],
    [say('dateWord'), document.date],
    [say('inForce'), from === null && to === null ? null : `${from ?? ''} – ${to ?? ''}`],
    [say('typeWord'), name('textType', document.content_type)],
    [say('passages'), String(document.chunks)],
    [say('updated'), time(document.updated_at)],
    [say('original'), url],
    [say('documentIdField'), document.document_id],
  ];
  return (
    <dl class="figures">
      {facts.map(([label, value]) =>
        value === null ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** Renders nothing for a document without a stored file. */
function DownloadButton({ document: { original_url: url } }: { readonly document: StoredDocument }) {
  const { say } = useSpeech();
  const [error, setError] = useState<unknown>(undefined);
  if (url === null) return null;
  return (
    <p>
      <button type="button" class="quiet" onClick={() => void download(url).catch(setError)}>
        {say('downloadOriginal')}
      </button>
      {error !== undefined && <ProblemView error={error} />}
    </p>
  );
}

/** Opens the form of a new edition, for those who may change documents. */
function NewEdition({ document }: { readonly document: StoredDocument }) {
  const { say } = useSpeech();
  const { may } = useRights();
  const [isOpen, setIsOpen] = useState(false);
  if (!may('ingest')) return null;
  return (
    <div class="spaced">
      <button type="button" class="quiet" onClick={() => setIsOpen(true)}>
        {say('newEdition')}
      </button>
      {isOpen && <EditionForm document={document} close={() => setIsOpen(false)} />}
    </div>
  );
}

export const SHOWN = ['text', 'chunks', 'editions'] as const;

interface ViewProps {
  readonly id: string;
  readonly passage: Passage | undefined;
  readonly shows: (typeof SHOWN)[number];
}

/** A document: its metadata, and its text, its chunks or its editions. */
export function DocumentView({ id, passage, shows }: ViewProps) {
  const { say } = useSpeech();
  const loaded = useLoaded(() => readDocument(id), [id]);
  const views = [
    { show: 'text', url: `/pages/documents${query({ id })}`, label: say('textOfDocument') },
    { show: 'chunks', url: `/pages/documents${query({ id, show: 'chunks' })}`, label: say('chunksAndStructure') },
    { show: 'editions', url: `/pages/documents${query({ id, show: 'editions' })}`, label: say('editions') },
  ] as const;
  return (
    <Loaded of={loaded}>
      {(document) => (
        <>
          <p>
            <Link to={categoryUrl(JSON.stringify(document.canonical_path))}>‹ {pathText(document.canonical_path)}</Link>
          </p>
          <h1 lang={languageOf(document.title)}>{document.title}</h1>
          <Facts document={document} />
          <DownloadButton document={document} />
          <NewEdition document={document} />
          <GroupsForm key={document.updated_at} document={document} changed={loaded.reload} />
          <Copies id={id} />
          <nav class="tabs" aria-label={say('views')}>
            {views.map(({ show, url, label }) => (
              <Link key={show} to={url} {...(show === shows ? { 'aria-current': 'page' as const } : {})}>
                {label}
              </Link>
            ))}
          </nav>
          {shows === 'chunks' && <Chunks id={id} />}
          {shows === 'editions' && <EditionsView id={id} />}
          {shows === 'text' && (
            <section class="card">
              <MarkedText text={document.text} passage={passage} />
            </section>
          )}
        </>
      )}
    </Loaded>
  );
}
