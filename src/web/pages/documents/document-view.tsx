import { query } from '../api/call.js';
import { readDocument, type StoredDocument } from '../api/documents.js';
import { useRights } from '../api/keys.js';
import { pathText } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { MarkedText, type Passage } from '../parts/marked-text.js';
import { go, Link } from '../parts/place.js';
import { type Speech, useSpeech } from '../words/language.js';
import { categoryUrl } from './category-tree.js';
import { Chunks } from './chunks.js';
import { Copies } from './copies.js';
import { EditionsView } from './editions-view.js';
import { GroupsForm } from './groups-form.js';
import { RowActions } from './row-actions.js';

/** The kind of the file as people call it; of a text without a file, how it is split. */
function typeOf({ original_name: file, content_type: type }: StoredDocument, name: Speech['name']): string {
  const ending = /\.([^.]+)$/u.exec(file ?? '')?.[1]?.toLowerCase();
  return ending === undefined ? name('textType', type) : name('fileType', ending, ending.toUpperCase());
}

function Facts({ document }: { readonly document: StoredDocument }) {
  const { say, name, time } = useSpeech();
  const { effective_from: from, effective_to: to, source_url: url } = document;
  const facts: readonly (readonly [string, string | null])[] = [
    [say('versionWord'), document.version],
    [say('dateWord'), document.date],
    [say('inForce'), from === null && to === null ? null : `${from ?? ''} – ${to ?? ''}`],
    [say('typeWord'), typeOf(document, name)],
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
  const mayChange = useRights().may('ingest');
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
          <RowActions
            document={document}
            mayChange={mayChange}
            shape="buttons"
            changed={loaded.reload}
            deleted={() => go(categoryUrl(JSON.stringify(document.canonical_path)))}
          />
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
