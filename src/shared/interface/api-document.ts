import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { withCommonProblems } from './documented-problems.js';
import { operationName } from './operation-names.js';
import { ScimErrorDto } from './problem.dto.js';
import { useSchemaExamples } from './schema-examples.js';

const DESCRIPTION =
  "Self-hosted question answering over an organisation's own documents. Every error is application/problem+json, but for those of " +
  '/scim/v2, which have the form of SCIM (RFC 7644, application/scim+json); lists are paged by cursor; with AUTH_MODE=api-key send a key as X-API-Key or as a bearer token.';
const SESSION = 'Session of a person who signed in by OpenID Connect; with https the name starts with `__Host-`.';
const CSRF =
  'The csrf_token of GET /auth/session; needed with the session cookie for every request that changes something.';

const TAGS: Readonly<Record<string, string>> = {
  System: 'Health and metrics of the service.',
  Documents: 'Documents and what was read from them.',
  taxonomy: 'Versions of the category tree, and the classification of texts.',
  Search: 'Passages for a query.',
  Index: 'State and maintenance of the search index.',
  Chat: 'Answers with their sources, conversations, traces, fact checks, feedback and reviews.',
  Filter: 'The category filter, tried and measured.',
  Cases: 'Case-based reasoning: cases, suggestions, feedback and statistics.',
  Agents: 'Manifests made from categories.',
  'OpenAI-compatible': 'Chat completions, models and embeddings for programs that speak to OpenAI.',
  MCP: 'The Model Context Protocol.',
  'Test automation': 'Test sessions, personas, schedules, reports and improvements.',
  Keys: 'Keys of the API.',
  'Sign-in': 'Sessions of people by OpenID Connect, and their personal tokens.',
  Users: 'People who sign in, and what their groups give them.',
  SCIM: 'People and groups of a directory (SCIM 2.0, RFC 7644), with SCIM_TOKEN in place of a key.',
  Audit: 'The log of changes.',
  Configuration: 'Intents, synonyms and the settings of the components, with their versions.',
  Jobs: 'Background jobs.',
  Webhooks: 'Messages to other servers about test sessions, jobs and runs of sources that end.',
  Sources: 'Folders that stay in step with the documents, and their runs.',
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** The end of a first sentence; an abbreviation or a number has no space and capital letter after its full stop. */
const SENTENCE_END = /(?<=[.!?])\s+(?=[A-Z`])/u;

/** Splits the comment of a route: the first sentence is the summary, the whole text is the description. */
function describeOperation(operation: Operation): void {
  const whole = [operation.summary, operation.description]
    .filter((text) => text !== undefined && text !== '')
    .join(' ');
  const [first = ''] = whole.replaceAll(/\s+/gu, ' ').split(SENTENCE_END);
  operation.summary = first;
  operation.description = whole;
}

/**
 * A signed-in person's browser sends its cookie in place of a key, and with each change the token of its session. The routes of the directory
 * take only its own secret.
 */
function bySession(method: (typeof METHODS)[number], { security = [] }: Operation): Record<string, string[]>[] {
  if (security.length === 0 || security.some(({ scim }) => scim !== undefined)) return [];
  return [method === 'get' ? { session: [] } : { session: [], csrf: [] }];
}

/** Completes each operation: its name, its description, and the missing key requirement of a public route. */
function completeOperations(document: OpenAPIObject): void {
  const names = new Set<string>();
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      const name = operationName(method, path);
      // If the name is already used, the later route keeps the name of its handler.
      if (!names.has(name)) operation.operationId = name;
      names.add(name);
      describeOperation(operation);
      operation.security = [...(operation.security ?? []), ...bySession(method, operation)];
    }
}

function usedTags(document: OpenAPIObject): Set<string> {
  const operations = Object.values(document.paths).flatMap((item) => METHODS.map((method) => item[method]));
  return new Set(operations.flatMap((operation) => operation?.tags ?? []));
}

/**
 * Creates the OpenAPI 3.1 document of an application. Takes about a tenth of a second: create it once.
 * @param root base path or URL of the routes, `/` without a proxy
 */
export function apiDocument(app: INestApplication, version: string, root: string): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.1')
    .setTitle('Touchstone')
    .setDescription(DESCRIPTION)
    .setVersion(version)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(root)
    .addApiKey({ type: 'apiKey', name: 'X-API-Key', in: 'header' }, 'key')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'API key' }, 'bearer')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'The secret of SCIM_TOKEN.' }, 'scim')
    .addCookieAuth('touchstone-session', { type: 'apiKey', description: SESSION }, 'session')
    .addApiKey({ type: 'apiKey', name: 'X-CSRF-Token', in: 'header', description: CSRF }, 'csrf')
    .build();
  const document = withCommonProblems(SwaggerModule.createDocument(app, config, { extraModels: [ScimErrorDto] }));
  document.info.contact = { name: 'Touchstone' };
  document.tags = [...usedTags(document)].map((name) => ({ name, description: TAGS[name] ?? '' }));
  completeOperations(document);
  useSchemaExamples(document);
  return document;
}
