import { query } from '../api/call.js';
import type { DocumentSummary, Duplicates } from '../api/documents.js';
import { Badge, pathText } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Link } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { DocumentLinks } from './copies.js';
import { RowActions } from './row-actions.js';
import { type Column, COLUMNS, editionOf, forceOf, type Order, sourceOf } from './table-order.js';

/** Copies and near duplicates. */
export type OtherDocuments = readonly Duplicates['copies' | 'near'][number][];

interface HeadProps {
  readonly order: Order;
  readonly setOrder: (order: Order) => void;
}

function SortHead({ column, order, setOrder }: HeadProps & { readonly column: Column }) {
  const { name } = useSpeech();
  const isOn = order.column === column;
  const sort = isOn ? (order.isDescending ? 'descending' : 'ascending') : 'none';
  return (
    <th scope="col" aria-sort={sort} class={`column-${column}`}>
      <button
        type="button"
        class="sort"
        onClick={() => setOrder({ column, isDescending: isOn && !order.isDescending })}
      >
        {name('column', column)}
      </button>
    </th>
  );
}

interface RowProps {
  readonly document: DocumentSummary;
  readonly day: string;
  readonly isChosen: boolean;
  readonly choose: () => void;
  /** Copies and near duplicates of the document. */
  readonly copies: OtherDocuments;
  /** Whether they are listed, not only counted. */
  readonly namesCopies: boolean;
  readonly mayChange: boolean;
  readonly changed: () => void;
}

function Row({ document, day, isChosen, choose, copies, namesCopies, mayChange, changed }: RowProps) {
  const { say, name, day: dayOf } = useSpeech();
  const { document_id: id, title, effective_from: from, effective_to: to } = document;
  const force = forceOf(document, day);
  return (
    <tr data-document={id}>
      <td>
        <input type="checkbox" aria-label={say('chooseDocument', { title })} checked={isChosen} onChange={choose} />
      </td>
      <th scope="row" class="column-title">
        <Link to={`/pages/documents${query({ id })}`} lang={languageOf(title)}>
          {title}
        </Link>
        {copies.length > 0 && (
          <>
            {' '}
            <span class="badge">{say('copiesCount', { count: copies.length })}</span>
            {namesCopies && <DocumentLinks items={copies} />}
          </>
        )}
      </th>
      <td class="column-category">{pathText(document.canonical_path)}</td>
      <td class="column-edition">{editionOf(document)}</td>
      <td class="column-force">
        {force === 'always' ? name('force', 'always') : <Badge group="force" value={force} />}
        {force !== 'always' && <span class="facts dates">{`${from ?? ''} – ${to ?? ''}`}</span>}
      </td>
      <td class="figure column-chunks">{document.chunks}</td>
      <td class="column-source">{sourceOf(document)}</td>
      <td class="column-updated">
        <time dateTime={document.updated_at}>{dayOf(document.updated_at)}</time>
      </td>
      <td>
        <RowActions document={document} mayChange={mayChange} changed={changed} />
      </td>
    </tr>
  );
}

interface TableProps extends HeadProps {
  readonly documents: readonly DocumentSummary[];
  readonly day: string;
  readonly chosen: ReadonlySet<string>;
  readonly setChosen: (ids: ReadonlySet<string>) => void;
  readonly copies: ReadonlyMap<string, OtherDocuments>;
  readonly namesCopies: boolean;
  /** Whether the reader may change documents. */
  readonly mayChange: boolean;
  readonly changed: () => void;
}

/** Documents as a table that is sorted by its heads. */
export function DocumentTable({
  documents,
  chosen,
  setChosen,
  copies,
  namesCopies,
  day,
  mayChange,
  changed,
  ...head
}: TableProps) {
  const { say } = useSpeech();
  const ids = documents.map(({ document_id: id }) => id);
  const areAllChosen = ids.length > 0 && ids.every((id) => chosen.has(id));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <div class="scroll documents" tabIndex={0} role="region" aria-label={say('documents')}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label={say('chooseAll')}
                checked={areAllChosen}
                onChange={() => setChosen(new Set(areAllChosen ? [] : ids))}
              />
            </th>
            {COLUMNS.map((column) => (
              <SortHead key={column} column={column} {...head} />
            ))}
            <th scope="col">
              <span class="hush">{say('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <Row
              key={document.document_id}
              document={document}
              day={day}
              isChosen={chosen.has(document.document_id)}
              choose={() => toggle(document.document_id)}
              copies={copies.get(document.document_id) ?? []}
              namesCopies={namesCopies}
              mayChange={mayChange}
              changed={changed}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
