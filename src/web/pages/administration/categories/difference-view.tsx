import type { Difference } from '../../api/taxonomy.js';
import { pathText } from '../../parts/labels.js';
import { useCategories } from './categories-words.js';

const MOST = 100;

interface PathsProps {
  readonly title: string;
  readonly paths: readonly (readonly string[])[];
}

/** The first of some categories under a title; nothing without any. */
export function PathList({ title, paths }: PathsProps) {
  if (paths.length === 0) return null;
  return (
    <>
      <p class="head">{title}</p>
      <ul>
        {paths.slice(0, MOST).map((path) => (
          <li key={pathText(path)}>{pathText(path)}</li>
        ))}
        {paths.length > MOST && <li>… ({paths.length})</li>}
      </ul>
    </>
  );
}

/** What a version changes against its base. */
export function DifferenceView({ diff }: { readonly diff: Difference }) {
  const { say, count } = useCategories();
  const { added, removed, moved, documents_moved: documents } = diff;
  return (
    <>
      <p>
        <strong>{say('documentsMove', { count: count(documents) })}</strong>
      </p>
      <PathList title={say('addedCategories')} paths={added} />
      <PathList title={say('removedCategories')} paths={removed} />
      {moved.length > 0 && (
        <>
          <p class="head">{say('movedCategories')}</p>
          <ul>
            {moved.slice(0, MOST).map(({ from, to, documents: moving }) => (
              <li key={pathText(from)}>
                {say('movedTo', { from: pathText(from), to: pathText(to), count: count(moving) })}
              </li>
            ))}
            {moved.length > MOST && <li>… ({moved.length})</li>}
          </ul>
        </>
      )}
    </>
  );
}
