import fastifyCors from '@fastify/cors';
import fastifyHelmet from '@fastify/helmet';
import fastifyMultipart from '@fastify/multipart';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { SearchWorkerPrewarm } from './search/index-memory/infrastructure/search-worker-prewarm.js';
import { Readiness } from './health/domain/readiness.js';
import { AppModule, VERSION } from './app.module.js';
import { FORM_LIMITS } from './documents/interface/upload-form.js';
import { auditChanges } from './audit/interface/audit-changes.js';
import { Authenticate } from './access/application/authenticate.js';
import { ProtectedResource } from './access/interface/protected-resource.js';
import { admitCallers } from './access/interface/admit-caller.js';
import { AdmitDirectory } from './access/interface/admit-directory.js';
import { OpenRequests } from './access/interface/open-requests.js';
import { SessionCookie } from './access/interface/session-cookie.js';
import type { Environment } from './config/environment.js';
import { registerRequestBudget } from './llm/interface/request-budget.js';
import { AuditTrail } from './shared/domain/audit-trail.js';
import { rememberRequests } from './shared/infrastructure/request-context.js';
import { traceRequests } from './shared/infrastructure/tracing/active-span.js';
import { Tracing } from './shared/infrastructure/tracing/tracing.js';
import { BusyThreads } from './shared/infrastructure/busy-threads.js';
import { refuseEmptiedFiles } from './shared/infrastructure/database/open-failure.js';
import { LoadShedder, waitForPlaces } from './shared/interface/load-shedding/load-shedder.js';
import { MonotonicClock } from './shared/domain/clock.js';
import { TrustedProxies } from './shared/infrastructure/trusted-proxies.js';
import { limitAddresses } from './shared/interface/address-limit.js';
import { apiDocument } from './shared/interface/api-document.js';
import { registerAccessLog } from './shared/interface/access-log.js';
import { registerBodyParsers } from './shared/interface/body-parsers.js';
import { guardAgainstPages } from './shared/interface/browser-guard.js';
import { answerClientError, answerFrameworkError } from './shared/interface/parser-errors.js';
import { OwnHosts } from './shared/interface/own-hosts.js';
import { PinoLogger } from './shared/interface/pino-logger.js';
import { refuseOtherMethods, RouteMethods } from './shared/interface/route-methods.js';
import { answerProblem, ProblemFilter } from './shared/interface/problem.filter.js';
import { PathPrefix } from './shared/interface/path-prefix.js';
import { PublicAddress, publicPath } from './shared/interface/public-address.js';
import { receiveBodies } from './shared/interface/request-bodies.js';
import { requestId } from './shared/interface/request-id.js';
import { isDocumentation, ruleResponses } from './shared/interface/response-rules.js';
import { validationPipe } from './shared/interface/validation.js';
import { serveAssets } from './web/built-pages.js';
import { leadBrowsersToPages } from './web/page.controller.js';
import { drainConnections } from './shared/interface/connections.js';

/** What pages of allowed origins may read besides the body. */
const EXPOSED_HEADERS = ['x-request-id', 'retry-after', 'www-authenticate', 'allow', 'location', 'content-disposition'];

/** Ids have up to 200 characters, which percent-encoding can make nine times as long. */
const MAX_PARAMETER_LENGTH = 2_000;

const YEAR_S = 31_536_000;

/** Answers errors of hooks and parsers in the one form, on routes of plugins (files, preflights) as well. */
class ProblemAdapter extends FastifyAdapter {
  /** Nest's own handler would come after those routes and miss them; what it does, `answerProblem` does from the start. */
  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.getInstance();
  }
}

function createAdapter(admission: LoadShedder, proxies: TrustedProxies, prefix: PathPrefix): FastifyAdapter {
  return new ProblemAdapter({
    trustProxy: proxies.trusts,
    rewriteUrl: prefix.withoutPrefix,
    serverFactory: admission.serve,
    logger: false,
    genReqId: requestId,
    requestIdHeader: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: answerFrameworkError,
    // Requests that arrive while the server starts to close are answered: the stores close after the last answer.
    return503OnClosing: false,
    // Bodies are refused as invalid input by our own rules, with our own words.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
  });
}

/** What refuses a request by its head alone, before its key and its body; and the headers that every answer has. */
async function registerGuards(
  app: NestFastifyApplication,
  environment: Environment,
  address: PublicAddress,
): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const authenticate = app.get(Authenticate, { strict: false });
  const directory = app.get(AdmitDirectory, { strict: false });
  await ruleResponses(fastify);
  if (environment.API_DOCS === 'keys')
    fastify.addHook('onRoute', (route) => {
      if (isDocumentation(route.url)) route.config = { ...route.config, access: { scope: 'any' } };
    });
  await fastify.register(fastifyHelmet, {
    // Nothing is loaded from another origin, and no page has an inline script; only Swagger UI has an inline style sheet.
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", ({ url }) => (/^\/docs\/?(\?|$)/.test(url ?? '') ? "'unsafe-inline'" : "'self'")],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
    // Other servers may have names below this one.
    strictTransportSecurity:
      environment.PUBLIC_URL?.startsWith('https:') === true ? { maxAge: YEAR_S, includeSubDomains: false } : false,
  });
  guardAgainstPages(fastify, {
    hosts: new OwnHosts(environment),
    address,
    allowedOrigins: environment.CORS_ALLOWED_ORIGINS,
  });
  await fastify.register(fastifyCors, {
    // Other pages get no answer to a preflight, as if there were no such route.
    origin: (origin, done) => done(null, environment.CORS_ALLOWED_ORIGINS.find((each) => each === origin) ?? false),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED_HEADERS,
  });
  if (environment.RATE_LIMIT_PER_MINUTE > 0)
    limitAddresses(fastify, {
      perMinute: environment.RATE_LIMIT_PER_MINUTE,
      keys: {
        isRequired: authenticate.isRequired,
        isKnown: (secret) => authenticate.isKnown(secret) || directory.matches(secret),
        prefixInUse: (secret) => authenticate.prefixInUse(secret),
      },
      clock: app.get(MonotonicClock),
    });
}

function isRequest(value: unknown): value is FastifyRequest {
  return typeof value === 'object' && value !== null && 'headers' in value && 'socket' in value;
}

/** Makes the document for a request that came through a proxy which serves this server under a path. */
const servedUnder =
  (address: PublicAddress) =>
  (request: unknown, _reply: unknown, document: OpenAPIObject): OpenAPIObject => ({
    ...document,
    servers: [{ url: (isRequest(request) ? address.prefixOf(request) : '') || '/' }],
  });

function serveDocumentation(app: NestFastifyApplication, environment: Environment, address: PublicAddress): void {
  if (environment.API_DOCS === 'off') return;
  const root = publicPath(environment.PUBLIC_URL) || '/';
  // Swagger UI loads its files relative to /docs; a slash more would lead past them. The address is relative: there may be a path before it.
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, reply, done) => {
      if (request.url.split('?')[0] === '/docs/') void reply.redirect('../docs', 301);
      else done();
    });
  // The document is made when somebody asks for it: that keeps the start short.
  SwaggerModule.setup('docs', app, () => apiDocument(app, VERSION, root), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    ...(environment.TRUST_PROXY.length === 0 || environment.PUBLIC_URL !== undefined
      ? {}
      : { patchDocumentOnRequest: servedUnder(address) }),
  });
}

/**
 * Everything between Nest and the network; the same for the server and for tests.
 * @param early the search thread, where it set out before
 */
export async function createApp(
  environment: Environment,
  logger: Logger,
  early?: SearchWorkerPrewarm,
): Promise<NestFastifyApplication> {
  refuseEmptiedFiles(environment);
  const admission = new LoadShedder();
  const proxies = new TrustedProxies(environment.TRUST_PROXY);
  const prefix = new PathPrefix(environment.PUBLIC_URL);
  const adapter = createAdapter(admission, proxies, prefix);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(environment, early), adapter, {
    logger: new PinoLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  const fastify = app.getHttpAdapter().getInstance();
  const address = app.get(PublicAddress, { strict: false });
  fastify.setErrorHandler(answerProblem);
  prefix.watch(fastify);
  const routes = new RouteMethods();
  routes.watch(fastify);
  const onRefused = registerAccessLog(app, logger);
  await registerGuards(app, environment, address);
  refuseOtherMethods(fastify, routes);
  registerBodyParsers(fastify);
  receiveBodies(fastify, admission.arrivals);
  await fastify.register(fastifyMultipart, {
    limits: { fileSize: environment.MAX_UPLOAD_MB * 1024 * 1024, ...FORM_LIMITS },
  });
  leadBrowsersToPages(fastify, address);
  admitCallers(
    fastify,
    app.get(Authenticate, { strict: false }),
    app.get(OpenRequests, { strict: false }),
    app.get(SessionCookie, { strict: false }),
    app.get(AdmitDirectory, { strict: false }),
    app.get(ProtectedResource, { strict: false }),
  );
  waitForPlaces(fastify, admission);
  rememberRequests(fastify);
  if (app.get(Tracing, { strict: false }).isOn) traceRequests(fastify);
  auditChanges(fastify, app.get(AuditTrail, { strict: false }));
  const threads = app.get(BusyThreads, { strict: false });
  admission.follow({
    meter: () => threads.meter(),
    callsWaiting: () => threads.callsWaiting(),
    onRefused,
    origins: environment.CORS_ALLOWED_ORIGINS,
  });
  registerRequestBudget(app);
  await serveAssets(fastify);
  const readiness = app.get(Readiness, { strict: false });
  drainConnections(fastify, () => readiness.isLeaving);
  app.useGlobalFilters(new ProblemFilter());
  app.useGlobalPipes(validationPipe());
  serveDocumentation(app, environment, address);
  await app.init();
  return app;
}
