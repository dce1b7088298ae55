import { query } from '../api/call.js';
import { listOutdated, type OutdatedItem } from '../api/editions.js';
import { Badge } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded } from '../parts/loaded.js';
import { MoreButton, useListed } from '../parts/more.js';
import { Link } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { ChangedText } from './edition-changes.js';

/** The page of an item; undefined for cases and datasets, which have none. */
function pageOf({ kind, container_id: container }: OutdatedItem): string | undefined {
  if (kind === 'answer') return `/${query({ c: container })}`;
  if (kind === 'review') return '/pages/reviews';
  return kind === 'test_question' ? `/pages/sessions${query({ id: container })}` : undefined;
}

function Outdated({ item }: { readonly item: OutdatedItem }) {
  const { say } = useSpeech();
  const url = pageOf(item);
  return (
    <li class="card" data-outdated={item.kind}>
      <div class="row start">
        <Badge group="quoting" value={item.kind} />
        <strong lang={languageOf(item.title)}>
          {url === undefined ? item.title : <Link to={url}>{item.title}</Link>}
        </strong>
      </div>
      {url === undefined && <p class="muted">{item.id}</p>}
      {item.quotes.map(({ quote, change, changed_by: by, effective_from: day }, i) => (
        <details key={i}>
          <summary lang={languageOf(quote)}>{quote}</summary>
          <p class="facts">
            <Link to={`/pages/documents${query({ id: by })}`}>{say('changedBy', { edition: by })}</Link>
            {day !== null && <span>{say('since', { day })}</span>}
          </p>
          <ChangedText change={change} />
        </details>
      ))}
    </li>
  );
}

/** What quotes a passage of the document that a later edition changed or removed. */
export function OutdatedList({ id }: { readonly id: string }) {
  const { say } = useSpeech();
  const { items, more } = useListed((cursor) => listOutdated(id, cursor), [id]);
  return (
    <section aria-label={say('outdatedByEditions')}>
      <h2>{say('outdatedByEditions')}</h2>
      <Loaded of={items}>
        {(found) =>
          found.length === 0 && more === undefined ? (
            <p class="muted">{say('nothingOutdated')}</p>
          ) : (
            <ul class="cards">
              {found.map((item) => (
                <Outdated key={`${item.kind} ${item.id} ${item.container_id ?? ''}`} item={item} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <MoreButton more={more} />
    </section>
  );
}
