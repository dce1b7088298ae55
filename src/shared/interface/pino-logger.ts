import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import { PinoPretty } from 'pino-pretty';

/** The one logger: JSON lines for machines, coloured lines on a terminal. Secrets in headers never reach it. */
export function createLogger(settings: { readonly level: string; readonly format: string }): Logger {
  const options = { level: settings.level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return settings.format === 'pretty'
    ? pino(options, PinoPretty({ sync: true, ignore: 'pid,hostname' }))
    : pino(options);
}

/** What Nest says of each module and route while it starts. */
const START_CONTEXTS: ReadonlySet<string> = new Set([
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestFactory',
  'NestApplication',
]);

type Level = 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal';

/** Lets Nest's own messages go through pino, so that every line has one shape. */
export class PinoLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log = (message: unknown, ...rest: unknown[]): void => this.write('info', message, rest);
  error = (message: unknown, ...rest: unknown[]): void => this.write('error', message, rest);
  warn = (message: unknown, ...rest: unknown[]): void => this.write('warn', message, rest);
  debug = (message: unknown, ...rest: unknown[]): void => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]): void => this.write('trace', message, rest);
  fatal = (message: unknown, ...rest: unknown[]): void => this.write('fatal', message, rest);

  /** Nest calls with (message, context) or (object, text, context). */
  private write(level: Level, message: unknown, rest: readonly unknown[]): void {
    // One line for each module and route is for those who look for it.
    const quiet = level === 'info' && rest.some((part) => typeof part === 'string' && START_CONTEXTS.has(part));
    if (quiet) {
      this.write('debug', message, rest);
      return;
    }
    const texts = rest.filter((part): part is string => typeof part === 'string');
    const context = texts.at(-1);
    if (typeof message === 'object' && message !== null) this.logger[level]({ ...message, context }, texts[0] ?? '');
    else this.logger[level]({ context }, String(message));
  }
}
