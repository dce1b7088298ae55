/** The text from the first brace to the last, without the fences, prose and reasoning around it. */
function objectIn(text: string): unknown {
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (start < 0 || end < start) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(start, end + 1));
    return value;
  } catch {
    return undefined;
  }
}

const TRUE = new Set(['true', 'yes', 'met', '예']);
const FALSE = new Set(['false', 'no', 'not met', '아니요']);

/** The verdict of a reply, in any shape that models write; undefined without one. */
export function verdictIn(text: string): { readonly met: boolean; readonly reason: string } | undefined {
  const value = objectIn(text.replace(/^[\s\S]*<\/think>/u, ''));
  if (typeof value !== 'object' || value === null || !('met' in value)) return undefined;
  const said = String(value.met).trim().toLowerCase();
  const reason = 'reason' in value && typeof value.reason === 'string' ? value.reason.slice(0, 500) : '';
  if (TRUE.has(said)) return { met: true, reason };
  return FALSE.has(said) ? { met: false, reason } : undefined;
}
