import type { Session } from '../api/sessions.js';
import { DataTable } from '../parts/data-table.js';
import { useSessionSpeech } from './session-words.js';

const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;

/** The target next to plain search on the same questions, and the measured next to the requested difficulty. */
export function BaselineTable({ session }: { readonly session: Session }) {
  const { say, name, percent } = useSessionSpeech();
  const { baseline, measured_range: range, summary } = session;
  if (baseline === null) return null;
  const scores: readonly (readonly [string, number | null])[] = [
    [say('baselineTarget'), summary.success_rate],
    [say('baselineFirst'), baseline.bm25_first_sentence],
    [say('baselineNearest'), baseline.bm25_nearest_sentence],
    [say('baselineTop3'), baseline.bm25_top3],
    [say('baselineOverlap'), baseline.mean_overlap],
  ];
  return (
    <section>
      <h2>{say('baseline')}</h2>
      <p class="facts">{say('baselineHint')}</p>
      {range !== null && range.outside > 0 && (
        <p class="note">{say('outsideRange', { outside: range.outside, answers: range.answers })}</p>
      )}
      <DataTable
        label={say('baseline')}
        heads={[say('result'), say('value')]}
        empty=""
        rows={scores.map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td class="figure">{percent(value)}</td>
          </tr>
        ))}
      />
      <DataTable
        label={say('difficultyTable')}
        heads={[say('difficulty'), say('difficultyRequested'), say('difficultyMeasured')]}
        empty=""
        rows={DIFFICULTIES.map((difficulty) => (
          <tr key={difficulty}>
            <th scope="row">{name('difficulty', difficulty)}</th>
            <td class="figure">{baseline.requested_difficulty[difficulty]}</td>
            <td class="figure">{baseline.measured_difficulty[difficulty]}</td>
          </tr>
        ))}
      />
    </section>
  );
}
