import { exampleOf, type OpenApiDocument, type Operation, operationsOf } from '../support/open-api.js';
import { DOCUMENT, type Existing } from './existing.js';
import {
  ALWAYS_REFUSED,
  bodyFields,
  encode,
  type Field,
  type Place,
  type Target,
  withText,
  withTexts,
} from './target.js';

interface RouteField extends Field {
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  readonly at: Place;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
}

type Body = Readonly<Record<string, unknown>>;

/** Fields of an example that would end a call early; they are put in only when it is their turn. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'POST /search': ['agent_id', 'limit'],
  'POST /chat/run': ['agent_id'],
  // A chosen id can be taken only once.
  'POST /cbr/case': ['case_id'],
  'POST /test-sessions/estimate': ['resume_of'],
};

/** What the example of a route must say for the call to be accepted here. */
function overrides(name: string, existing: Existing, turn: number): Body {
  if (name === 'POST /taxonomy/versions')
    return {
      version: `3.0.${turn}`,
      base_version: '1.0.0',
      operations: [{ op: 'rename', path: ['Movable', 'Source'], to: ['Movable', `Place ${turn}`] }],
    };
  if (name === 'POST /chat/run') return { filters: { allowed_category_paths: [['Kept']] } };
  if (name === 'POST /cbr/feedback') return { case_id: existing.case_id, feedback_type: undefined };
  if (name === 'POST /cbr/reuse') return { case_id: existing.case_id };
  if (name.startsWith('POST /insights/reports/')) return { trace_ids: [existing['unanswered']] };
  if (name === 'POST /feedback') return { trace_id: existing['trace_id'] };
  if (name === 'POST /conversations/{conversation_id}/shares') return { trace_id: existing['trace_id'] };
  // Its next edition begins later than it does.
  if (name === 'PUT /documents/{document_id}')
    return { canonical_path: ['Kept'], effective_from: null, effective_to: null };
  // The answer is refused without `edit`.
  if (name === DECISION) return { decision: 'edit', answer: DOCUMENT.text };
  if (name === 'POST /cbr/suggest') return { category_path: ['Kept'] };
  return {};
}

/** An answer that is kept or not after its fact check. */
const DECIDES = /^POST \/cbr\/retain \/content$/;

/** An answer is decided once, so each call decides another one while any is left. */
const DECISION = 'POST /reviews/{review_id}/decision';

/** Parameters that a call has to have: both sessions of a comparison, and the name that categories resemble. */
function required(path: string, name: string, existing: Existing): string | undefined {
  if (path === '/test-sessions/compare') return existing['session'];
  if (path === '/test-sessions/{id}/labels' && name === 'reviewer') return 'ann';
  return path === '/taxonomy/{version}/categories' && name === 'name' ? 'Kept' : undefined;
}

/** Work that lasts for minutes: each call is refused because of an unknown field. */
const STARTS_WORK = 'POST /test-sessions';

function bodyOf(document: OpenApiDocument, { name, operation }: Operation): Body | undefined {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema === undefined) return undefined;
  const example = exampleOf(document, schema, 'all') as Body;
  return name === 'POST /chat/run' ? { ...example, context: { page: 'rules' } } : example;
}

function omit(body: Body, names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

function fieldsOf(operation: Operation, body: Body | undefined): RouteField[] {
  const { parameters = [] } = operation.operation as unknown as { parameters?: readonly Parameter[] };
  const inUrl = parameters
    .filter((parameter): parameter is Parameter & { in: 'path' | 'query' } => /^(path|query)$/.test(parameter.in))
    .map((parameter) => ({ name: parameter.name, in: parameter.in, at: [], pointer: `/${parameter.name}` }));
  const inBody = bodyFields(body).map((field) => {
    const isAlone = DECIDES.test(`${operation.name} ${field.pointer}`);
    return { ...field, name: field.pointer, in: 'body' as const, isAlone };
  });
  return [...inUrl, ...inBody];
}

function targetOf(document: OpenApiDocument, operation: Operation, existing: Existing): Target<RouteField> {
  const whole = bodyOf(document, operation);
  const fields = fieldsOf(operation, whole);
  const left = LEFT_OUT[operation.name] ?? [];
  let turn = 0;
  return {
    name: operation.name,
    fields,
    request(texts) {
      const waiting = operation.name === DECISION ? existing['waiting']?.split(' ')[turn] : undefined;
      const url = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
        const text = texts.get(fields.find((field) => field.in === 'path' && field.name === name) ?? { pointer: '' });
        return text === undefined
          ? encode(waiting ?? existing[operation.path] ?? existing[name] ?? 'unknown')
          : encode(text);
      });
      const query = fields.flatMap((field) => {
        const text = texts.get(field) ?? required(operation.path, field.name, existing);
        return field.in === 'query' && text !== undefined ? [`${field.name}=${encode(text)}`] : [];
      });
      let body: unknown = whole && { ...omit(whole, left), ...overrides(operation.name, existing, ++turn) };
      if (operation.name === STARTS_WORK) body = withText(body, [ALWAYS_REFUSED.slice(1)], 'x');
      const inBody = fields.filter((field) => field.in === 'body');
      body = withTexts(body, inBody, texts);
      return {
        method: operation.method,
        url: query.length === 0 ? url : `${url}?${query.join('&')}`,
        ...(body === undefined ? {} : { payload: body as object }),
      };
    },
  };
}

/** Every route that takes text in its path, its query or a JSON body. */
export function routeTargets(document: OpenApiDocument, existing: Existing): Target[] {
  return (
    operationsOf(document)
      // Without SCIM_TOKEN the routes of a directory take nothing; test/scim.spec.ts holds what they refuse. A label needs a row of an ended
      // session; test/session-labels.spec.ts holds what is refused.
      .filter(({ name, path }) => name !== 'POST /mcp' && !path.startsWith('/scim/v2/') && !path.includes('/labels/'))
      .map((operation) => targetOf(document, operation, existing))
      .filter(({ fields }) => fields.length > 0)
  );
}
