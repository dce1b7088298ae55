import { useState } from 'preact/hooks';
import { CallError } from '../api/call.js';
import type { Source } from '../api/chat.js';
import { SourceChips, SourceFrame } from '../ask/sources.js';
import { BarChart } from '../parts/charts.js';
import { Confirm } from '../parts/confirm.js';
import { Dialog } from '../parts/dialog.js';
import { Badge } from '../parts/labels.js';
import { Waiting } from '../parts/loaded.js';
import { MarkedText } from '../parts/marked-text.js';
import { Menu } from '../parts/menu.js';
import { ProblemView } from '../parts/problem.js';
import { DataTable } from '../parts/data-table.js';
import { speechWith } from '../words/language.js';
import words from './design-words.json' with { type: 'json' };

const useDesign = speechWith<keyof typeof words.en>(words);

/** Custom properties of styles/tokens.css, each with what it is laid on. */
const COLOURS = [
  'page',
  'card',
  'ink',
  'muted',
  'line',
  'edge',
  'tint',
  'mark',
  'span',
  'accent',
  'on-accent',
  'good',
  'fair',
  'weak',
  'bad',
] as const;
const SPACES = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', 'gutter', 'dialog', 'welcome'] as const;
const SIZES = ['welcome', 'page', 'section', 'part', 'running', 'small', 'facts', 'tiny'] as const;
const BADGES = ['healthy', 'degraded', 'unhealthy', 'queued', 'running', 'completed'] as const;

function TypeScale() {
  const { say } = useDesign();
  return (
    <section class="card" data-part="type">
      <h2>{say('typeScale')}</h2>
      {SIZES.map((size) => (
        <p key={size} style={{ fontSize: `var(--text-${size})` }}>
          {say(`${size}Size`)} <code>--text-{size}</code>
        </p>
      ))}
    </section>
  );
}

function Spacing() {
  const { say } = useDesign();
  return (
    <section class="card" data-part="spacing">
      <h2>{say('spacing')}</h2>
      <ul class="swatches">
        {SPACES.map((space) => (
          <li key={space}>
            <i aria-hidden="true" style={{ width: `var(--space-${space})` }} />
            <code>--space-{space}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Colours() {
  const { say } = useDesign();
  return (
    <section class="card" data-part="colours">
      <h2>{say('colours')}</h2>
      <ul class="swatches">
        {COLOURS.map((colour) => (
          <li key={colour}>
            <i aria-hidden="true" style={{ background: `var(--${colour})` }} />
            <code>{colour}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Controls() {
  const { say } = useDesign();
  return (
    <section class="card" data-part="controls">
      <h2>{say('controls')}</h2>
      <p class="row start">
        <button type="button" class="main">
          {say('mainAction')}
        </button>
        <button type="button" class="quiet">
          {say('otherAction')}
        </button>
        <button type="button" class="quiet" aria-pressed="true">
          {say('pressed')}
        </button>
        <button type="button" class="quiet" disabled>
          {say('disabled')}
        </button>
        <a href="#main">{say('aLink')}</a>
      </p>
      <div class="fields">
        <label>
          {say('aField')}
          <input />
        </label>
        <label>
          {say('aChoice')}
          <select>
            <option>{say('first')}</option>
            <option>{say('second')}</option>
          </select>
        </label>
        <label class="choice">
          <input type="checkbox" /> {say('anOption')}
        </label>
      </div>
    </section>
  );
}

function Tables() {
  const { say } = useDesign();
  const rows = [
    { name: say('first'), amount: 3 },
    { name: say('second'), amount: 1 },
  ];
  return (
    <section class="card" data-part="tables">
      <h2>{say('tablesAndFigures')}</h2>
      <DataTable
        label={say('tablesAndFigures')}
        heads={[say('name'), say('amount')]}
        empty={say('nothingHere')}
        rows={rows.map(({ name, amount }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="figure">{amount}</td>
          </tr>
        ))}
      />
      <BarChart
        caption={say('amount')}
        bars={rows.map(({ name, amount }) => ({ key: name, label: name, value: amount, shown: String(amount) }))}
      />
      <p class="row start">
        {BADGES.map((value) => (
          <Badge key={value} group="status" value={value} />
        ))}
      </p>
    </section>
  );
}

function Openings() {
  const { say } = useDesign();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <section class="card" data-part="openings">
      <h2>{say('openings')}</h2>
      <p class="row start">
        <button type="button" class="quiet" onClick={() => setIsOpen(true)}>
          {say('openDialog')}
        </button>
        <Confirm label={say('otherAction')} question={say('whatFollows')} act={() => Promise.resolve()} done={close} />
        <Menu label={say('aMenu')}>
          <button type="button">{say('first')}</button>
          <button type="button">{say('second')}</button>
        </Menu>
      </p>
      {isOpen && (
        <Dialog title={say('aDialog')} close={close}>
          <p>{say('runningText')}</p>
        </Dialog>
      )}
    </section>
  );
}

function Sources() {
  const { say } = useDesign();
  const quote = say('quotedSentence');
  const text = `${say('runningText')}. ${quote}`;
  const start = text.length - quote.length;
  const place = { quote, start, end: text.length, section: null, page: null, box: null, edition: null };
  const origin = { url: null, date: null, version: null, canonical_path: [], corroborating: null, original_url: null };
  const sources: readonly Source[] = [say('first'), say('second')].map((title, i) => ({
    ...{ n: i + 1, title, doc_id: title, chunk_id: title },
    ...place,
    ...origin,
  }));
  const [open, setOpen] = useState(sources[0]);
  return (
    <section data-part="sources">
      <h2>{say('chipsAndPanel')}</h2>
      <SourceChips sources={sources} read={setOpen} current={open} />
      {open !== undefined && (
        <SourceFrame source={open} close={() => setOpen(undefined)}>
          <div class="scrolled">
            <MarkedText text={text} passage={place} />
          </div>
        </SourceFrame>
      )}
    </section>
  );
}

function States() {
  const { say } = useDesign();
  return (
    <section data-part="states">
      <h2>{say('states')}</h2>
      <div class="grid">
        <div>
          <h3>{say('emptyState')}</h3>
          <DataTable label={say('emptyState')} heads={[]} rows={[]} empty={say('nothingHere')} />
        </div>
        <div>
          <h3>{say('loadingState')}</h3>
          <Waiting />
        </div>
        <div>
          <h3>{say('errorState')}</h3>
          <ProblemView error={new CallError(say('anError'), { status: 409 })} retry={() => undefined} />
        </div>
      </div>
    </section>
  );
}

/** The design system: each part of the pages as it looks in the reader's language and colours. */
export function DesignPage() {
  const { say } = useDesign();
  return (
    <>
      <h1>{say('designSystem')}</h1>
      <p class="muted">{say('designPromise')}</p>
      <TypeScale />
      <Spacing />
      <Colours />
      <Controls />
      <Tables />
      <Openings />
      <Sources />
      <States />
    </>
  );
}
