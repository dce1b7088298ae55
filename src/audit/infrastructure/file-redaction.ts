import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigurationError } from '../../config/environment.js';
import { Redaction } from '../../shared/domain/audit-trail.js';
import { redact, RedactionRule } from '../domain/audit-log.js';

const schema = z.strictObject({
  description: z.string().optional(),
  rules: z.array(z.strictObject({ name: z.string().regex(/^[a-z][a-z0-9-]*$/u), pattern: z.string().min(1) })),
});

/**
 * @param file path of the file, named in the error
 * @throws ConfigurationError if the file has another shape or a pattern is not a valid regular expression
 */
export function readRedactionRules(file: string, text: string): RedactionRule[] {
  try {
    return schema
      .parse(JSON.parse(text))
      .rules.map(({ name, pattern }) => ({ name, pattern: new RegExp(pattern, 'giu') }));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'it cannot be read';
    throw new ConfigurationError([`${file}: takes {"rules": [{"name", "pattern"}]}: ${reason ?? ''}`]);
  }
}

/** Rules of a `redaction.json`, read at startup. */
export class FileRedaction extends Redaction {
  private readonly rules: readonly RedactionRule[];

  /** @throws ConfigurationError that names the file */
  constructor(file: string) {
    super();
    this.rules = readRedactionRules(file, readFileSync(file, 'utf8'));
  }

  apply(text: string): string {
    return redact(text, this.rules);
  }
}
