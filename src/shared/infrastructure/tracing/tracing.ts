import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { context, propagation, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { Environment } from '../../../config/environment.js';

/** Spans that wait for the collector; beyond, the newest are dropped and nobody waits. */
const MOST_WAITING = 2048;
/** A collector that is away must not hold up the end of the server. */
const EXPORT_LIMIT_MS = 3_000;

/** `/v1/traces` below the endpoint, as the specification of the OTLP exporter has it. */
function tracesUrl(endpoint: string): string {
  return `${endpoint.replace(/\/+$/, '')}/v1/traces`;
}

/**
 * Sends spans to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names, by the official SDK; without it nothing is traced. The SDK reads
 * its other variables itself (OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS, OTEL_RESOURCE_ATTRIBUTES).
 */
@Injectable()
export class Tracing implements OnApplicationShutdown {
  private readonly provider: NodeTracerProvider | undefined;

  constructor(environment: Environment) {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: name } = environment;
    if (endpoint === undefined) return;
    const exporter = new OTLPTraceExporter({ url: tracesUrl(endpoint), timeoutMillis: EXPORT_LIMIT_MS });
    this.provider = new NodeTracerProvider({
      resource: defaultResource().merge(resourceFromAttributes({ 'service.name': name })),
      spanProcessors: [
        new BatchSpanProcessor(exporter, { maxQueueSize: MOST_WAITING, exportTimeoutMillis: EXPORT_LIMIT_MS }),
      ],
    });
    // Baggage of a caller is not handed on: it would reach the provider of the model.
    this.provider.register({ propagator: new W3CTraceContextPropagator() });
  }

  get isOn(): boolean {
    return this.provider !== undefined;
  }

  /** What waits is sent; a collector that does not answer is left behind. */
  async onApplicationShutdown(): Promise<void> {
    if (this.provider === undefined) return;
    trace.disable();
    context.disable();
    propagation.disable();
    await this.provider.shutdown().catch(() => undefined);
  }
}
