import { query } from '../api/call.js';
import { readDocument, readDuplicates, type StoredDocument } from '../api/documents.js';
import { pathText } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { MarkedText, type Passage } from '../parts/marked-text.js';
import { Link } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { categoryUrl } from './category-tree.js';
import { Chunks } from './chunks.js';

function Facts({ document }: { readonly document: StoredDocument }) {
  const { say, time } = useSpeech();
  const { effective_from: from, effective_to: to, source_url: url } = document;
  const facts: readonly (readonly [string, string | null])[] = [
    [say('documentIdField'), document.document_id],
    [say('versionWord'), document.version],
    [say('dateWord'), document.date],
    [say('inForce'), from === null && to === null ? null : `${from ?? ''} – ${to ?? ''}`],
    [say('typeWord'), document.content_type],
    [say('passages'), String(document.chunks)],
    [say('updated'), time(document.updated_at)],
    [say('original'), url],
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

/** Exact and near duplicates of the document; renders nothing without any. */
function Copies({ id }: { readonly id: string }) {
  const { say } = useSpeech();
  const loaded = useLoaded(() => readDuplicates(id), [id]);
  const lists = [
    { label: say('sameTextAs'), items: loaded.value?.copies ?? [] },
    { label: say('nearlySameText'), items: loaded.value?.near ?? [] },
  ].filter(({ items }) => items.length > 0);
  if (lists.length === 0) return null;
  return (
    <section class="card" aria-label={say('copiesOfDocument')}>
      {lists.map(({ label, items }) => (
        <p key={label}>
          {label}{' '}
          {items.map(({ document_id: other, title }) => (
            <Link key={other} to={`/pages/documents${query({ id: other })}`} lang={languageOf(title)}>
              {title}
            </Link>
          ))}
        </p>
      ))}
    </section>
  );
}

interface ViewProps {
  readonly id: string;
  readonly passage: Passage | undefined;
  readonly shows: 'text' | 'chunks';
}

/** A document: its metadata, its text, or its chunks. */
export function DocumentView({ id, passage, shows }: ViewProps) {
  const { say } = useSpeech();
  const loaded = useLoaded(() => readDocument(id), [id]);
  const views = [
    { show: 'text', url: `/pages/documents${query({ id })}`, label: say('textOfDocument') },
    { show: 'chunks', url: `/pages/documents${query({ id, show: 'chunks' })}`, label: say('chunksAndStructure') },
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
          <Copies id={id} />
          <nav class="tabs" aria-label={say('views')}>
            {views.map(({ show, url, label }) => (
              <Link key={show} to={url} {...(show === shows ? { 'aria-current': 'page' as const } : {})}>
                {label}
              </Link>
            ))}
          </nav>
          {shows === 'text' ? (
            <section class="card">
              <MarkedText text={document.text} passage={passage} />
            </section>
          ) : (
            <Chunks id={id} />
          )}
        </>
      )}
    </Loaded>
  );
}
