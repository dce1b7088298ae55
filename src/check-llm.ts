import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import dotenv from 'dotenv';
import { ConfigurationError, readEnvironment } from './config/environment.js';
import { checkConfiguredModel } from './llm/infrastructure/check-configured-model.js';

/** Nothing could be checked. */
const NOT_CHECKED = 2;

async function main(): Promise<number> {
  dotenv.config({ quiet: true });
  // A failure is printed with its question.
  Logger.overrideLogger(false);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  return checkConfiguredModel(readEnvironment(process.env), (lines) => console.log(lines), stop.signal);
}

void main()
  .catch((error: unknown) => {
    if (error instanceof ConfigurationError) for (const line of error.lines) console.error(line);
    else console.error(`The model could not be checked: ${error instanceof Error ? error.message : 'unknown reason'}.`);
    return NOT_CHECKED;
  })
  .then((code) => process.exit(code));
