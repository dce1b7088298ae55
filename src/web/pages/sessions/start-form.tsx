import { useState } from 'preact/hooks';
import { readDataset } from '../api/datasets.js';
import { type NewSession, startSession } from '../api/sessions.js';
import { listTargetNames } from '../api/targets.js';
import { useLoaded } from '../parts/loaded.js';
import { go, Link, usePlace } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';
import { listPersonas, personaName } from './persona-names.js';
import { sessionUrl, startUrl } from './session-url.js';

const ATTRIBUTIONS = ['trace', 'off', 'leave_one_out', 'factorial', 'shapley'] as const;

export const DEFAULT_SESSION: NewSession = {
  name: '',
  seed: '',
  personas: [],
  queries: 3,
  scenarios: 3,
  turns: 5,
  attribution: 'trace',
};

interface FieldsProps {
  readonly wanted: NewSession;
  readonly change: (changed: Partial<NewSession>) => void;
}

const NUMBERS = [
  { field: 'queries', label: 'queriesPerPersona', min: 3, max: 200 },
  { field: 'scenarios', label: 'scenarios', min: 1, max: 100 },
  { field: 'turns', label: 'followUps', min: 3, max: 20 },
] as const;

function Personas({ wanted, change }: FieldsProps) {
  const { say, language } = useSpeech();
  const personas = useLoaded(() => listPersonas(), []).value?.items ?? [];
  const toggle = (id: string) => () =>
    change({
      personas: wanted.personas.includes(id)
        ? wanted.personas.filter((other) => other !== id)
        : [...wanted.personas, id],
    });
  return (
    <fieldset>
      <legend>{say('personasAllIfNone')}</legend>
      {personas.map((persona) => (
        <label key={persona.id} class="choice" title={persona.description}>
          <input type="checkbox" checked={wanted.personas.includes(persona.id)} onChange={toggle(persona.id)} />{' '}
          {personaName(persona, language)}
        </label>
      ))}
    </fieldset>
  );
}

/** Settings of a session; the same for a session that starts now and for a schedule. */
export function SessionFields({ wanted, change }: FieldsProps) {
  const { say, name } = useSpeech();
  return (
    <>
      <label>
        {say('sessionName')}
        <input maxLength={200} value={wanted.name} onInput={(event) => change({ name: event.currentTarget.value })} />
      </label>
      <label>
        {say('seed')}
        <input type="number" value={wanted.seed} onInput={(event) => change({ seed: event.currentTarget.value })} />
      </label>
      {NUMBERS.map(({ field, label, min, max }) => (
        <label key={field}>
          {say(label)}
          <input
            type="number"
            required
            min={min}
            max={max}
            value={wanted[field]}
            onInput={(event) => change({ [field]: event.currentTarget.valueAsNumber })}
          />
        </label>
      ))}
      <label>
        {say('attribution')}
        <select value={wanted.attribution} onChange={(event) => change({ attribution: event.currentTarget.value })}>
          {ATTRIBUTIONS.map((tier) => (
            <option key={tier} value={tier}>
              {name('attribution', tier)}
            </option>
          ))}
        </select>
      </label>
      <Personas wanted={wanted} change={change} />
    </>
  );
}

interface ChosenProps {
  /** '' for generated questions. */
  readonly dataset: string;
  /** '' for this server. */
  readonly target: string;
}

/** The dataset and the target that the address of the page names. */
function Chosen({ dataset, target }: ChosenProps) {
  const { say } = useSpeech();
  const loaded = useLoaded(() => (dataset === '' ? Promise.resolve(undefined) : readDataset(dataset)), [dataset]);
  if (loaded.error !== undefined) return <ProblemView error={loaded.error} />;
  return (
    <p class="facts" data-part="chosen">
      <span>
        {dataset === ''
          ? say('questionsGenerated')
          : say('questionsOfDataset', { name: loaded.value?.name ?? dataset, count: loaded.value?.questions ?? '…' })}
      </span>
      <span>{target === '' ? say('testsThisServer') : say('testsTarget', { name: target })}</span>
      {dataset !== '' && target !== '' && <Link to={startUrl({ dataset })}>{say('testThisServer')}</Link>}
      <Link to="/pages/sessions">{say('startWithoutThese')}</Link>
    </p>
  );
}

/** Leads to the form with another system under test. */
function OtherTargets({ dataset, target }: ChosenProps) {
  const { say } = useSpeech();
  const others = (useLoaded(listTargetNames, []).value?.items ?? []).filter(({ name }) => name !== target);
  if (others.length === 0) return null;
  return (
    <p class="facts" data-part="targets">
      {others.map(({ name }) => (
        <Link key={name} to={startUrl({ dataset, target: name })}>
          {say('testTarget', { name })}
        </Link>
      ))}
    </p>
  );
}

/** Settings that count with the questions of a dataset as well. */
function DatasetSessionFields({ wanted, change }: FieldsProps) {
  const { say } = useSpeech();
  return (
    <label>
      {say('sessionName')}
      <input maxLength={200} value={wanted.name} onInput={(event) => change({ name: event.currentTarget.value })} />
    </label>
  );
}

/** Starts a session, and opens its page. `?dataset=` and `&target=` choose the questions and the system under test. */
export function StartForm() {
  const { say } = useSpeech();
  const { parameters } = usePlace();
  const dataset = parameters.get('dataset') ?? '';
  const target = parameters.get('target') ?? '';
  const isChosen = dataset !== '' || target !== '';
  const [wanted, setWanted] = useState(DEFAULT_SESSION);
  const change = (changed: Partial<NewSession>) => setWanted((before) => ({ ...before, ...changed }));
  const [error, setError] = useState<unknown>(undefined);
  const [isStarting, setIsStarting] = useState(false);
  const start = (event: Event) => {
    event.preventDefault();
    setIsStarting(true);
    setError(undefined);
    startSession({ ...wanted, dataset, target }).then(
      ({ session_id: id }) => go(sessionUrl(id)),
      (reason: unknown) => {
        setError(reason);
        setIsStarting(false);
      },
    );
  };
  return (
    <details class="card start" {...(isChosen ? { open: true } : {})}>
      <summary>{say('startSession')}</summary>
      {isChosen ? (
        <Chosen dataset={dataset} target={target} />
      ) : (
        <p>
          <Link to="/pages/administration/datasets">{say('askOwnQuestions')}</Link>
        </p>
      )}
      <OtherTargets dataset={dataset} target={target} />
      <form class="fields" onSubmit={start}>
        {dataset === '' ? (
          <SessionFields wanted={wanted} change={change} />
        ) : (
          <DatasetSessionFields wanted={wanted} change={change} />
        )}
        <button class="main" disabled={isStarting}>
          {say('startSession')}
        </button>
      </form>
      {error !== undefined && <ProblemView error={error} />}
    </details>
  );
}
