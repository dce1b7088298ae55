import type { Target } from '../../api/targets.js';

/** Faults in the fields of a target. */
export type TargetFault = 'headersFault' | 'bodyFault';

export class TypedTargetError extends Error {
  /** @param line the line that cannot be read; empty for the body */
  constructor(
    readonly fault: TargetFault,
    readonly line: string,
  ) {
    super(fault);
  }
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A part of a target, such as its request; empty where it has none. */
export const partOf = (target: Target | undefined, name: string): Readonly<Record<string, unknown>> => {
  const part = target?.[name];
  return isMap(part) ? part : {};
};

/** A text or a number as a field shows it. */
export const shownValue = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Headers as lines: `Name: value`, with the environment variable of a secret in braces: `Authorization: Bearer {TARGET_KEY}`. */
export function headerLines(headers: Readonly<Record<string, unknown>>): string {
  return Object.entries(headers)
    .map(([name, value]) =>
      isMap(value)
        ? `${name}: ${shownValue(value['prefix'])}{${shownValue(value['secret'])}}`
        : `${name}: ${shownValue(value)}`,
    )
    .join('\n');
}

/** @throws TypedTargetError for a line without a name and a value */
export function readHeaders(lines: string): Record<string, unknown> {
  const headers: [string, unknown][] = [];
  for (const line of lines.split('\n')) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim();
    const value = line.slice(colon + 1).trim();
    if (name === '' || value === '') throw new TypedTargetError('headersFault', line.trim());
    const secret = /^([^{}]*)\{(TARGET_[A-Z0-9_]+)\}$/.exec(value);
    headers.push([
      name,
      secret === null ? value : { secret: secret[2], ...(secret[1] === '' ? {} : { prefix: secret[1] }) },
    ]);
  }
  return Object.fromEntries(headers);
}

/** @throws TypedTargetError for another text than JSON */
export function readBody(typed: string): unknown {
  if (typed.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(typed);
    return value;
  } catch {
    throw new TypedTargetError('bodyFault', '');
  }
}

/** Members without those that are empty. */
export const filled = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value !== undefined && value !== '' && !(isMap(value) && Object.keys(value).length === 0),
    ),
  );
