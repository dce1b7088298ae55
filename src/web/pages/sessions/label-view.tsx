import { useEffect, useRef, useState } from 'preact/hooks';
import {
  giveLabel,
  type Label,
  LABELS,
  readLabels,
  type RowToLabel,
  type SessionLabels,
} from '../api/session-labels.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { go, Link, usePlace } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { LabelAgreements, useLabelSpeech } from './label-agreements.js';
import { labelUrl, sessionUrl } from './session-url.js';
import { useSessionSpeech } from './session-words.js';

/** Several people may use one key: each labels under a name. */
function NameForm({ id }: { readonly id: string }) {
  const { say } = useLabelSpeech();
  const [name, setName] = useState('');
  const begin = (event: Event) => {
    event.preventDefault();
    go(labelUrl(id, name));
  };
  return (
    <form class="card" onSubmit={begin}>
      <label>
        {say('reviewerName')}
        <input
          required
          maxLength={40}
          pattern="[\p{L}\p{N}_\-]+"
          title={say('reviewerNameHint')}
          autocomplete="off"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <p class="muted">{say('reviewerNameHint')}</p>
      <button class="quiet">{say('startLabelling')}</button>
    </form>
  );
}

/** The question, the right answer and the answer, without a verdict. */
function RowText({ row }: { readonly row: RowToLabel }) {
  const { say } = useLabelSpeech();
  const { say: saySession } = useSessionSpeech();
  const { gold } = row;
  const right = gold.reference ?? gold.quote;
  return (
    <>
      {row.earlier.length > 0 && (
        <details>
          <summary>{say('earlierTurns', { count: row.earlier.length })}</summary>
          {row.earlier.map(({ query, answer }, i) => (
            <div key={i}>
              <p lang={languageOf(query)}>
                <strong>{query}</strong>
              </p>
              <p class="said" lang={languageOf(answer ?? '')}>
                {answer ?? '–'}
              </p>
            </div>
          ))}
        </details>
      )}
      <h2 lang={languageOf(row.query)}>{row.query}</h2>
      <h3>{say('expectedAnswer')}</h3>
      {!gold.answerable && <p>{saySession('expectedNothing')}</p>}
      {right !== null && <blockquote lang={languageOf(right)}>{right}</blockquote>}
      {gold.required_facts.length > 0 && (
        <p class="facts">{saySession('expectedFacts', { facts: gold.required_facts.join(' · ') })}</p>
      )}
      <h3>{say('answer')}</h3>
      <p class="said" lang={languageOf(row.answer ?? '')}>
        {row.answer ?? '–'}
      </p>
    </>
  );
}

const byKey = (give: (label: Label) => void, move: (by: number) => void) => (event: KeyboardEvent) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const label = LABELS[Number(event.key) - 1];
  if (label !== undefined) give(label);
  else if (event.key === 'ArrowLeft') move(-1);
  else if (event.key === 'ArrowRight') move(1);
};

function LabelButtons({ mine, give }: { readonly mine: string | undefined; readonly give: (label: Label) => void }) {
  const { say, name } = useLabelSpeech();
  return (
    <div class="row start" role="group" aria-label={say('yourLabel')}>
      {LABELS.map((label, i) => (
        <button
          key={label}
          type="button"
          class="quiet"
          aria-pressed={mine === label}
          aria-keyshortcuts={String(i + 1)}
          onClick={() => give(label)}
        >
          {i + 1} · {name('label', label)}
        </button>
      ))}
    </div>
  );
}

interface MovesProps {
  readonly place: number;
  readonly count: number;
  readonly move: (by: number) => void;
}

function RowMoves({ place, count, move }: MovesProps) {
  const { say } = useLabelSpeech();
  return (
    <div class="row start">
      <button type="button" class="quiet" disabled={place === 0} onClick={() => move(-1)}>
        ‹ {say('previousRow')}
      </button>
      <button type="button" class="quiet" disabled={place === count - 1} onClick={() => move(1)}>
        {say('nextRow')} ›
      </button>
    </div>
  );
}

interface LabellingProps {
  readonly id: string;
  readonly reviewer: string;
  readonly first: SessionLabels;
  /** Called when each row has a label. */
  readonly completed: () => void;
}

function Labelling({ id, reviewer, first, completed }: LabellingProps) {
  const { say } = useLabelSpeech();
  const { rows } = first;
  const [given, setGiven] = useState<ReadonlyMap<string, string>>(
    () =>
      new Map(rows.flatMap(({ result_id: row, label }): [string, string][] => (label === null ? [] : [[row, label]]))),
  );
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      rows.findIndex(({ label }) => label === null),
    ),
  );
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const section = useRef<HTMLElement>(null);
  // The keys belong to the row: they must not act while somebody types elsewhere.
  useEffect(() => section.current?.focus({ preventScroll: true }), [place]);
  const row = rows[place];
  if (row === undefined) return <p class="card">{say('noRowsToLabel')}</p>;

  const give = (label: Label) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    giveLabel(id, row.result_id, { reviewer, label })
      .then(({ complete }) => {
        const now = new Map(given).set(row.result_id, label);
        setGiven(now);
        const next = [...rows.keys()].map((i) => (place + 1 + i) % rows.length);
        setPlace(next.find((i) => !now.has(rows[i]?.result_id ?? '')) ?? place);
        if (complete) completed();
      }, setError)
      .finally(() => setBusy(false));
  };
  const move = (by: number) => setPlace(Math.min(rows.length - 1, Math.max(0, place + by)));
  return (
    <section
      ref={section}
      class="card"
      tabIndex={-1}
      onKeyDown={byKey(give, move)}
      aria-label={say('rowOf', { n: place + 1, count: rows.length })}
      data-row={row.result_id}
    >
      <p class="facts" role="status">
        {say('rowOf', { n: place + 1, count: rows.length })} ·{' '}
        {say('labelledOf', { done: given.size, count: rows.length })}
      </p>
      <RowText row={row} />
      <LabelButtons mine={given.get(row.result_id)} give={give} />
      {error !== undefined && <ProblemView error={error} />}
      <RowMoves place={place} count={rows.length} move={move} />
      <p class="muted">{say('labelKeys')}</p>
    </section>
  );
}

function Labels({ id, reviewer }: { readonly id: string; readonly reviewer: string }) {
  const { say } = useLabelSpeech();
  const loaded = useLoaded(() => readLabels(id, reviewer), [id, reviewer]);
  return (
    <Loaded of={loaded}>
      {(found) => (
        <>
          {found.withheld > 0 && <p class="note">{say('rowsWithheld', { count: found.withheld })}</p>}
          {found.agreement !== null && <LabelAgreements agreements={found.agreement} />}
          <Labelling id={id} reviewer={reviewer} first={found} completed={loaded.reload} />
        </>
      )}
    </Loaded>
  );
}

/** Rows of an ended session, to label one at a time without seeing the verdict. */
export function LabelView({ id }: { readonly id: string }) {
  const { say } = useLabelSpeech();
  const { say: saySession } = useSessionSpeech();
  const reviewer = usePlace().parameters.get('reviewer');
  return (
    <>
      <p>
        <Link to={sessionUrl(id)}>‹ {say('session')}</Link>
      </p>
      <h1>{reviewer === null ? saySession('labelAnswers') : say('labelAnswersAs', { name: reviewer })}</h1>
      <p class="muted">{say('labelPromise')}</p>
      {reviewer === null ? <NameForm id={id} /> : <Labels key={reviewer} id={id} reviewer={reviewer} />}
    </>
  );
}
