import { Injectable } from '@nestjs/common';
import picomatch from 'picomatch';
import { PathPatterns } from '../domain/file-mapping.js';

const MAX_LENGTH = 300;
/** A part with n wildcards takes time that grows with the length to the power n; up to three are accepted. */
const MAX_WILDCARDS = 3;
/** Maximum length of a file name; a longer one is matched only by a part that is a single `*`. */
const MAX_NAME = 255;
const OPTIONS = { dot: true, noextglob: true, posix: false, regex: false } as const;

type Part = '**' | ((name: string) => boolean);

function partOf(text: string): Part {
  if (text === '**') return '**';
  if (text === '*') return () => true;
  if (!/[*?[{]/u.test(text)) return (name) => name === text;
  const matches = picomatch(text, OPTIONS);
  return (name) => name.length <= MAX_NAME && matches(name);
}

/** Whether names match parts; the time is the product of their numbers, however many `**` there are. */
function matchesAll(parts: readonly Part[], names: readonly string[]): boolean {
  // reached[i]: the parts read so far match the first i names.
  let reached = names.map(() => false);
  reached.unshift(true);
  for (const part of parts) {
    const next = reached.map(() => false);
    for (const [i, isReached] of reached.entries()) {
      if (part === '**') next[i] = isReached || next[i - 1] === true;
      else if (isReached && i < names.length) next[i + 1] = part(names[i] ?? '');
    }
    reached = next;
  }
  return reached.at(-1) === true;
}

/**
 * Glob patterns as most programs have them: `*` within a folder, `**` over folders, `?`, `[a-z]`, `{a,b}`. A pattern without a slash
 * matches the name of a file in any folder, and one that ends with a slash matches everything in that folder. Folders are matched one by
 * one: as one expression, a pattern of the kind `**` + `*a*a*b` would take minutes against a long path.
 */
@Injectable()
export class GlobPatterns extends PathPatterns {
  faultOf(pattern: string): string | undefined {
    if (pattern.trim() === '' || pattern.length > MAX_LENGTH || /[\p{Cc}\\]/u.test(pattern))
      return `must be a glob pattern of 1..${MAX_LENGTH} characters with / between folders, for example **/*.md`;
    if (pattern.startsWith('!')) return 'must not begin with !; put it into exclude';
    if (/\{[^{}/]*\/|[^/]\*\*|\*\*[^/]/u.test(pattern))
      return 'must not have / between braces, nor ** next to other characters; write two patterns, or **/';
    const worst = Math.max(...pattern.split('/').map((part) => part.match(/\*+/gu)?.length ?? 0));
    return worst > MAX_WILDCARDS
      ? `has ${worst} wildcards in the name of one file or folder; use up to ${MAX_WILDCARDS}`
      : undefined;
  }

  matcher(patterns: readonly string[]): (path: string) => boolean {
    const matchers = patterns.map((pattern) => {
      const plain = pattern.normalize('NFC').replace(/^\.?\//u, '');
      const whole = plain.endsWith('/') ? `${plain}**` : plain.includes('/') ? plain : `**/${plain}`;
      return whole.split('/').map(partOf);
    });
    return (path) => {
      const names = path.split('/');
      return matchers.some((parts) => matchesAll(parts, names));
    };
  }
}
