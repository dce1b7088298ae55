import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument, OpenApiOperation } from './open-api.js';

/** A response as a client sees it; `url` with or without its query. */
export interface SeenResponse {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** The header Content-Type. */
  readonly contentType: string | undefined;
  readonly body: string;
  /** The body that was sent, if it was JSON: what is answered by a success has to be in the document, too. */
  readonly sent?: string;
}

interface Route {
  readonly path: string;
  readonly pattern: RegExp;
  readonly operations: Readonly<Record<string, OpenApiOperation>>;
}

const DOCUMENT = 'openapi';
const PROBLEM = `${DOCUMENT}#/components/schemas/ProblemDto`;
/** Times as the contract has them: ISO 8601, UTC. */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/u;

function toRoutes(document: OpenApiDocument): Route[] {
  const routes = Object.entries(document.paths).map(([path, operations]) => {
    const pattern = path.replaceAll(/[.*+?^$()|[\]\\]/gu, '\\$&').replaceAll(/\{[^}]+\}/gu, '[^/]+');
    return { path, pattern: new RegExp(`^${pattern}$`, 'u'), operations };
  });
  // `/test-sessions/compare` is not a session with that id.
  return routes.sort((a, b) => a.path.split('{').length - b.path.split('{').length);
}

function pointerTo(...keys: readonly string[]): string {
  return keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
}

function describe({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath === '' ? 'the body' : instancePath} ${message ?? 'is not valid'} ${JSON.stringify(params)}`;
}

function mediaTypeOf(contentType: string | undefined): string | undefined {
  return contentType?.split(';')[0]?.trim().toLowerCase();
}

/** Compares responses, and requests that the server took, with what /openapi.json says of them. */
export class ResponseCheck {
  private readonly routes: readonly Route[];
  private readonly ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.routes = toRoutes(document);
    this.ajv.addFormat('date-time', DATE_TIME);
    for (const format of ['date', 'uri', 'uuid', 'binary']) this.ajv.addFormat(format, true);
    this.ajv.addSchema(document, DOCUMENT);
  }

  /** Returns what a response has that the document does not describe, a sentence each; none if it matches. */
  faultsOf(seen: SeenResponse): string[] {
    const path = seen.url.split('?')[0] ?? '/';
    const method = (seen.method === 'HEAD' ? 'GET' : seen.method).toLowerCase();
    const route = this.routes.find(({ pattern, operations }) => pattern.test(path) && operations[method] !== undefined);
    const faults =
      route === undefined
        ? this.outside(seen)
        : [...this.inside(route, method, seen), ...this.requestFaults(route, method, seen)];
    return faults.map((fault) => `${seen.method} ${path} answered ${seen.status}: ${fault}`);
  }

  /** What the document says against a request that the server took. */
  private requestFaults(route: Route, method: string, { url, status, sent }: SeenResponse): string[] {
    const operation = route.operations[method];
    if (operation === undefined || status >= 300) return [];
    const at = (...keys: string[]) => `${DOCUMENT}#/${pointerTo('paths', route.path, method, ...keys)}`;
    const type = operation.requestBody?.content['application/json'] === undefined ? undefined : 'application/json';
    const bodyFaults =
      sent === undefined || sent === '' || type === undefined
        ? []
        : this.compare(at('requestBody', 'content', type, 'schema'), sent).map((fault) => `the request: ${fault}`);
    const query = [...new URL(url, 'http://localhost').searchParams].map(([name, value]) => {
      const index = (operation.parameters ?? []).findIndex((known) => known.in === 'query' && known.name === name);
      // Any route ignores parameters that it does not know.
      if (index < 0) return '';
      const schema = at('parameters', String(index), 'schema');
      const faults = [JSON.stringify(value), value, JSON.stringify([value])].map((text) => this.compare(schema, text));
      return faults.some(({ length }) => length === 0)
        ? ''
        : `the parameter ${name}=${value}: ${faults[0]?.join(', ')}`;
    });
    return [...bodyFaults, ...query.filter(Boolean)];
  }

  /** What no operation describes: pages and unknown routes. Their problems have the shape of all problems. */
  private outside({ method, contentType, body }: SeenResponse): string[] {
    if (method === 'HEAD') return [];
    return mediaTypeOf(contentType) === 'application/problem+json' ? this.compare(PROBLEM, body) : [];
  }

  private inside(route: Route, method: string, { method: sent, status, contentType, body }: SeenResponse): string[] {
    const responses = route.operations[method]?.responses ?? {};
    const response = responses[String(status)] as { content?: Record<string, { schema?: unknown }> } | undefined;
    if (response === undefined)
      return [`the status is not among ${Object.keys(responses).join(', ')}. ${body.slice(0, 200)}`];
    if (body === '' || sent === 'HEAD') return [];
    const type = mediaTypeOf(contentType);
    const types = Object.keys(response.content ?? {});
    if (type === undefined || !types.includes(type))
      return [`the content type '${contentType}' is not among '${types.join("', '")}'`];
    if (response.content?.[type]?.schema === undefined) return [];
    const schema = `${DOCUMENT}#/${pointerTo('paths', route.path, method, 'responses', String(status), 'content', type, 'schema')}`;
    return this.compare(schema, body, type.endsWith('/json') || type.endsWith('+json'));
  }

  /** Compares a body with a schema of the document: the value of JSON, or any other text as the string that it is. */
  private compare(schema: string, body: string, isJson = true): string[] {
    let value: unknown = body;
    if (isJson)
      try {
        value = JSON.parse(body);
      } catch {
        return ['the body is not JSON'];
      }
    let validate = this.validators.get(schema);
    if (validate === undefined) {
      validate = this.ajv.compile({ $ref: schema });
      this.validators.set(schema, validate);
    }
    return validate(value) ? [] : (validate.errors ?? []).map(describe);
  }
}
