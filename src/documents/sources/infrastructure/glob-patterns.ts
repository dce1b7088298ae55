import { Injectable } from '@nestjs/common';
import picomatch from 'picomatch';
import { PathPatterns } from '../domain/file-mapping.js';

const MAX_LENGTH = 300;
/** A pattern with many wildcards is tried in very many ways against a long path. */
const MAX_WILDCARDS = 8;
/** Groups with a quantifier make expressions that can take exponential time; they are read as plain characters. */
const OPTIONS = { dot: true, noextglob: true, noquantifiers: true, posix: false, regex: false } as const;

/**
 * Glob patterns as most programs have them: `*` within a folder, `**` over folders, `?`, `[a-z]`, `{a,b}`. A pattern without a slash
 * matches the name of a file in any folder, and one that ends with a slash matches everything in that folder.
 */
@Injectable()
export class GlobPatterns extends PathPatterns {
  faultOf(pattern: string): string | undefined {
    if (pattern.trim() === '' || pattern.length > MAX_LENGTH || /[\p{Cc}\\]/u.test(pattern))
      return `must be a glob pattern of 1..${MAX_LENGTH} characters with / between folders, for example **/*.md`;
    if (pattern.startsWith('!')) return 'must not begin with !; put it into exclude';
    const wildcards = pattern.match(/\*+|\?|\[/gu)?.length ?? 0;
    return wildcards > MAX_WILDCARDS ? `has ${wildcards} wildcards; use up to ${MAX_WILDCARDS}` : undefined;
  }

  matcher(patterns: readonly string[]): (path: string) => boolean {
    const matchers = patterns.map((pattern) => {
      const plain = pattern.normalize('NFC').replace(/^\.?\//u, '');
      const whole = plain.endsWith('/') ? `${plain}**` : plain;
      return picomatch(whole.includes('/') ? whole : `**/${whole}`, OPTIONS);
    });
    return (path) => matchers.some((matches) => matches(path));
  }
}
