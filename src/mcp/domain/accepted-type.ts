/** Media ranges of an Accept header that cover `application/json`, from the most general to the most specific. */
const RANGES_OF_JSON = ['*/*', 'application/*', 'application/json'] as const;

/** The weight of a media range, 0..1; 1 if it names none or one that is not a number (RFC 9110, 12.4.2). */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.map((parameter) => /^q=([\d.]+)$/.exec(parameter.trim().toLowerCase())?.[1]).find(Boolean);
  const value = Number(weight ?? 1);
  return Number.isNaN(value) ? 1 : value;
}

/**
 * Returns whether a client takes JSON (RFC 9110, 12.5.1). The most specific media range decides; no header, or an empty one,
 * accepts everything.
 *
 * @example acceptsJson('text/event-stream, application/json;q=0.5') // true
 */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const weights = new Map<string, number>();
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';');
    weights.set(type.trim().toLowerCase(), weightOf(parameters));
  }
  const deciding = RANGES_OF_JSON.findLast((range) => weights.has(range));
  return deciding !== undefined && weights.get(deciding) !== 0;
}
