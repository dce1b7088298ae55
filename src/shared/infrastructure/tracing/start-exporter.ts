import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { ConfigurationError } from '../../../config/environment.js';
import { isForbiddenHost } from '../outgoing/forbidden-address.js';
import { guardedLookup } from '../outgoing/guarded-lookup.js';

/** Spans that wait for the collector; beyond, the newest are dropped and nobody waits. */
const MOST_WAITING = 2048;
/** A collector that is away must not hold up the end of the server. */
const EXPORT_LIMIT_MS = 3_000;

/** `/v1/traces` below the endpoint, as the specification of the OTLP exporter has it. */
function tracesUrl(endpoint: string): string {
  return `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`;
}

/**
 * Begins to send spans to the collector at this endpoint, under this name of the service.
 * @throws ConfigurationError for a link-local address or a metadata service
 */
export function startExporter(endpoint: string, service: string): NodeTracerProvider {
  if (isForbiddenHost(new URL(endpoint)))
    throw new ConfigurationError([
      'OTEL_EXPORTER_OTLP_ENDPOINT: this value is a link-local address or a metadata service; use the address of the collector',
    ]);
  const exporter = new OTLPTraceExporter({
    url: tracesUrl(endpoint),
    timeoutMillis: EXPORT_LIMIT_MS,
    // The exporter has a client of its own, which follows no redirect; it gets the same check of addresses.
    httpAgentOptions: { keepAlive: true, lookup: guardedLookup(() => false) },
  });
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': service })),
    spanProcessors: [
      new BatchSpanProcessor(exporter, { maxQueueSize: MOST_WAITING, exportTimeoutMillis: EXPORT_LIMIT_MS }),
    ],
  });
  // Baggage of a caller is not handed on: it would reach the provider of the model.
  provider.register({ propagator: new W3CTraceContextPropagator() });
  return provider;
}
