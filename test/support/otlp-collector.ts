import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

export type AttributeValue = string | number | boolean | readonly AttributeValue[];
export type Attributes = Readonly<Record<string, AttributeValue>>;

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly statusCode: number;
  readonly attributes: Attributes;
  readonly events: readonly { readonly name: string; readonly attributes: Attributes }[];
  readonly resource: Attributes;
}

export const KINDS = { internal: 1, server: 2, client: 3 } as const;
export const ERROR_STATUS = 2;

/** Fields of a protobuf message by number, each with all its values in order. */
type Fields = ReadonlyMap<number, readonly (Buffer | bigint)[]>;

/** The wire format of Protocol Buffers: varints, 64-bit, length-delimited and 32-bit fields. */
function fieldsOf(message: Buffer): Fields {
  const fields = new Map<number, (Buffer | bigint)[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const bytes = (length: number): Buffer => message.subarray(at, (at += length));
  while (at < message.length) {
    const tag = Number(varint());
    const wire = tag & 7;
    const value = wire === 0 ? varint() : bytes(wire === 1 ? 8 : wire === 5 ? 4 : Number(varint()));
    const values = fields.get(tag >> 3) ?? [];
    values.push(value);
    fields.set(tag >> 3, values);
  }
  return fields;
}

const messages = (fields: Fields, number: number): Fields[] =>
  (fields.get(number) ?? []).map((value) => fieldsOf(value as Buffer));
const bytesOf = (fields: Fields, number: number): Buffer =>
  (fields.get(number)?.[0] as Buffer | undefined) ?? Buffer.of();
const numberOf = (fields: Fields, number: number): number => Number(fields.get(number)?.[0] ?? 0n);

/** `AnyValue` of opentelemetry/proto/common/v1: text, boolean, integer, double or list. */
function valueOf(any: Fields): AttributeValue {
  const [number] = any.keys();
  if (number === 2) return numberOf(any, 2) !== 0;
  if (number === 3) return numberOf(any, 3);
  if (number === 4) return bytesOf(any, 4).readDoubleLE();
  if (number === 5) return messages(fieldsOf(bytesOf(any, 5)), 1).map(valueOf);
  return bytesOf(any, 1).toString();
}

const attributesOf = (fields: Fields, number: number): Attributes =>
  Object.fromEntries(
    messages(fields, number).map((pair) => [bytesOf(pair, 1).toString(), valueOf(fieldsOf(bytesOf(pair, 2)))]),
  );

/** Spans of an `ExportTraceServiceRequest`. */
function fromProtobuf(body: Buffer): CollectedSpan[] {
  return messages(fieldsOf(body), 1).flatMap((resourceSpans) => {
    const resource = attributesOf(fieldsOf(bytesOf(resourceSpans, 1)), 1);
    return messages(resourceSpans, 2).flatMap((scope) =>
      messages(scope, 2).map((span) => ({
        traceId: bytesOf(span, 1).toString('hex'),
        spanId: bytesOf(span, 2).toString('hex'),
        parentSpanId: bytesOf(span, 4).toString('hex'),
        name: bytesOf(span, 5).toString(),
        kind: numberOf(span, 6),
        attributes: attributesOf(span, 9),
        events: messages(span, 11).map((event) => ({
          name: bytesOf(event, 2).toString(),
          attributes: attributesOf(event, 3),
        })),
        statusCode: numberOf(fieldsOf(bytesOf(span, 15)), 3),
        resource,
      })),
    );
  });
}

type JsonValue = Readonly<Record<string, any>>;

function fromJsonValue(value: JsonValue): AttributeValue {
  if (value['arrayValue'] !== undefined) return (value['arrayValue'].values as JsonValue[]).map(fromJsonValue);
  const [only] = Object.values(value) as [string | number | boolean];
  return value['intValue'] === undefined ? only : Number(only);
}

const fromJsonPairs = (pairs: readonly JsonValue[] = []): Attributes =>
  Object.fromEntries(pairs.map(({ key, value }) => [key as string, fromJsonValue(value as JsonValue)]));

function fromJson(body: Buffer): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body.toString()) as { readonly resourceSpans: readonly any[] };
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    (scopeSpans as any[]).flatMap(({ spans }) =>
      (spans as any[]).map((span) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        name: span.name,
        kind: span.kind,
        statusCode: span.status?.code ?? 0,
        attributes: fromJsonPairs(span.attributes),
        events: (span.events ?? []).map((event: any) => ({
          name: event.name,
          attributes: fromJsonPairs(event.attributes),
        })),
        resource: fromJsonPairs(resource.attributes),
      })),
    ),
  );
}

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** An OTLP/HTTP receiver of traces; like collectors, it takes protobuf and JSON, compressed or not. */
export class OtlpCollector {
  readonly received: Received[] = [];
  readonly spans: CollectedSpan[] = [];
  private readonly server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { headers, url = '' } = request;
      const sent = Buffer.concat(parts);
      const body = headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      this.received.push({ path: url, headers });
      this.spans.push(...(headers['content-type'] === 'application/json' ? fromJson(body) : fromProtobuf(body)));
      response.writeHead(200, { 'content-type': headers['content-type'] ?? '' }).end();
    });
  });

  /** @returns its address, without a path */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The only span with this name. */
  span(name: string): CollectedSpan {
    const found = this.spans.filter((span) => span.name === name);
    if (found[0] === undefined || found.length > 1)
      throw new Error(`${found.length} spans are named ${name}: ${this.spans.map((span) => span.name).join(', ')}`);
    return found[0];
  }
}
