import { useId, useState } from 'preact/hooks';
import {
  type ChosenService,
  type PresentService,
  readServices,
  tryService,
  type TrialResult,
} from '../../api/setup.js';
import { Loaded, useLoaded } from '../../parts/loaded.js';
import { ProblemView } from '../../parts/problem.js';
import { useAdministration } from '../administration-words.js';
import { isServer, keyNameOf, KINDS } from './env-lines.js';
import { suggestedAddress, withScheme } from './service-address.js';
import { EnvLines, TrialOutcome, useModels } from './trial-outcome.js';

type Change = (change: Partial<ChosenService>) => void;

interface FieldsProps {
  readonly chosen: ChosenService;
  readonly change: Change;
}

/** The address: its scheme is filled in, and a path that most servers have is offered. */
function AddressField({ chosen, change }: FieldsProps) {
  const { say } = useModels();
  const hint = useId();
  const [completed, setCompleted] = useState('');
  const { kind, baseUrl } = chosen;
  const isCompatible = kind === 'compatible';
  const suggested = suggestedAddress(kind, withScheme(baseUrl));
  const complete = () => {
    const whole = withScheme(baseUrl);
    if (whole === baseUrl) return;
    setCompleted(whole);
    change({ baseUrl: whole });
  };
  return (
    <div>
      <label>
        {say('baseUrl')}
        <input
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          maxLength={500}
          required={isCompatible}
          value={baseUrl}
          aria-describedby={hint}
          onInput={(event) => change({ baseUrl: event.currentTarget.value.trim() })}
          onChange={complete}
        />
      </label>
      <p id={hint} class="muted">
        {say(isCompatible ? 'baseUrlHelp' : 'ownAddress')}
      </p>
      <div role="status">
        {completed !== '' && completed === baseUrl && (
          <p class="note">{say('addressCompleted', { address: baseUrl })}</p>
        )}
        {suggested !== undefined && (
          <p class="note row start">
            <span>{say('addressSuggested', { address: suggested })}</span>
            <button type="button" class="quiet" onClick={() => change({ baseUrl: suggested })}>
              {say('useAddress')}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

function ServerFields({ chosen, change }: FieldsProps) {
  const { say } = useModels();
  const hint = useId();
  const { part, kind, model, key } = chosen;
  return (
    <>
      <AddressField key={kind} chosen={chosen} change={change} />
      <label>
        {say('modelName')}
        <input
          maxLength={200}
          required={part !== 'reranker'}
          value={model}
          onInput={(event) => change({ model: event.currentTarget.value.trim() })}
        />
      </label>
      <div>
        <label>
          {say('keyField')}
          <input
            type="password"
            autocomplete="off"
            maxLength={500}
            value={key}
            aria-describedby={hint}
            onInput={(event) => change({ key: event.currentTarget.value.trim() })}
          />
        </label>
        <p id={hint} class="muted">
          {say('keyHelp', { name: keyNameOf(part, kind) ?? '' })}
        </p>
      </div>
    </>
  );
}

/** A trial of the chosen service, with its outcome. */
function useTrial() {
  const [result, setResult] = useState<TrialResult | undefined>();
  const [error, setError] = useState<unknown>(undefined);
  const [isBusy, setIsBusy] = useState(false);
  const forget = () => {
    setResult(undefined);
    setError(undefined);
  };
  const start = (chosen: ChosenService) => {
    if (isBusy) return;
    forget();
    setIsBusy(true);
    tryService(chosen)
      .then(setResult, setError)
      .finally(() => setIsBusy(false));
  };
  return { result, error, isBusy, start, forget };
}

function KindField({ chosen: { part, kind }, change }: FieldsProps) {
  const { say, name } = useModels();
  return (
    <label>
      {say('kindField')}
      <select
        value={kind}
        onChange={(event) => change({ kind: event.currentTarget.value, baseUrl: '', model: '', key: '' })}
      >
        {(KINDS[part] ?? []).map((one) => (
          <option key={one} value={one}>
            {name('kind', one)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What the settings name now. */
function Facts({ present }: { readonly present: PresentService }) {
  const { say, name } = useModels();
  const { kind, base_url: url, model, key_name: key, has_key: hasKey } = present;
  return (
    <p class="facts">
      <span>{say('now', { kind: name('kind', kind) })}</span>
      {url !== null && <span>{url}</span>}
      {isServer(kind) && <span>{model ?? say('usualModel')}</span>}
      {key !== null && <span>{say(hasKey ? 'keySet' : 'keyNotSet', { name: key })}</span>}
    </p>
  );
}

function Service({ present }: { readonly present: PresentService }) {
  const { say, name } = useModels();
  const { part } = present;
  const [chosen, setChosen] = useState<ChosenService>({
    part,
    kind: present.kind,
    baseUrl: present.base_url ?? '',
    model: present.model ?? '',
    key: '',
  });
  const { result, error, isBusy, start, forget } = useTrial();
  const change: Change = (changes) => {
    setChosen((before) => ({ ...before, ...changes }));
    forget();
  };
  const { kind } = chosen;
  const submit = (event: Event) => {
    event.preventDefault();
    const whole = { ...chosen, baseUrl: withScheme(chosen.baseUrl) };
    setChosen(whole);
    start(whole);
  };
  return (
    <section data-part={part} aria-label={name('part', part)}>
      <h2>{name('part', part)}</h2>
      <p class="muted">{name('partHelp', part)}</p>
      <Facts present={present} />
      <form class="card fields column" onSubmit={submit}>
        <KindField chosen={chosen} change={change} />
        {kind === 'local' && <p class="muted">{say('localHelp', { part })}</p>}
        {isServer(kind) && (
          <>
            <ServerFields chosen={chosen} change={change} />
            <p>
              <button class="main" disabled={isBusy}>
                {say('testConnection')}
              </button>
            </p>
          </>
        )}
      </form>
      <div role="status">
        {isBusy && <p>{say('testing')}</p>}
        {result !== undefined && <TrialOutcome result={result} />}
      </div>
      {error !== undefined && <ProblemView error={error} />}
      <EnvLines
        chosen={chosen}
        hasKey={present.has_key && kind === present.kind}
        multiplier={result?.timeout_multiplier ?? null}
      />
    </section>
  );
}

/** The language model, the embedding and the reranker: what the settings name, a trial of another one, and the lines for it. */
export function ModelsView() {
  const { say } = useModels();
  const { say: sayTitle } = useAdministration();
  const loaded = useLoaded(readServices, []);
  return (
    <>
      <h1>{sayTitle('models')}</h1>
      <p class="muted">{say('modelsPromise')}</p>
      <Loaded of={loaded}>
        {(services) => services.map((present) => <Service key={present.part} present={present} />)}
      </Loaded>
    </>
  );
}
