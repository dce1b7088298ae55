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

/** Title search; an empty title shows all documents. */
function TitleForm({ onAsked }: { readonly onAsked: (title: string) => void }) {
  const { say } = useSpeech();
  const [typed, setTyped] = useState('');
  const ask = (event: Event) => {
    event.preventDefault();
    onAsked(typed.trim());
  };
  return (
    <form role="search" class="fields" onSubmit={ask}>
      <label>
        {say('titleResembles')}
        <input type="search" maxLength={100} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <button type="submit">{say('find')}</button>
    </form>
  );
}

/** The category tree, the documents of one category, and the upload form. */
export function Browse({ path }: { readonly path: string | null }) {
  const { say } = useSpeech();
  const labels = labelsOf(path);
  const [stored, setStored] = useState(0);
  const [title, setTitle] = useState('');
  const { items, more } = useListed(
    (cursor) => listDocuments(labels.length === 0 ? null : path, title === '' ? null : title, cursor),
    [path, stored, title],
  );
  return (
    <div class="beside">
      <CategoryTree key={stored} current={labels.length === 0 ? null : path} />
      <section>
        <h2>{labels.length === 0 ? say('allDocuments') : pathText(labels)}</h2>
        <UploadForm path={labels} onStored={() => setStored((count) => count + 1)} />
        <TitleForm onAsked={setTitle} />
        <Loaded of={items}>
          {(documents) =>
            documents.length === 0 ? (
              <p class="muted">{say(title === '' ? 'noDocuments' : 'noSuchTitle')}</p>
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
