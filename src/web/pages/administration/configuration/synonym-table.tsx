import { useState } from 'preact/hooks';
import { DataTable } from '../../parts/data-table.js';
import { useConfiguration } from './configuration-words.js';
import { rowHas, type SynonymRow } from './synonym-rows.js';

/** Rows that are shown at first, and more on demand: hundreds of fields slow a browser down. */
const ROWS = 30;

interface RowProps {
  readonly row: SynonymRow;
  /** Names the row for screen readers. */
  readonly label: string;
  readonly change: (row: SynonymRow) => void;
  readonly remove: () => void;
}

function Row({ row, label, change, remove }: RowProps) {
  const { say, name } = useConfiguration();
  const { lang, texts } = row;
  const names = lang === 'both' ? [say('koreanWords'), say('englishWords')] : [say('rowWords')];
  return (
    <tr data-row={texts[0]}>
      {lang !== 'both' && (
        <td>
          <select
            aria-label={`${say('rowLanguage')}, ${label}`}
            value={lang}
            onChange={(event) => change({ ...row, lang: event.currentTarget.value === 'ko' ? 'ko' : 'en' })}
          >
            {(['ko', 'en'] as const).map((code) => (
              <option key={code} value={code} selected={code === lang}>
                {name('lang', code)}
              </option>
            ))}
          </select>
        </td>
      )}
      {texts.map((text, i) => (
        <td key={i}>
          <input
            required
            maxLength={3000}
            aria-label={`${names[i] ?? ''}, ${label}`}
            value={text}
            onInput={(event) => change({ ...row, texts: texts.with(i, event.currentTarget.value) })}
          />
        </td>
      ))}
      <td>
        <button type="button" class="quiet" aria-label={say('removeRow', { row: label })} onClick={remove}>
          {say('remove')}
        </button>
      </td>
    </tr>
  );
}

interface TableProps {
  readonly kind: 'synonyms' | 'translations';
  /** Rows of both tables. */
  readonly rows: readonly SynonymRow[];
  readonly change: (rows: readonly SynonymRow[]) => void;
}

/** One of the two tables: searched, edited in place; new rows come first. */
export function SynonymTable({ kind, rows, change }: TableProps) {
  const { say, count } = useConfiguration();
  const [text, setText] = useState('');
  const [shown, setShown] = useState(ROWS);
  const isTranslation = kind === 'translations';
  // A row stays visible while it is edited, whatever is searched for.
  const own = rows.filter(({ lang }) => (lang === 'both') === isTranslation);
  const found = own.filter((row) => rowHas(row, text) || row.saved === undefined);
  const add = () => {
    const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
    change([{ id, lang: isTranslation ? 'both' : 'ko', texts: isTranslation ? ['', ''] : [''] }, ...rows]);
  };
  const words = isTranslation ? [say('koreanWords'), say('englishWords')] : [say('rowLanguage'), say('rowWords')];
  return (
    <section data-table={kind}>
      <h2>{say(kind)}</h2>
      <p class="muted">{say(isTranslation ? 'translationsHelp' : 'synonymsHelp')}</p>
      <p class="row start">
        <label>
          {say('findWord')}
          <input type="search" maxLength={60} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <button type="button" class="quiet" onClick={add}>
          {say(isTranslation ? 'addTranslation' : 'addSynonyms')}
        </button>
      </p>
      <DataTable
        label={say(kind)}
        heads={[...words, say('actions')]}
        empty={say('noRows')}
        rows={found.slice(0, shown).map((row, i) => (
          <Row
            key={row.id}
            row={row}
            label={row.texts[0]?.trim() === '' ? say('rowNumber', { n: i + 1 }) : (row.texts[0] ?? '')}
            change={(changed) => change(rows.map((one) => (one.id === row.id ? changed : one)))}
            remove={() => change(rows.filter(({ id }) => id !== row.id))}
          />
        ))}
      />
      <p class="row start">
        <span class="muted">
          {say('shownRows', { shown: count(Math.min(shown, found.length)), count: count(own.length) })}
        </span>
        {found.length > shown && (
          <button type="button" class="quiet" onClick={() => setShown(shown + 2 * ROWS)}>
            {say('showMore')}
          </button>
        )}
      </p>
    </section>
  );
}
