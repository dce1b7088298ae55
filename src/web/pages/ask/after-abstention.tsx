import { useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { rate } from '../api/chat.js';
import { useRights } from '../api/keys.js';
import { announce } from '../parts/announce.js';
import { Link } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';

interface AbstentionProps {
  readonly question: string;
  readonly traceId: string;
}

/** A bad rating with a comment, which the editors of the documents read in the insights. */
function ReportMissing({ question, traceId }: AbstentionProps) {
  const { say } = useSpeech();
  const [isOpen, setIsOpen] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const [comment, setComment] = useState('');
  const [error, setError] = useState<unknown>(undefined);
  const submit = (event: Event) => {
    event.preventDefault();
    setError(undefined);
    rate({ question, traceId, caseId: undefined }, { thumb: 'thumbs_down', comment: comment.trim() }).then(() => {
      setIsSent(true);
      announce(say('missingReported'));
    }, setError);
  };
  if (isSent) return <p>{say('missingReported')}</p>;
  if (!isOpen)
    return (
      <p>
        <button type="button" class="quiet" onClick={() => setIsOpen(true)}>
          {say('reportMissing')}
        </button>
      </p>
    );
  return (
    <form class="fields correction" onSubmit={submit}>
      <label>
        {say('whatDoYouNeed')}
        <textarea
          rows={2}
          maxLength={4000}
          value={comment}
          onInput={(event) => setComment(event.currentTarget.value)}
        />
      </label>
      <button class="quiet">{say('reportMissing')}</button>
      {error !== undefined && <ProblemView error={error} />}
    </form>
  );
}

/** What a reader can do about a question that the documents do not answer: add to them, or report it to those who may. */
export function AfterAbstention({ question, traceId }: AbstentionProps) {
  const { say } = useSpeech();
  const { may, areKnown } = useRights();
  if (!areKnown) return null;
  if (!may('ingest')) return <ReportMissing question={question} traceId={traceId} />;
  return (
    <p class="row start mending">
      <Link to={`/pages/documents${query({ about: question })}`}>{say('addWhatAnswers')}</Link>
      <Link to="/pages/insights/missing">{say('seeWhatIsMissing')}</Link>
    </p>
  );
}
