import fastifyCors from '@fastify/cors';
import fastifyHelmet from '@fastify/helmet';
import fastifyMultipart from '@fastify/multipart';
import fastifyRateLimit from '@fastify/rate-limit';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { Logger } from 'pino';
import type { EarlySearch } from './search/infrastructure/engine/early-search.js';
import { Readiness } from './health/domain/readiness.js';
import { AppModule, VERSION } from './app.module.js';
import { auditChanges } from './audit/interface/audit-changes.js';
import { Authenticate } from './access/application/authenticate.js';
import type { Environment } from './config/environment.js';
import { registerRequestBudget } from './llm/interface/request-budget.js';
import { AuditTrail } from './shared/domain/audit-trail.js';
import { rememberRequests } from './shared/infrastructure/request-context.js';
import { traceRequests } from './shared/infrastructure/tracing/trace-requests.js';
import { Tracing } from './shared/infrastructure/tracing/tracing.js';
import { BusyThreads } from './shared/infrastructure/busy-threads.js';
import { refuseEmptiedFiles } from './shared/infrastructure/database/open-failure.js';
import { Admission } from './shared/interface/admission.js';
import { MonotonicClock } from './shared/domain/clock.js';
import { addressLimitOptions } from './shared/interface/address-limit.js';
import { registerAccessLog } from './shared/interface/access-log.js';
import { limitBodyArrival } from './shared/interface/body-arrival.js';
import { registerBodyParsers } from './shared/interface/body-parsers.js';
import { drainConnections } from './shared/interface/connection-drain.js';
import { withCommonProblems } from './shared/interface/documented-problems.js';
import { answerClientError, answerFrameworkError } from './shared/interface/parser-errors.js';
import { PinoLogger } from './shared/interface/pino-logger.js';
import { ProblemFilter } from './shared/interface/problem.filter.js';
import { requestId } from './shared/interface/request-id.js';
import { validationPipe } from './shared/interface/validation.js';
import { serveAssets } from './web/built-pages.js';

/** Ids have up to 200 characters, which percent-encoding can make nine times as long. */
const MAX_PARAMETER_LENGTH = 2_000;

function createAdapter(admission: Admission): FastifyAdapter {
  return new FastifyAdapter({
    serverFactory: admission.serve,
    logger: false,
    genReqId: requestId,
    requestIdHeader: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: answerFrameworkError,
    // Who was about to ask when the server began to close is answered: the stores close behind the last answer.
    return503OnClosing: false,
    // Bodies are refused as invalid input by our own rules, with our own words.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
  });
}

async function registerPlugins(app: NestFastifyApplication, environment: Environment): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const authenticate = app.get(Authenticate, { strict: false });
  await fastify.register(fastifyHelmet, {
    // Nothing comes from another origin, and no script stands in a page; Swagger UI alone carries a style sheet inline.
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
    strictTransportSecurity: false,
  });
  await fastify.register(fastifyCors, {
    origin: environment.CORS_ALLOWED_ORIGINS,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['x-request-id', 'retry-after'],
  });
  if (environment.RATE_LIMIT_PER_MINUTE > 0)
    await fastify.register(
      fastifyRateLimit,
      addressLimitOptions(
        environment.RATE_LIMIT_PER_MINUTE,
        (key) => authenticate.isKnown(key),
        app.get(MonotonicClock),
      ),
    );
  await fastify.register(fastifyMultipart, {
    limits: { fileSize: environment.MAX_UPLOAD_MB * 1024 * 1024, files: 1, fields: 10, fieldSize: 64 * 1024 },
  });
}

function serveDocumentation(app: NestFastifyApplication): void {
  const description =
    "Self-hosted question answering over an organisation's own documents. Every error is application/problem+json; " +
    'lists are paged by cursor; with AUTH_MODE=api-key send a key as X-API-Key or as a bearer token.';
  const config = new DocumentBuilder()
    .setTitle('Touchstone')
    .setDescription(description)
    .setVersion(VERSION)
    .addApiKey({ type: 'apiKey', name: 'X-API-Key', in: 'header' }, 'key')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'API key' }, 'bearer')
    .build();
  // The document is made when somebody asks for it: that keeps the start short.
  SwaggerModule.setup('docs', app, () => withCommonProblems(SwaggerModule.createDocument(app, config)), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
  });
}

/**
 * Everything between Nest and the network; the same for the server and for tests.
 * @param early the search thread, where it set out before
 */
export async function createApp(
  environment: Environment,
  logger: Logger,
  early?: EarlySearch,
): Promise<NestFastifyApplication> {
  refuseEmptiedFiles(environment);
  const admission = new Admission();
  const adapter = createAdapter(admission);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(environment, early), adapter, {
    logger: new PinoLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  const fastify = app.getHttpAdapter().getInstance();
  registerBodyParsers(fastify);
  limitBodyArrival(fastify);
  await registerPlugins(app, environment);
  const onRefused = registerAccessLog(app, logger);
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
  serveDocumentation(app);
  await app.init();
  return app;
}
