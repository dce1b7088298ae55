import { useId, useState } from 'preact/hooks';
import {
  type ChosenService,
  type PresentService,
  readServices,
  tryService,
  type TrialResult,
} from '../../api/setup.js';
import { announce } from '../../parts/announce.js';
import { languageOf } from '../../parts/language-of.js';
import { Loaded, useLoaded } from '../../parts/loaded.js';
import { ProblemView } from '../../parts/problem.js';
import { useAdministration } from '../administration-words.js';
import { envLines, isServer, keyNameOf, KINDS } from './env-lines.js';
import { useModels } from './models-words.js';

function Result({ result }: { readonly result: TrialResult }) {
  const { say, name, count } = useModels();
  const { works, failure, detail, took_ms: time, answer, dimensions } = result;
  if (!works)
    return (
      <div class="card wrong" data-works="false">
        <p class="head">{say('connectionFails')}</p>
        <p>{name('failure', failure ?? '')}</p>
        {detail !== null && (
          <p>
            {say('serviceSays')}: {detail}
          </p>
        )}
      </div>
    );
  return (
    <div class="card" data-works="true">
      <p class="head">{say('connectionWorks', { time: count(time) })}</p>
      {dimensions !== null && <p>{say('dimensions', { count: count(dimensions) })}</p>}
      {answer !== null && (
        <>
          <p>
            {say('testQuestion')}: <span lang="en">{answer.question}</span>
          </p>
          <p>
            {say('testAnswer')}: <span lang={languageOf(answer.text)}>{answer.text}</span>
          </p>
          <p>{say(answer.right ? 'rightAnswer' : 'wrongAnswer')}</p>
        </>
      )}
    </div>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  const { say } = useModels();
  const copy = () => {
    void navigator.clipboard.writeText(`${lines.join('\n')}\n`).then(() => announce(say('copiedLines')));
  };
  return (
    <div>
      <h3>{say('envLines')}</h3>
      <pre tabIndex={0}>{lines.join('\n')}</pre>
      <button type="button" class="quiet" onClick={copy}>
        {say('copyLines')}
      </button>
    </div>
  );
}

type Change = (change: Partial<ChosenService>) => void;

function ServerFields({ chosen, change }: { readonly chosen: ChosenService; readonly change: Change }) {
  const { say } = useModels();
  const hints = useId();
  const { part, kind, baseUrl, model, key } = chosen;
  const isCompatible = kind === 'compatible';
  return (
    <>
      <label>
        {say('baseUrl')}
        <input
          type="url"
          maxLength={500}
          required={isCompatible}
          value={baseUrl}
          placeholder={isCompatible ? '' : say('ownAddress')}
          aria-describedby={`${hints}-url`}
          onInput={(event) => change({ baseUrl: event.currentTarget.value.trim() })}
        />
      </label>
      <p id={`${hints}-url`} class="muted">
        {say(isCompatible ? 'baseUrlHelp' : 'ownAddress')}
      </p>
      <label>
        {say('modelName')}
        <input
          maxLength={200}
          required={part !== 'reranker'}
          value={model}
          onInput={(event) => change({ model: event.currentTarget.value.trim() })}
        />
      </label>
      <label>
        {say('keyField')}
        <input
          type="password"
          autocomplete="off"
          maxLength={500}
          value={key}
          aria-describedby={`${hints}-key`}
          onInput={(event) => change({ key: event.currentTarget.value.trim() })}
        />
      </label>
      <p id={`${hints}-key`} class="muted">
        {say('keyHelp', { name: keyNameOf(part, kind) ?? '' })}
      </p>
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
    start(chosen);
  };
  return (
    <section data-part={part} aria-label={name('part', part)}>
      <h2>{name('part', part)}</h2>
      <p class="muted">{name('partHelp', part)}</p>
      <Facts present={present} />
      <form class="card fields" onSubmit={submit}>
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
        {kind === 'local' && <p class="muted">{say('localHelp', { part })}</p>}
        {isServer(kind) && (
          <>
            <ServerFields chosen={chosen} change={change} />
            <button class="main" disabled={isBusy}>
              {say('testConnection')}
            </button>
          </>
        )}
      </form>
      <div role="status">
        {isBusy && <p>{say('testing')}</p>}
        {result !== undefined && <Result result={result} />}
      </div>
      {error !== undefined && <ProblemView error={error} />}
      <Lines lines={envLines(chosen, present.has_key && kind === present.kind, say('yourKey'))} />
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
