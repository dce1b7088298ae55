import { query } from '../api/call.js';
import { type Duplicates, readDuplicates } from '../api/documents.js';
import { languageOf } from '../parts/language-of.js';
import { useLoaded } from '../parts/loaded.js';
import { Link } from '../parts/place.js';
import { useSpeech } from '../words/language.js';

interface LinksProps {
  readonly items: readonly Duplicates['copies' | 'near'][number][];
}

/** Documents by their titles, each a link. */
export function DocumentLinks({ items }: LinksProps) {
  return (
    <span class="facts copies">
      {items.map((one) => (
        <Link
          key={one.document_id}
          to={`/pages/documents${query({ id: one.document_id })}`}
          lang={languageOf(one.title)}
        >
          {one.title}
          {'similarity' in one && ` (${Math.round(one.similarity * 100)} %)`}
        </Link>
      ))}
    </span>
  );
}

/** Exact and near duplicates of a document; renders nothing without any. */
export function Copies({ id }: { readonly id: string }) {
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
          {label} <DocumentLinks items={items} />
        </p>
      ))}
    </section>
  );
}
