import { useState } from 'preact/hooks';
import { allResults, type Result } from '../api/sessions.js';
import { Badge } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { Link } from '../parts/place.js';
import { useServerText } from '../parts/server-text.js';
import { type Pair, pairResults } from './paired-results.js';
import { plainDetail } from './plain-detail.js';
import { useSessionSpeech } from './session-words.js';
import { sessionUrl } from './session-url.js';

interface SideProps {
  readonly title: string;
  readonly session: string;
  readonly result: Result;
}

function Side({ title, session, result }: SideProps) {
  const { say, name, fixed } = useSessionSpeech();
  const inWords = useServerText();
  const { answer, verdict, score, failure_type: failure, error } = result;
  return (
    <section>
      <p class="head">{title}</p>
      <p class="facts">
        <Badge group="verdict" value={verdict} />
        {score !== null && <span>{say('scoreOf', { score: fixed(score) })}</span>}
        {failure !== null && <span>{name('failure', failure)}</span>}
      </p>
      {result.abstained && <p class="head">{say('noAnswer')}</p>}
      <p class="said" lang={languageOf(answer ?? '')}>
        {answer ?? (error === null ? say('notMeasured') : inWords(error))}
      </p>
      {(result.reasons ?? []).length > 0 && (
        <ul class="facts plain">
          {result.reasons?.map((reason) => (
            <li key={reason} lang={languageOf(inWords(reason))}>
              {plainDetail(inWords(reason), name)}
            </li>
          ))}
        </ul>
      )}
      <Link to={sessionUrl(session, result.result_id)}>{say('lookInto')}</Link>
    </section>
  );
}

interface Sessions {
  readonly base: string;
  readonly candidate: string;
}

function PairCard({ pair, base, candidate }: Sessions & { readonly pair: Pair }) {
  const { say } = useSessionSpeech();
  const { query, gold, turn } = pair.base;
  return (
    <li class="card" data-pair={pair.key}>
      <h4 lang={languageOf(query)}>{query}</h4>
      <p class="facts">
        {turn !== null && <span>{say('turnNumber', { n: turn })}</span>}
        {gold.required_facts.length > 0 && (
          <span>{say('expectedFacts', { facts: gold.required_facts.join(' · ') })}</span>
        )}
        {!gold.answerable && <span>{say('expectedNothing')}</span>}
      </p>
      <div class="grid sides">
        <Side title={say('baseSession')} session={base} result={pair.base} />
        <Side title={say('candidateSession')} session={candidate} result={pair.candidate} />
      </div>
    </li>
  );
}

interface PairsProps extends Sessions {
  readonly title: string;
  readonly pairs: readonly Pair[];
}

function Pairs({ title, pairs, ...sessions }: PairsProps) {
  const { say } = useSessionSpeech();
  return (
    <section>
      <h3>
        {title} ({pairs.length})
      </h3>
      {pairs.length === 0 ? (
        <p class="muted">{say('none')}</p>
      ) : (
        <ul class="cards">
          {pairs.map((pair) => (
            <PairCard key={pair.key} pair={pair} {...sessions} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The rest is rendered when it is opened: a session has up to some thousand questions. */
function Rest({ title, pairs, ...sessions }: PairsProps) {
  const [isOpen, setOpen] = useState(false);
  if (pairs.length === 0) return null;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title} ({pairs.length})
      </summary>
      {isOpen && (
        <ul class="cards">
          {pairs.map((pair) => (
            <PairCard key={pair.key} pair={pair} {...sessions} />
          ))}
        </ul>
      )}
    </details>
  );
}

/** The answers of both sessions to the same questions: first those that pass in one only, then other changes, the rest on demand. */
export function AnswerPairs(sessions: Sessions) {
  const { say } = useSessionSpeech();
  const { base, candidate } = sessions;
  const loaded = useLoaded(
    () => Promise.all([allResults(base), allResults(candidate)]).then(([before, after]) => pairResults(before, after)),
    [base, candidate],
  );
  return (
    <section>
      <h2>{say('answersSideBySide')}</h2>
      <Loaded of={loaded}>
        {({ regressions, gains, other, same }) => (
          <>
            <Pairs title={say('regressions')} pairs={regressions} {...sessions} />
            <Pairs title={say('gains')} pairs={gains} {...sessions} />
            <Rest title={say('changedOtherwise')} pairs={other} {...sessions} />
            <Rest title={say('unchangedAnswers')} pairs={same} {...sessions} />
          </>
        )}
      </Loaded>
    </section>
  );
}
