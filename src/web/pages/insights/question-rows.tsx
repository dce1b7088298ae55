import { useState } from 'preact/hooks';
import { query } from '../api/call.js';
import type { InsightQuestion } from '../api/insights.js';
import { TraceOf } from '../ask/why-this-answer.js';
import { DataTable } from '../parts/data-table.js';
import { Dialog } from '../parts/dialog.js';
import { languageOf } from '../parts/language-of.js';
import { Link } from '../parts/place.js';
import { useInsightsWords } from './insights-words.js';

/** The own conversation can be continued; that of somebody else is only read. */
const conversationUrl = ({ conversation_id: c, owner, is_own: isOwn }: InsightQuestion): string =>
  isOwn ? `/${query({ c })}` : `/pages/insights/conversation${query({ c, owner })}`;

function Row({ one, open }: { readonly one: InsightQuestion; readonly open: () => void }) {
  const { say, name, time, percent } = useInsightsWords();
  const { rating, comment, degraded } = one;
  return (
    <tr data-question={one.trace_id}>
      <th scope="row">
        <Link to={conversationUrl(one)} lang={languageOf(one.question)}>
          {one.question}
        </Link>
      </th>
      <td class="figure">
        <time dateTime={one.created_at}>{time(one.created_at)}</time>
      </td>
      <td>
        {one.outcome === null ? '–' : name('kind', one.outcome)}
        {degraded.length > 0 && <span class="muted"> ({degraded.map((mark) => name('mark', mark)).join(', ')})</span>}
      </td>
      <td class="figure">{one.confidence === null ? '–' : percent(one.confidence)}</td>
      <td class="figure">{one.took_ms === null ? '–' : say('milliseconds', { ms: one.took_ms })}</td>
      <td>
        {rating === null ? '–' : name('kind', rating)}
        {comment !== null && comment !== '' && <p lang={languageOf(comment)}>{comment}</p>}
      </td>
      <td>
        <button type="button" class="link" onClick={open}>
          {say('showSteps')}
        </button>
      </td>
    </tr>
  );
}

/** Questions with a link to each conversation, and the steps of each answer. */
export function QuestionRows({ label, items }: { readonly label: string; readonly items: readonly InsightQuestion[] }) {
  const { say } = useInsightsWords();
  const [shown, setShown] = useState<InsightQuestion | undefined>();
  const heads = ['question', 'askedAt', 'result', 'confidenceOf', 'took', 'rating', 'steps'] as const;
  return (
    <>
      <DataTable
        label={label}
        heads={heads.map((head) => say(head))}
        empty={say('noRows')}
        rows={items.map((one) => (
          <Row key={one.trace_id} one={one} open={() => setShown(one)} />
        ))}
      />
      {shown !== undefined && (
        <Dialog title={say('stepsOf')} close={() => setShown(undefined)} class="sheet">
          <p lang={languageOf(shown.question)}>{shown.question}</p>
          <TraceOf traceId={shown.trace_id} latency={undefined} />
        </Dialog>
      )}
    </>
  );
}
