import { useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { type DocumentSummary, listDocuments } from '../api/documents.js';
import { labelsOf, pathText } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded } from '../parts/loaded.js';
import { MoreButton, useListed } from '../parts/more.js';
import { Link } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { CategoryTree } from './category-tree.js';
import { UploadForm } from './upload-form.js';

function DocumentItem({ document }: { readonly document: DocumentSummary }) {
  const { say } = useSpeech();
  const { document_id: id, title, version, chunks } = document;
  return (
    <li class="card">
      <Link to={`/pages/documents${query({ id })}`} lang={languageOf(title)} class="title">
        {title}
      </Link>
      <p class="facts">
        <span>{pathText(document.canonical_path)}</span>
        {version !== null && <span>{say('version', { version })}</span>}
        {document.date !== null && <time dateTime={document.date}>{document.date}</time>}
        <span>{say('chunksCount', { count: chunks })}</span>
      </p>
    </li>
  );
}

/** The tree of categories, the documents of one, and the form that takes a new one in. */
export function Browse({ path }: { readonly path: string | null }) {
  const { say } = useSpeech();
  const labels = labelsOf(path);
  const [stored, setStored] = useState(0);
  const { items, more } = useListed(
    (cursor) => listDocuments(labels.length === 0 ? null : path, cursor),
    [path, stored],
  );
  return (
    <div class="beside">
      <CategoryTree key={stored} current={labels.length === 0 ? null : path} />
      <section>
        <h2>{labels.length === 0 ? say('allDocuments') : pathText(labels)}</h2>
        <UploadForm path={labels} onStored={() => setStored((count) => count + 1)} />
        <Loaded of={items}>
          {(documents) =>
            documents.length === 0 ? (
              <p class="muted">{say('noDocuments')}</p>
            ) : (
              <ul class="cards">
                {documents.map((document) => (
                  <DocumentItem key={document.document_id} document={document} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <MoreButton more={more} />
      </section>
    </div>
  );
}
