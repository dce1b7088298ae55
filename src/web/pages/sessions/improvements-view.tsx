import { useState } from 'preact/hooks';
import { changeImprovement, type Improvement, listImprovements } from '../api/sessions.js';
import { Badge } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';

type Change = 'verify' | 'apply' | 'rollback';

/** Possible actions. A written suggestion has no patch: it is for people. */
function changesOf({ status, patch }: Improvement): readonly Change[] {
  if (patch.length === 0) return [];
  switch (status) {
    case 'verified':
      return ['apply', 'verify'];
    case 'applied':
      return ['rollback'];
    default:
      return ['verify'];
  }
}

function Evidence({ improvement }: { readonly improvement: Improvement }) {
  const { say } = useSpeech();
  return (
    <details>
      <summary>{say('evidence')}</summary>
      {improvement.patch.length > 0 && <pre tabIndex={0}>{JSON.stringify(improvement.patch, null, 1)}</pre>}
      <pre tabIndex={0}>{JSON.stringify(improvement.evidence, null, 1)}</pre>
    </details>
  );
}

function Audit({ improvement }: { readonly improvement: Improvement }) {
  const { time, name } = useSpeech();
  const entries = improvement.audit ?? [];
  if (entries.length === 0) return null;
  return (
    <ol class="facts plain">
      {entries.map((entry) => (
        <li key={entry.at + entry.action}>
          {time(entry.at)} · {name('improvement', entry.action)} · {entry.by} · <span lang="en">{entry.detail}</span>
        </li>
      ))}
    </ol>
  );
}

function ImprovementCard({ first }: { readonly first: Improvement }) {
  const { say, name } = useSpeech();
  const [improvement, setImprovement] = useState(first);
  const [running, setRunning] = useState<Change | undefined>();
  const [error, setError] = useState<unknown>(undefined);
  const change = (what: Change) => () => {
    setRunning(what);
    setError(undefined);
    changeImprovement(improvement.id, what)
      .then(setImprovement, setError)
      .finally(() => setRunning(undefined));
  };
  return (
    <li class="card" data-improvement={improvement.id}>
      <div class="row start">
        <Badge group="improvement" value={improvement.status} />
        <span class="facts">
          <span>{name('improvementType', improvement.type)}</span>
          <span>{name('priority', improvement.priority)}</span>
        </span>
      </div>
      <p lang={languageOf(improvement.description)}>{improvement.description}</p>
      {improvement.suggested_value !== null && improvement.suggested_value !== '' && (
        <p>
          <code>{improvement.suggested_value}</code>
        </p>
      )}
      <Evidence improvement={improvement} />
      <Audit improvement={improvement} />
      <div class="row start">
        {changesOf(improvement).map((what) => (
          <button key={what} type="button" class="quiet" disabled={running !== undefined} onClick={change(what)}>
            {name('change', what)}
          </button>
        ))}
        {running !== undefined && <span role="status">{say('working')}</span>}
      </div>
      {error !== undefined && <ProblemView error={error} />}
    </li>
  );
}

/** A verified change counts as an improvement; the others are suggestions that may still be verified. */
const isProved = ({ status }: Improvement): boolean =>
  status === 'verified' || status === 'applied' || status === 'rolled_back';

function Cards({ items, none }: { readonly items: readonly Improvement[]; readonly none: string }) {
  if (items.length === 0) return <p class="muted">{none}</p>;
  return (
    <ul class="cards">
      {items.map((improvement) => (
        <ImprovementCard key={improvement.id} first={improvement} />
      ))}
    </ul>
  );
}

/** Suggested repairs of failures; each has to be verified before it is applied. */
export function ImprovementsView() {
  const { say } = useSpeech();
  const loaded = useLoaded(listImprovements, []);
  return (
    <>
      <h1>{say('improvements')}</h1>
      <p class="muted">{say('improvementsPromise')}</p>
      <Loaded of={loaded}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">{say('noImprovements')}</p>
          ) : (
            <>
              <Cards items={items.filter(isProved)} none={say('noneVerified')} />
              {items.some((one) => !isProved(one)) && (
                <details class="suggestions">
                  <summary>{say('notVerified')}</summary>
                  <Cards items={items.filter((one) => !isProved(one))} none="" />
                </details>
              )}
            </>
          )
        }
      </Loaded>
    </>
  );
}
