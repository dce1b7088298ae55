import { useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { daysOf, readEditions, type StoredEdition } from '../api/editions.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { Link } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { EditionChanges } from './edition-changes.js';
import { OutdatedList } from './outdated-list.js';

const nameOf = (edition: StoredEdition): string =>
  [edition.version, daysOf(edition)].filter((part) => part !== null && part !== '').join(' · ') || edition.document_id;

interface ChoiceProps {
  readonly label: string;
  readonly editions: readonly StoredEdition[];
  readonly chosen: string;
  readonly choose: (id: string) => void;
}

function Choice({ label, editions, chosen, choose }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        {editions.map((edition) => (
          <option key={edition.document_id} value={edition.document_id}>
            {nameOf(edition)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Comparison({ editions, id }: { readonly editions: readonly StoredEdition[]; readonly id: string }) {
  const { say } = useSpeech();
  const at = Math.max(
    1,
    editions.findIndex((edition) => edition.document_id === id),
  );
  const [from, setFrom] = useState(editions[at - 1]?.document_id ?? '');
  const [to, setTo] = useState(editions[at]?.document_id ?? '');
  return (
    <>
      <form class="row start">
        <Choice label={say('earlierEdition')} editions={editions} chosen={from} choose={setFrom} />
        <Choice label={say('laterEdition')} editions={editions} chosen={to} choose={setTo} />
      </form>
      <EditionChanges from={from} to={to} />
    </>
  );
}

/** The editions of a document with their dates, the difference of two of them, and what quotes a changed passage. */
export function EditionsView({ id }: { readonly id: string }) {
  const { say } = useSpeech();
  const loaded = useLoaded(() => readEditions(id), [id]);
  return (
    <Loaded of={loaded}>
      {(editions) => (
        <>
          <ul class="cards" aria-label={say('editions')}>
            {editions.map((edition) => (
              <li key={edition.document_id} class="card">
                <Link
                  to={`/pages/documents${query({ id: edition.document_id, show: 'editions' })}`}
                  lang={languageOf(edition.title)}
                  {...(edition.document_id === id ? { 'aria-current': 'page' as const } : {})}
                >
                  {edition.title}
                </Link>
                <p class="facts">
                  <span>{edition.document_id}</span>
                  {edition.version !== null && <span>{say('version', { version: edition.version })}</span>}
                  {daysOf(edition) !== '' && (
                    <span>
                      {say('inForce')} {daysOf(edition)}
                    </span>
                  )}
                </p>
              </li>
            ))}
          </ul>
          {editions.length < 2 ? (
            <p class="muted">{say('oneEdition')}</p>
          ) : (
            <>
              <Comparison key={id} id={id} editions={editions} />
              <OutdatedList id={id} />
            </>
          )}
        </>
      )}
    </Loaded>
  );
}
