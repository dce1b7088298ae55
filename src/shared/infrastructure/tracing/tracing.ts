import { OnApplicationShutdown } from '@nestjs/common';
import { context, propagation, trace } from '@opentelemetry/api';
import { Environment } from '../../../config/environment.js';

/**
 * Sends spans to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names, with the official SDK; without this variable nothing is traced. The
 * SDK reads its other variables itself (OTEL_TRACES_SAMPLER, OTEL_RESOURCE_ATTRIBUTES, OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT).
 */
export class Tracing implements OnApplicationShutdown {
  private constructor(private readonly exporter: { shutdown(): Promise<void> } | undefined) {}

  static async start(environment: Environment): Promise<Tracing> {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: service } = environment;
    const { OTEL_EXPORTER_OTLP_PROTOCOL: protocol, OTEL_EXPORTER_OTLP_HEADERS: headers } = environment;
    if (endpoint === undefined) return new Tracing(undefined);
    // The SDK takes longer to load than most of the program, and most installations trace nothing.
    const { startExporter } = await import('./start-exporter.js');
    return new Tracing(startExporter(endpoint, service, { protocol, headers }));
  }

  get isOn(): boolean {
    return this.exporter !== undefined;
  }

  /** Sends the buffered spans; gives up if the collector does not respond. */
  async onApplicationShutdown(): Promise<void> {
    if (this.exporter === undefined) return;
    trace.disable();
    context.disable();
    propagation.disable();
    await this.exporter.shutdown().catch(() => undefined);
  }
}
