import { parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { ConfigurationError } from '../../../config/environment.js';
import { isForbiddenHost } from '../outgoing/forbidden-address.js';
import { guardedLookup } from '../outgoing/guarded-lookup.js';

/** Maximum number of buffered spans; further ones are dropped. */
const MOST_WAITING = 2048;
/** An unavailable collector must not delay the shutdown. */
const EXPORT_LIMIT_MS = 3_000;

interface Wire {
  readonly protocol: string;
  readonly headers: string | undefined;
}

/** `/v1/traces` below the endpoint, as in the specification of the OTLP exporter. */
function tracesUrl(endpoint: string): string {
  return `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`;
}

/**
 * Starts to send spans to the collector at this endpoint, with this service name.
 * @param wire `http/protobuf`, which every collector takes, or `http/json`; headers as `name=value` pairs with commas between them
 * @throws ConfigurationError for a link-local address or a metadata service
 */
export function startExporter(endpoint: string, service: string, wire: Wire): NodeTracerProvider {
  if (isForbiddenHost(new URL(endpoint)))
    throw new ConfigurationError([
      'OTEL_EXPORTER_OTLP_ENDPOINT: this value is a link-local address or a metadata service; use the address of the collector',
    ]);
  const Exporter = wire.protocol === 'http/json' ? JsonExporter : ProtobufExporter;
  const exporter = new Exporter({
    url: tracesUrl(endpoint),
    timeoutMillis: EXPORT_LIMIT_MS,
    ...(wire.headers === undefined ? {} : { headers: parseKeyPairsIntoRecord(wire.headers) }),
    // The exporter has its own client, which follows no redirects; add the same check of addresses.
    httpAgentOptions: { keepAlive: true, lookup: guardedLookup(() => false) },
  });
  const provider = new NodeTracerProvider({
    // The default resource does not read OTEL_RESOURCE_ATTRIBUTES.
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': service })),
    spanProcessors: [
      new BatchSpanProcessor(exporter, { maxQueueSize: MOST_WAITING, exportTimeoutMillis: EXPORT_LIMIT_MS }),
    ],
  });
  // Do not propagate a caller's baggage: it would reach the model provider.
  provider.register({ propagator: new W3CTraceContextPropagator() });
  return provider;
}
