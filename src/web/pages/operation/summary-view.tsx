import type { ComponentChildren } from 'preact';
import { useSpeech } from '../words/language.js';

/** Sections that have a heading, whether or not this server provides their figures. */
const SECTIONS = ['latency', 'degradations', 'budget'] as const;

type Figures = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Figures =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A figure without insignificant digits. */
function figure(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toFixed(2);
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Parts of the pipeline have the names that the trace of an answer has. */
function useFigureName(): (key: string) => string {
  const { name } = useSpeech();
  return (key) => {
    const component = name('component', key);
    return component === key.replaceAll('_', ' ') ? name('figure', key) : component;
  };
}

/** A map of maps as a table: one row for each outer key, one column for each inner one. */
function FigureTable({
  label,
  rows,
}: {
  readonly label: string;
  readonly rows: readonly (readonly [string, Figures])[];
}) {
  const nameOf = useFigureName();
  const columns = [...new Set(rows.flatMap(([, row]) => Object.keys(row)))];
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {nameOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, row]) => (
            <tr key={key}>
              <th scope="row">{nameOf(key)}</th>
              {columns.map((column) => (
                <td key={column} class="figure">
                  {figure(row[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Section({ label, figures }: { readonly label: string; readonly figures: Figures }): ComponentChildren {
  const { say } = useSpeech();
  const nameOf = useFigureName();
  // Percentiles without any sample have no figures.
  const entries = Object.entries(figures).filter(([, value]) => !isMap(value) || Object.keys(value).length > 0);
  if (entries.length === 0) return <p class="muted">{say('none')}</p>;
  const maps = entries.filter((entry): entry is [string, Figures] => isMap(entry[1]));
  const single = entries.filter(([, value]) => !isMap(value));
  return (
    <>
      {single.length > 0 && (
        <dl class="figures">
          {single.map(([key, value]) => (
            <div key={key}>
              <dt>{nameOf(key)}</dt>
              <dd>{figure(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {maps.length > 0 && <FigureTable label={label} rows={maps} />}
    </>
  );
}

/** Latency, degradations and budget of the server; missing sections are shown as not available. */
export function SummaryView({ figures }: { readonly figures: Figures | undefined }) {
  const { say, name } = useSpeech();
  const others = Object.keys(figures ?? {}).filter((key) => !SECTIONS.some((section) => section === key));
  const shown = (key: string) => {
    const value = figures?.[key];
    return (
      <section key={key} data-figures={key}>
        <h3>{name('figures', key)}</h3>
        {isMap(value) ? (
          <Section label={name('figures', key)} figures={value} />
        ) : (
          <p class={value === undefined ? 'muted' : ''}>{value === undefined ? say('notAvailable') : figure(value)}</p>
        )}
      </section>
    );
  };
  return <>{[...SECTIONS, ...others].map(shown)}</>;
}
