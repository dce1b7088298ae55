import { useState } from 'preact/hooks';
import { readTrace, type Trace, type TraceEvent } from '../api/chat.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { ServerText } from '../parts/server-text.js';
import { useSpeech } from '../words/language.js';

function inWords(value: unknown): string {
  return JSON.stringify(value, null, 1);
}

function TraceStep({
  event,
  from,
  whole,
}: {
  readonly event: TraceEvent;
  readonly from: number;
  readonly whole: number;
}) {
  const { say, name } = useSpeech();
  const share = (ms: number) => `${whole === 0 ? 0 : (ms / whole) * 100}%`;
  return (
    <li class={event.fired ? 'fired' : 'idle'}>
      <div class="row">
        <strong>{name('component', event.component)}</strong>
        <span class="facts">{event.fired ? `${event.took_ms.toFixed(1)} ms` : say('didNothing')}</span>
      </div>
      <span class="span" aria-hidden="true">
        <i style={{ marginInlineStart: share(from), width: share(event.took_ms) }} />
      </span>
      <p>
        <ServerText>{event.effect}</ServerText>
      </p>
      <details>
        <summary>{say('inAndOut')}</summary>
        <pre tabIndex={0}>{`${inWords(event.input)}\n→\n${inWords(event.output)}`}</pre>
      </details>
    </li>
  );
}

function Timeline({ trace, latency }: { readonly trace: Trace; readonly latency: number | undefined }) {
  const { say } = useSpeech();
  const whole = trace.events.reduce((sum, event) => sum + event.took_ms, 0);
  let at = 0;
  const steps = trace.events.map((event, i) => {
    const from = at;
    at += event.took_ms;
    return <TraceStep key={i} event={event} from={from} whole={whole} />;
  });
  return (
    <>
      <p class="muted">
        {say('traceTook', { ms: Math.round(latency === undefined ? whole : latency * 1000) })}
        {trace.configuration !== null && ` ${say('traceConfiguration', { version: trace.configuration.version })}`}
      </p>
      <ol class="timeline">{steps}</ol>
    </>
  );
}

/** The effect of each component on the question, in order. */
export function TraceOf({ traceId, latency }: { readonly traceId: string; readonly latency: number | undefined }) {
  const trace = useLoaded(() => readTrace(traceId), [traceId]);
  return <Loaded of={trace}>{(value) => <Timeline trace={value} latency={latency} />}</Loaded>;
}

/** The effect of each component on the question, in order; loaded when it is opened. */
export function WhyThisAnswer({
  traceId,
  latency,
}: {
  readonly traceId: string;
  readonly latency: number | undefined;
}) {
  const { say } = useSpeech();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details class="why" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{say('why')}</summary>
      {isOpen && <TraceOf traceId={traceId} latency={latency} />}
    </details>
  );
}
