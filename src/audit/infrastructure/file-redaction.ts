import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ConfigurationError } from '../../config/environment.js';
import { projectRoot } from '../../shared/infrastructure/project-root.js';
import { Redaction } from '../domain/audit-log.js';
import { redact, RedactionRule } from '../domain/redaction.js';

const schema = z.strictObject({
  description: z.string().optional(),
  rules: z.array(z.strictObject({ name: z.string().regex(/^[a-z][a-z0-9-]*$/u), pattern: z.string().min(1) })),
});

/** @throws ConfigurationError for a file that is not of this shape, or a pattern that is no regular expression */
export function readRedactionRules(text: string): RedactionRule[] {
  try {
    return schema
      .parse(JSON.parse(text))
      .rules.map(({ name, pattern }) => ({ name, pattern: new RegExp(pattern, 'giu') }));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'it cannot be read';
    throw new ConfigurationError([
      `data/config/redaction.json: takes {"rules": [{"name", "pattern"}]}: ${reason ?? ''}`,
    ]);
  }
}

/** Rules of `data/config/redaction.json`, read at the start. */
export class FileRedaction extends Redaction {
  private readonly rules = readRedactionRules(
    readFileSync(path.join(projectRoot(), 'data', 'config', 'redaction.json'), 'utf8'),
  );

  apply(text: string): string {
    return redact(text, this.rules);
  }
}
