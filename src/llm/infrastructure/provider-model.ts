import { setTimeout as delay } from 'node:timers/promises';
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  IterableBackoff,
} from 'cockatiel';
import { Bulkhead, BulkheadFullError } from '../../shared/domain/bulkhead.js';
import { SpanKind } from '@opentelemetry/api';
import { DomainError } from '../../shared/domain/domain-error.js';
import { retryWithinDeadline } from '../../shared/infrastructure/retry-within-deadline.js';
import { messageAttribute, SpanAttributes } from '../../shared/domain/spans.js';
import { inSpan } from '../../shared/infrastructure/tracing/active-span.js';
import { StoppedError, raceAbort, withinLimit } from '../../shared/infrastructure/with-timeout.js';
import {
  AvailableModel,
  Completion,
  CompletionRequest,
  LanguageModelError,
  OnToken,
} from '../domain/language-model.js';
import { BreakerState, ModelStatistics } from '../domain/model-statistics.js';
import { Usage } from '../domain/written-answer.js';
import { FlowLimit, FlowLimits, FlowWatch } from './flow-limits.js';
import { ProviderClient, ProviderReply } from './provider-client.js';
import { providerFailure, ProviderFailure } from './provider-failure.js';

export interface ProviderModelSettings {
  readonly provider: string;
  readonly model: string;
  readonly apiKey: string | undefined;
  /** For a call that is not streamed: the wait for a slot, all attempts and the waits between them. */
  readonly timeoutMs: number;
  /** For a streamed call; `timeoutMs` for each limit if absent. */
  readonly stream?: FlowLimits;
  readonly concurrency: number;
  readonly queue: number;
  /** In US dollars; null if the price is not known. */
  readonly costUsd: (inputTokens: number, outputTokens: number) => number | null;
  /** Base address of the provider's server. */
  readonly baseUrl?: string;
  /** Whether spans contain the texts of requests and replies. */
  readonly tracesContent?: boolean;
  /** Random number in 0..1, for the waits between attempts. */
  readonly random?: () => number;
  /** Consecutive failed attempts that open the circuit, and its open intervals, which grow each time it opens again. */
  readonly breaker?: { readonly failures: number; readonly openMs: readonly number[] };
}

const ATTEMPTS = 3;
const FIRST_WAIT_MS = 200;
/**
 * One round of concurrent slow calls must not open the circuit: with eight concurrent calls, twenty failures are two to three rounds. A
 * provider that fails fast gets three attempts per call, so that seven calls open it.
 */
const BREAKER = { failures: 20, openMs: [5_000, 10_000, 20_000, 60_000] };
/** Maximum `Retry-After`; a longer wait is probably an error of the provider. */
const MAX_REST_MS = 300_000;
/** A health check that takes longer counts as failed. */
const HEALTH_LIMIT_MS = 1000;

const STATES: Readonly<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half_open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
};

/** Names of providers in OpenTelemetry's conventions, where they differ from LLM_PROVIDER. */
const CONVENTIONAL_NAMES: Readonly<Record<string, string>> = { gemini: 'gcp.gemini' };

function serverOf(baseUrl: string): SpanAttributes {
  const { hostname, port, protocol } = new URL(baseUrl);
  const usual = protocol === 'https:' ? 443 : 80;
  return { 'server.address': hostname, 'server.port': port === '' ? usual : Number(port) };
}

/** State of one call over its attempts. */
interface Progress {
  received: number;
  sent: boolean;
  /** A chunk was forwarded; a retry would send it twice. */
  handedOn: boolean;
}

interface Call {
  readonly caller: AbortSignal;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly onToken: OnToken | undefined;
  readonly watch: FlowWatch;
}

/** A provider's model with concurrency limit, timeout, retries, and a circuit breaker. */
export class ProviderModel extends AvailableModel {
  private readonly bulkhead: Bulkhead;
  private readonly breaker: CircuitBreakerPolicy;
  private cooldownUntil = 0;

  constructor(
    private readonly client: ProviderClient,
    private readonly settings: ProviderModelSettings,
    private readonly statistics: ModelStatistics,
  ) {
    super(settings);
    this.bulkhead = new Bulkhead(settings.concurrency, settings.queue);
    const { failures, openMs } = settings.breaker ?? BREAKER;
    this.breaker = circuitBreaker(
      handleWhen((error) => error instanceof ProviderFailure && error.countsAgainstProvider),
      { breaker: new ConsecutiveBreaker(failures), halfOpenAfter: new IterableBackoff([...openMs]) },
    );
    this.statistics.breaker = () => STATES[this.breaker.state];
    this.statistics.load = () => this.bulkhead.load;
  }

  complete(request: CompletionRequest, caller: AbortSignal, onToken?: OnToken): Promise<Completion> {
    const { tracesContent = false } = this.settings;
    const options = { kind: SpanKind.CLIENT, attributes: this.attributesOf(request, tracesContent) };
    return inSpan(`chat ${this.model}`, options, async (span) => {
      const completion = await this.call(request, caller, onToken);
      const { usage, text, isWhole } = completion;
      const reason = isWhole ? 'stop' : 'length';
      // Without counts of the server a call would be shown with no tokens.
      const isCounted = usage.inputTokens + usage.outputTokens > 0;
      span.setAttributes({
        'gen_ai.usage.input_tokens': isCounted ? usage.inputTokens : undefined,
        'gen_ai.usage.output_tokens': isCounted ? usage.outputTokens : undefined,
        'gen_ai.response.finish_reasons': [reason],
        // Not a name of the conventions, but the one that is read.
        ...(usage.costUsd === null ? {} : { 'gen_ai.usage.cost': usage.costUsd }),
        ...(tracesContent ? { 'gen_ai.output.messages': messageAttribute('assistant', text, reason) } : {}),
      });
      return completion;
    });
  }

  /** False while the circuit is open; otherwise requests the list of models. */
  async healthy(): Promise<boolean> {
    if (this.breaker.state === CircuitState.Open || this.restMs() > 0) return false;
    try {
      await withinLimit(HEALTH_LIMIT_MS, undefined, (signal) => raceAbort(signal, this.client.listModels(signal)));
      return true;
    } catch {
      return false;
    }
  }

  /** Names of OpenTelemetry's semantic conventions for generative AI. */
  private attributesOf(request: CompletionRequest, hasContent: boolean): SpanAttributes {
    const { baseUrl } = this.settings;
    return {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': CONVENTIONAL_NAMES[this.provider] ?? this.provider,
      'gen_ai.request.model': this.model,
      'gen_ai.request.max_tokens': request.maxTokens,
      'gen_ai.request.stream': true,
      'gen_ai.output.type': request.isJson === true ? 'json' : 'text',
      ...(baseUrl === undefined ? {} : serverOf(baseUrl)),
      ...(hasContent
        ? {
            'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: request.system }]),
            'gen_ai.input.messages': messageAttribute('user', request.user),
          }
        : {}),
    };
  }

  private async call(request: CompletionRequest, caller: AbortSignal, onToken?: OnToken): Promise<Completion> {
    const started = performance.now();
    const progress: Progress = { received: 0, sent: false, handedOn: false };
    const count = (outcome: Parameters<ModelStatistics['countCall']>[0]) =>
      this.statistics.countCall(outcome, (performance.now() - started) / 1000);
    const watch = new FlowWatch(this.limitsOf(onToken));
    try {
      const reply = await watch.run(caller, (signal) =>
        raceAbort(
          signal,
          this.bulkhead.run(() => this.attempts(request, { caller, signal, progress, onToken, watch }), signal),
        ),
      );
      const usage = this.usage(reply.tokens);
      count('ok');
      this.statistics.countUsage(usage);
      return { text: reply.text, usage, isWhole: reply.isWhole };
    } catch (error) {
      const failure = this.failure(error, caller, watch, progress);
      count(failure.failure);
      throw failure;
    }
  }

  private limitsOf(onToken: OnToken | undefined): FlowLimits {
    const { timeoutMs, stream } = this.settings;
    if (onToken !== undefined && stream !== undefined) return stream;
    return { firstTokenMs: timeoutMs, idleMs: timeoutMs, wholeMs: timeoutMs };
  }

  private async attempts(request: CompletionRequest, call: Call): Promise<ProviderReply> {
    const { firstTokenMs, wholeMs } = call.watch.limits;
    await this.waitForRest(call.signal, firstTokenMs);
    const started = performance.now();
    let attempt = 0;
    const policy = {
      deadlineMs: wholeMs,
      attemptMs: wholeMs,
      attempts: ATTEMPTS,
      firstWaitMs: FIRST_WAIT_MS,
      random: this.settings.random ?? Math.random,
      retryAfterMs: (error: unknown) => {
        if (!(error instanceof ProviderFailure) || call.progress.handedOn) return undefined;
        const asked = error.retryAfterMs;
        // A wait beyond the limit of the first token is not started.
        const leftMs = firstTokenMs - (performance.now() - started);
        return typeof asked === 'number' && asked >= leftMs ? undefined : asked;
      },
    };
    return retryWithinDeadline(policy, call.signal, (signal) => {
      if (++attempt > 1) this.statistics.retries++;
      return this.breaker.execute(() => this.attempt(request, { ...call, signal }));
    });
  }

  /** Waits for the cooldown if it ends within the call's limit. */
  private async waitForRest(signal: AbortSignal, limitMs: number): Promise<void> {
    const restMs = this.restMs();
    if (restMs >= limitMs)
      throw new LanguageModelError(
        'circuit_open',
        `${this.provider}: rate limited by the provider; retry after ${Math.ceil(restMs / 1000)} s`,
      );
    if (restMs > 0) await delay(restMs, undefined, { signal });
  }

  private async attempt(request: CompletionRequest, call: Call): Promise<ProviderReply> {
    const { caller, signal, progress, onToken, watch } = call;
    progress.sent = true;
    try {
      return await this.client.stream(request, signal, (text, kind) => {
        progress.received += text.length;
        watch.flowed();
        if (onToken === undefined) return;
        const isSaid = kind === 'said';
        progress.handedOn ||= isSaid;
        onToken(isSaid ? text : '');
      });
    } catch (error) {
      if (signal.aborted) {
        const isLate = !caller.aborted || isTimeUp(caller.reason);
        throw new ProviderFailure(isLate ? 'it was late' : 'the call was cancelled', undefined, isLate);
      }
      const failure = providerFailure(error, this.settings.apiKey);
      if (typeof failure.retryAfterMs === 'number') this.rest(failure.retryAfterMs);
      throw failure;
    }
  }

  private rest(askedMs: number): void {
    this.cooldownUntil = Math.max(this.cooldownUntil, performance.now() + Math.min(askedMs, MAX_REST_MS));
  }

  private restMs(): number {
    return Math.max(0, this.cooldownUntil - performance.now());
  }

  private failure(error: unknown, caller: AbortSignal, watch: FlowWatch, progress: Progress): LanguageModelError {
    if (error instanceof LanguageModelError) return error;
    const spent = progress.sent ? progress.received : undefined;
    const name = this.provider;
    if (caller.aborted && !isTimeUp(caller.reason))
      return new LanguageModelError('cancelled', `${name}: the call was cancelled`, spent);
    if (caller.aborted) return new LanguageModelError('late', `${name}: no answer within the limit of its step`, spent);
    if (watch.exceeded !== undefined || error instanceof StoppedError)
      return this.exceeded(watch.exceeded ?? 'wholeMs', watch.limits, progress);
    if (error instanceof BulkheadFullError) return new LanguageModelError('busy', `${name}: ${error.message}`);
    if (error instanceof BrokenCircuitError)
      return new LanguageModelError('circuit_open', `${name}: the circuit is open after repeated failures`);
    const reason = error instanceof ProviderFailure ? error.message : 'unknown reason';
    // A request that the server refuses at once costs nothing.
    return new LanguageModelError('failed', `${name}: ${reason}`, progress.received > 0 ? spent : undefined);
  }

  private exceeded(limit: FlowLimit, limits: FlowLimits, progress: Progress): LanguageModelError {
    const spent = progress.sent ? progress.received : undefined;
    const isAlike = limits.wholeMs <= limits.firstTokenMs;
    const what =
      limit === 'idleMs'
        ? `silent for ${limits.idleMs} ms in the middle of its answer`
        : limit === 'firstTokenMs' && !isAlike
          ? `no first token within ${limits.firstTokenMs} ms`
          : `no answer within ${limits.wholeMs} ms`;
    return new LanguageModelError(limit === 'idleMs' ? 'silent' : 'late', `${this.provider}: ${what}`, spent);
  }

  private usage(tokens: ProviderReply['tokens']): Usage {
    const { provider, model } = this;
    if (tokens === undefined) return { provider, model, inputTokens: 0, outputTokens: 0, costUsd: null };
    const cost = this.settings.costUsd(tokens.input, tokens.output);
    return { provider, model, inputTokens: tokens.input, outputTokens: tokens.output, costUsd: cost };
  }
}

/** Whether a step's limit has passed: the provider was late. Any other reason is a cancellation by the caller. */
function isTimeUp(reason: unknown): boolean {
  return reason instanceof DomainError && reason.kind === 'timed-out';
}
