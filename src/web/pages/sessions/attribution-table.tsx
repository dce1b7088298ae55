import type { Attribution } from '../api/sessions.js';
import { useSpeech } from '../words/language.js';
import { ServerText } from '../parts/server-text.js';

/** The effect of each component on one answer. */
export function AttributionTable({ attribution }: { readonly attribution: readonly Attribution[] }) {
  const { say, name } = useSpeech();
  if (attribution.length === 0) return null;
  const firedText = (fired: boolean | null) => (fired === null ? '–' : say(fired ? 'yes' : 'no'));
  return (
    <section>
      <h2>{say('components')}</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label={say('components')}>
        <table>
          <thead>
            <tr>
              {(['component', 'fired', 'points', 'observed', 'duration'] as const).map((head) => (
                <th key={head} scope="col">
                  {say(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {attribution.map((row) => (
              <tr key={row.component} class={row.fired === true ? '' : 'idle'}>
                <th scope="row">{name('component', row.component)}</th>
                <td>{firedText(row.fired)}</td>
                <td class="figure">{row.effect === null ? '–' : row.effect.toFixed(3)}</td>
                <td>{row.observed !== null && <ServerText>{row.observed}</ServerText>}</td>
                <td class="figure">{row.took_ms === null ? '–' : `${row.took_ms.toFixed(1)} ms`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
