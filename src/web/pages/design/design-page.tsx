import { CallError } from '../api/call.js';
import { BarChart } from '../parts/charts.js';
import { Badge } from '../parts/labels.js';
import { Waiting } from '../parts/loaded.js';
import { ProblemView } from '../parts/problem.js';
import { DataTable } from '../parts/data-table.js';
import { useDesign } from './design-words.js';

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
const SPACES_REM = [0.3, 0.6, 0.9, 1, 1.25, 2.5] as const;
const BADGES = ['healthy', 'degraded', 'unhealthy', 'queued', 'running', 'completed'] as const;

function TypeScale() {
  const { say } = useDesign();
  return (
    <section class="card" data-part="type">
      <h2>{say('typeScale')}</h2>
      <p style={{ fontSize: 'var(--text-page)', fontWeight: 700 }}>{say('pageTitle')} · --text-page</p>
      <p style={{ fontSize: 'var(--text-section)', fontWeight: 700 }}>{say('sectionTitle')} · --text-section</p>
      <p style={{ fontSize: 'var(--text-part)', fontWeight: 700 }}>{say('partTitle')} · --text-part</p>
      <p>{say('runningText')} · --text-running</p>
      <p class="muted">{say('smallText')} · --text-small</p>
      <p class="facts">
        <span>{say('factsText')} · --text-facts</span>
        <span>1,234</span>
      </p>
    </section>
  );
}

function Spacing() {
  const { say } = useDesign();
  return (
    <section class="card" data-part="spacing">
      <BarChart
        caption={say('spacing')}
        bars={SPACES_REM.map((rem) => ({ key: String(rem), label: `${rem} rem`, value: rem, shown: `${rem * 16} px` }))}
      />
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
      <States />
    </>
  );
}
