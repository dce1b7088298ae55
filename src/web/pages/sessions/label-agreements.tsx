import type { LabelAgreement, SessionLabels } from '../api/session-labels.js';
import { DataTable } from '../parts/data-table.js';
import { speechWith } from '../words/language.js';
import words from './label-words.json' with { type: 'json' };

export const useLabelSpeech = speechWith<keyof typeof words.en>(words);

/** How far the reviewers agree with each other and with the judge, by both readings of the labels. */
export function LabelAgreements({ agreements }: { readonly agreements: NonNullable<SessionLabels['agreement']> }) {
  const { say, percent } = useLabelSpeech();
  const who = (name: string) => (name === 'judge' ? say('theJudge') : name);
  const kappaOf = ({ kappa, ci95 }: LabelAgreement) => {
    if (kappa === null) return say('notComputable');
    const [low, high] = ci95 ?? [];
    const between =
      low === undefined || high === undefined ? say('notComputable') : `${low.toFixed(2)} – ${high.toFixed(2)}`;
    return `${kappa.toFixed(2)} (${between})`;
  };
  const readings = agreements.flatMap(({ first, second, labels, passed }) => [
    { key: `${first}/${second}/labels`, first, second, reading: say('byLabels'), found: labels },
    { key: `${first}/${second}/passed`, first, second, reading: say('byPassed'), found: passed },
  ]);
  return (
    <section>
      <h2>{say('agreement')}</h2>
      <p class="facts">{say('agreementHint')}</p>
      <DataTable
        label={say('agreement')}
        heads={[say('whoAgrees'), say('reading'), say('rowsInCommon'), say('sameLabel'), say('kappa')]}
        empty=""
        rows={readings.map(({ key, first, second, reading, found }) => (
          <tr key={key} data-agreement={key}>
            <th scope="row">{say('pairOf', { first: who(first), second: who(second) })}</th>
            <td>{reading}</td>
            <td class="figure">{found.rows}</td>
            <td class="figure">{percent(found.observed)}</td>
            <td class="figure">{kappaOf(found)}</td>
          </tr>
        ))}
      />
    </section>
  );
}
