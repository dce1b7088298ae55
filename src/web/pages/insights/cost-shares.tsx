import type { CostShare, Insights } from '../api/insights.js';
import { DataTable } from '../parts/data-table.js';
import { useInsightsWords } from './insights-words.js';

const DIVISIONS = ['model', 'agent', 'caller'] as const;
type Division = (typeof DIVISIONS)[number];

/** Calls of jobs and of test sessions belong to no key. */
const OWN_NAMES: Readonly<Record<string, 'byBackground' | 'byTestSessions' | 'byAnonymous'>> = {
  background: 'byBackground',
  'test-sessions': 'byTestSessions',
  anonymous: 'byAnonymous',
};

function Shares({ by, shares }: { readonly by: Division; readonly shares: readonly CostShare[] }) {
  const { say, count } = useInsightsWords();
  const nameOf = ({ id, name }: CostShare) => {
    if (id === '') return say('withoutAgent');
    const own = by === 'caller' ? OWN_NAMES[id] : undefined;
    return own === undefined ? (name ?? id) : say(own);
  };
  const heads = [`by_${by}`, 'modelCalls', 'tokens', 'cost'] as const;
  return (
    <DataTable
      label={say(`by_${by}`)}
      heads={heads.map((head) => say(head))}
      empty={say('noShares')}
      rows={shares.map((share) => (
        <tr key={share.id} data-share={share.id}>
          <th scope="row">{nameOf(share)}</th>
          <td class="figure">{count(share.calls)}</td>
          <td class="figure">
            {count(share.input_tokens)} / {count(share.output_tokens)}
          </td>
          <td class="figure">{say('usd', { usd: share.usd.toFixed(4) })}</td>
        </tr>
      ))}
    />
  );
}

/** The cost of a time by model, by agent and by key or person, where the reader may see the cost. */
export function CostShares({ figures }: { readonly figures: Insights }) {
  return (
    <>
      {DIVISIONS.map((by) => {
        const shares = figures[`cost_by_${by}`];
        return shares === null ? null : <Shares key={by} by={by} shares={shares} />;
      })}
    </>
  );
}
