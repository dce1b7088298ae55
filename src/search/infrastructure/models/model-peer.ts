import { createRequire } from 'node:module';
import { ConfigurationError } from '../../../config/environment.js';

/** The runtime of local models: an optional peer, since only some installations need its 474 MB. */
export const MODEL_PEER = '@huggingface/transformers';

/** Whether the package can be loaded here. */
export function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** @throws ConfigurationError with one line that names the setting and the command that helps */
export function requirePeer(setting: string, name = MODEL_PEER): void {
  if (!isInstalled(name))
    throw new ConfigurationError([`${setting}: local needs the package ${name}; run "npx touchstone models" once`]);
}

/** A field of an answer that was parsed but not validated; undefined if it is missing. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The first line of an error; libraries add stack traces and hints in the lines that follow. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0] ?? text;
}
