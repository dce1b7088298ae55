import { useState } from 'preact/hooks';
import type { Improvement } from '../../api/improvements.js';
import { Badge } from '../../parts/labels.js';
import { languageOf } from '../../parts/language-of.js';
import { Link } from '../../parts/place.js';
import { ProblemView } from '../../parts/problem.js';
import { ServerText, useServerText } from '../../parts/server-text.js';
import { plainDetail } from '../plain-detail.js';
import { sessionUrl } from '../session-url.js';
import { useSessionSpeech } from '../session-words.js';
import { DismissForm } from './dismiss-form.js';
import { evidenceRows, patchLines } from './improvement-evidence.js';
import { changesOf } from './improvement-groups.js';
import type { ImprovementWork } from './improvement-work.js';

function Evidence({ improvement }: { readonly improvement: Improvement }) {
  const { say } = useSessionSpeech();
  const [changes, rows] = [patchLines(improvement), evidenceRows(improvement)];
  if (changes.length === 0 && rows.length === 0) return null;
  return (
    <details>
      <summary>{say('evidence')}</summary>
      {changes.length > 0 && (
        <dl class="figures">
          {changes.map(({ place, value }) => (
            <div key={place}>
              <dt>{place}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {rows.length > 0 && (
        <p class="row start">
          <span class="muted">{say('failedQuestions')}</span>
          {rows.map(({ session, result }, i) => (
            <Link key={result} to={sessionUrl(session, result)}>
              {say('failureNumber', { n: i + 1 })}
            </Link>
          ))}
        </p>
      )}
    </details>
  );
}

function History({ improvement }: { readonly improvement: Improvement }) {
  const { time, name } = useSessionSpeech();
  const entries = improvement.audit ?? [];
  if (entries.length === 0) return null;
  return (
    <ol class="facts plain">
      {entries.map((entry) => (
        <li key={entry.at + entry.action}>
          {time(entry.at)} · {name('improvement', entry.action)} · {entry.by} · <ServerText>{entry.detail}</ServerText>
        </li>
      ))}
    </ol>
  );
}

function Actions({ improvement, work }: Pick<CardProps, 'improvement' | 'work'>) {
  const { say, name } = useSessionSpeech();
  const [asks, setAsks] = useState(false);
  const { id } = improvement;
  const isRunning = work.running.has(id);
  const dismiss = async (reason: string) => {
    setAsks(false);
    await work.change(id, 'dismiss', reason);
  };
  if (asks) return <DismissForm dismiss={dismiss} cancel={() => setAsks(false)} />;
  return (
    <div class="row start">
      {changesOf(improvement).map((what) => (
        <button
          key={what}
          type="button"
          class="quiet"
          disabled={isRunning}
          onClick={() => (what === 'dismiss' ? setAsks(true) : void work.change(id, what))}
        >
          {name('change', what)}
        </button>
      ))}
      {isRunning && <span role="status">{say('working')}</span>}
    </div>
  );
}

interface CardProps {
  readonly improvement: Improvement;
  readonly work: ImprovementWork;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

/** A suggested repair with its evidence, its history and what can be done with it. */
export function ImprovementCard({ improvement, work, isChosen, choose }: CardProps) {
  const { say, name } = useSessionSpeech();
  const { id, description, suggested_value: value, dismissal_reason: reason } = improvement;
  const inWords = useServerText();
  const error = work.errors.get(id);
  const said = plainDetail(inWords(description), name);
  return (
    <li class="card" data-improvement={id}>
      <div class="row start">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={choose}
          aria-label={say('selectImprovement', { description: said })}
        />
        <Badge group="improvement" value={improvement.status} />
        <span class="facts">
          <span>{name('priority', improvement.priority)}</span>
          {improvement.patch.length === 0 && <span>{say('writtenOnly')}</span>}
        </span>
      </div>
      <p lang={languageOf(said)}>{said}</p>
      {value !== null && value !== '' && (
        <p>
          <code>{plainDetail(inWords(value), name)}</code>
        </p>
      )}
      {reason !== null && <p class="note">{say('dismissedBecause', { reason })}</p>}
      <Evidence improvement={improvement} />
      <History improvement={improvement} />
      <Actions improvement={improvement} work={work} />
      {error !== undefined && <ProblemView error={error} />}
    </li>
  );
}
