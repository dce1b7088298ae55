import { useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { type AnsweredReport, askReports, markDone, type Report, type ReportSource } from '../api/reports.js';
import { announce } from '../parts/announce.js';
import { languageOf } from '../parts/language-of.js';
import { Link } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { useInsightsWords } from './insights-words.js';

/** Quoted documents, each with the way to its next edition. */
export function QuotedDocuments({ sources }: { readonly sources: readonly ReportSource[] }) {
  const { say } = useInsightsWords();
  if (sources.length === 0) return null;
  return (
    <ul class="plain">
      {sources.map(({ document_id: id, title, quote }) => (
        <li key={id + quote}>
          <Link to={`/pages/documents${query({ id })}`}>{title}</Link>
          <blockquote lang={languageOf(quote)}>{quote}</blockquote>
          <Link to={`/pages/documents${query({ id, show: 'editions' })}`}>{say('newEditionHere')}</Link>
        </li>
      ))}
    </ul>
  );
}

/** What came of asking a question again, in words; empty before that. */
export function useAgainText() {
  const { say, time } = useInsightsWords();
  return ({ asked_again: again }: Pick<Report, 'asked_again'>): string => {
    if (again === null) return '';
    const at = time(again.at);
    if (again.without_right === true) return say('answeredWithoutRight', { at });
    return say(again.outcome === 'answered' ? 'answeredAt' : 'notAnsweredAt', { at });
  };
}

/** The answers of today, below their questions. */
function AnswersNow({ answered }: { readonly answered: readonly AnsweredReport[] }) {
  const { say } = useInsightsWords();
  const again = useAgainText();
  const count = answered.filter(({ asked_again: one }) => one?.outcome === 'answered').length;
  return (
    <section class="note" data-again aria-label={say('answersNow')}>
      <p role="status">
        <strong>{say('answeredOf', { count, total: answered.length })}</strong>
      </p>
      <p class="muted">{say('answersAreYours')}</p>
      <ul class="plain">
        {answered.map((one) => (
          <li key={one.trace_id} data-answered={one.asked_again?.outcome ?? 'failed'}>
            <strong lang={languageOf(one.question)}>{one.question}</strong>
            <p class="muted">{one.asked_again === null ? say('notAskedNow') : again(one)}</p>
            {one.answer !== null && <p lang={languageOf(one.answer)}>{one.answer}</p>}
            <QuotedDocuments sources={one.sources} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Asks questions again, and shows the answers. @param changed called after it */
export function useAskAgain(traceIds: readonly string[], changed: () => void) {
  const { say } = useInsightsWords();
  const [isBusy, setIsBusy] = useState(false);
  const [answered, setAnswered] = useState<readonly AnsweredReport[] | undefined>();
  const [error, setError] = useState<unknown>(undefined);
  const ask = () => {
    setIsBusy(true);
    setError(undefined);
    askReports(traceIds)
      .then(({ items }) => {
        setAnswered(items);
        announce(say('answersNow'));
        changed();
      }, setError)
      .finally(() => setIsBusy(false));
  };
  const result = (
    <>
      {isBusy && <p role="status">{say('asking')}</p>}
      {error !== undefined && <ProblemView error={error} />}
      {answered !== undefined && <AnswersNow answered={answered} />}
    </>
  );
  return { ask, isBusy, result };
}

interface DoneProps {
  readonly traceIds: readonly string[];
  /** Name of the button. */
  readonly label: string;
  readonly done: () => void;
}

/** Marks questions as done, with a note for those who asked. */
export function DoneForm({ traceIds, label, done }: DoneProps) {
  const { say } = useInsightsWords();
  const [note, setNote] = useState('');
  const [error, setError] = useState<unknown>(undefined);
  const submit = (event: Event) => {
    event.preventDefault();
    setError(undefined);
    markDone(traceIds, true, note).then(() => {
      announce(say('markedDone'));
      done();
    }, setError);
  };
  return (
    <details>
      <summary>{label}</summary>
      <form class="fields" onSubmit={submit}>
        <label class="whole-row">
          {say('doneNote')}
          <textarea rows={2} maxLength={2000} value={note} onInput={(event) => setNote(event.currentTarget.value)} />
        </label>
        <button class="quiet">{label}</button>
      </form>
      {error !== undefined && <ProblemView error={error} />}
    </details>
  );
}
