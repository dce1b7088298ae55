// The packages that the built program loads as they are; all others are compiled into it (.config/bundle.mjs).

/** They load their own files, native modules or worker threads, or are large and loaded on demand. */
export const LOADED_AS_THEY_ARE = [
  'better-sqlite3',
  'piscina',
  'pino',
  'pino-pretty',
  'swagger-ui-dist',
  'pdfjs-dist',
  'openai',
  '@anthropic-ai/sdk',
  'pg',
  'isomorphic-git',
  'imapflow',
  'openid-client',
  'jose',
  '@opentelemetry/core',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/exporter-trace-otlp-proto',
  // Mapped DTO types load it themselves: a second copy in the bundle would not know the types of their inherited fields.
  'class-transformer',
];
/** Optional, and therefore not among the dependencies. */
export const OPTIONAL = ['@huggingface/transformers', 'pg-native'];
