import { useState } from 'preact/hooks';
import { storeTarget, type Target, TARGET_KINDS, TARGET_SCOPES } from '../../api/targets.js';
import { fieldOf } from '../../parts/form-field.js';
import { ProblemView } from '../../parts/problem.js';
import { filled, headerLines, partOf, readBody, readHeaders, shownValue, TypedTargetError } from './target-fields.js';
import { speechWith } from '../../words/language.js';
import words from './targets-words.json' with { type: 'json' };

export const useTargets = speechWith<keyof typeof words.en>(words);

const METHODS = ['POST', 'GET', 'PUT'] as const;
const RESPONSE = [
  'answer',
  'contexts',
  'citations',
  'conversation_id',
  'input_tokens',
  'output_tokens',
  'cost_usd',
] as const;
const BODY_EXAMPLE = '{"query": "{{question}}"}';

const numberOf = (data: FormData, name: string) => {
  const typed = fieldOf(data, name);
  return typed === '' ? undefined : Number(typed);
};

/** The request and the response of a target that is described by templates. */
function readTemplates(data: FormData): Record<string, unknown> {
  return {
    request: filled({
      method: fieldOf(data, 'method'),
      path: fieldOf(data, 'path'),
      body: readBody(fieldOf(data, 'body')),
    }),
    response: filled(Object.fromEntries(RESPONSE.map((name) => [name, fieldOf(data, `response_${name}`)]))),
    stream: fieldOf(data, 'stream'),
  };
}

/** The target that a person typed. @throws TypedTargetError */
function readTarget(data: FormData): Record<string, unknown> {
  const kind = fieldOf(data, 'kind');
  const price = { input_usd: numberOf(data, 'input_usd'), output_usd: numberOf(data, 'output_usd') };
  const isPriced = price.input_usd !== undefined || price.output_usd !== undefined;
  return filled({
    name: fieldOf(data, 'name'),
    kind,
    base_url: fieldOf(data, 'base_url'),
    model: fieldOf(data, 'model'),
    headers: readHeaders(fieldOf(data, 'headers')),
    ...(kind === 'http' ? readTemplates(data) : {}),
    price: isPriced ? { input_usd: price.input_usd ?? 0, output_usd: price.output_usd ?? 0 } : undefined,
    timeout_ms: numberOf(data, 'timeout_ms'),
    concurrency: numberOf(data, 'concurrency'),
    scopes: data.getAll('scopes'),
  });
}

interface TextProps {
  readonly field: string;
  readonly label: string;
  readonly value: unknown;
  readonly isRequired?: boolean;
  readonly max?: number;
}

function Text({ field, label, value, isRequired = false, max = 500 }: TextProps) {
  return (
    <label>
      {label}
      <input name={field} maxLength={max} required={isRequired} defaultValue={shownValue(value)} />
    </label>
  );
}

function Templates({ target }: { readonly target: Target | undefined }) {
  const { say, name } = useTargets();
  const request = partOf(target, 'request');
  const response = partOf(target, 'response');
  const body = request['body'];
  const method = request['method'] ?? METHODS[0];
  return (
    <fieldset data-part="templates">
      <legend>{say('requestAndResponse')}</legend>
      <div class="fields">
        <label>
          {say('httpMethod')}
          <select name="method">
            {METHODS.map((one) => (
              <option key={one} selected={one === method}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <Text field="path" label={say('httpPath')} value={request['path'] ?? '/'} max={2000} />
        <label>
          {say('streamed')}
          <select name="stream">
            {['', 'sse', 'ndjson'].map((one) => (
              <option key={one} value={one} selected={one === (target?.['stream'] ?? '')}>
                {name('stream', one === '' ? 'no' : one)}
              </option>
            ))}
          </select>
        </label>
        <label class="whole-row">
          {say('httpBody')}
          <textarea
            name="body"
            rows={3}
            spellcheck={false}
            defaultValue={
              body === undefined ? (target === undefined ? BODY_EXAMPLE : '') : JSON.stringify(body, null, 2)
            }
          />
        </label>
        <p class="whole-row muted">{say('placeholders')}</p>
        {RESPONSE.map((field) => (
          <Text
            key={field}
            field={`response_${field}`}
            label={name('response', field)}
            value={response[field]}
            isRequired={field === 'answer'}
          />
        ))}
        <p class="whole-row muted">{say('placesHelp')}</p>
      </div>
    </fieldset>
  );
}

function Limits({ target }: { readonly target: Target | undefined }) {
  const { say, name } = useTargets();
  const price = partOf(target, 'price');
  const scopes = target?.['scopes'] ?? ['test'];
  const numbers = [
    { field: 'timeout_ms', value: target?.['timeout_ms'], min: 1, max: 600_000, step: 1 },
    { field: 'concurrency', value: target?.['concurrency'], min: 1, max: 64, step: 1 },
    { field: 'input_usd', value: price['input_usd'], min: 0, max: undefined, step: 'any' },
    { field: 'output_usd', value: price['output_usd'], min: 0, max: undefined, step: 'any' },
  ] as const;
  return (
    <details class="whole-row">
      <summary>{say('targetLimits')}</summary>
      <div class="fields">
        {numbers.map(({ field, value, ...range }) => (
          <label key={field}>
            {name('limit', field)}
            <input
              type="number"
              name={field}
              min={range.min}
              {...(range.max === undefined ? {} : { max: range.max })}
              step={range.step}
              defaultValue={shownValue(value)}
            />
          </label>
        ))}
        <fieldset>
          <legend>{say('mayChoose')}</legend>
          {TARGET_SCOPES.map((scope) => (
            <label key={scope} class="choice">
              <input
                type="checkbox"
                name="scopes"
                value={scope}
                defaultChecked={Array.isArray(scopes) && scopes.includes(scope)}
              />{' '}
              {name('scope', scope)}
            </label>
          ))}
        </fieldset>
      </div>
    </details>
  );
}

interface FormProps {
  /** Undefined for a new one. */
  readonly target: Target | undefined;
  readonly stored: () => void;
}

/** A system under test: where it is, its headers, and for the kind `http` how it is asked and read. */
export function TargetForm({ target, stored }: FormProps) {
  const { say, name } = useTargets();
  const [kind, setKind] = useState<string>(target?.kind ?? TARGET_KINDS[0]);
  const [error, setError] = useState<unknown>(undefined);
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    setError(undefined);
    try {
      storeTarget(readTarget(new FormData(event.currentTarget)), target?.name).then(stored, setError);
    } catch (thrown) {
      setError(thrown instanceof TypedTargetError ? new Error(say(thrown.fault, { line: thrown.line })) : thrown);
    }
  };
  return (
    <form class="fields" onSubmit={submit}>
      <Text field="name" label={say('targetName')} value={target?.name} isRequired max={100} />
      <label>
        {say('targetKind')}
        <select name="kind" onChange={(event) => setKind(event.currentTarget.value)}>
          {TARGET_KINDS.map((one) => (
            <option key={one} value={one} selected={one === kind}>
              {name('target', one)}
            </option>
          ))}
        </select>
      </label>
      <Text field="base_url" label={say('targetAddress')} value={target?.base_url} isRequired max={2000} />
      <Text
        field="model"
        label={say('targetModel')}
        value={target?.['model']}
        isRequired={kind === 'openai'}
        max={200}
      />
      <label class="whole-row">
        {say('targetHeaders')}
        <textarea name="headers" rows={2} spellcheck={false} defaultValue={headerLines(partOf(target, 'headers'))} />
      </label>
      <p class="whole-row muted">{say('headersHelp')}</p>
      {kind === 'http' && <Templates target={target} />}
      <Limits target={target} />
      <button class="main">{say('save')}</button>
      {error !== undefined && <ProblemView error={error} />}
    </form>
  );
}
