/** `a.b[0].c`; names consist of any characters but dots and brackets. */
const DOTTED = /^[^.[\]/~]+(?:\[\d{1,9}\])*(?:\.[^.[\]/~]+(?:\[\d{1,9}\])*)*$/u;
const ESCAPES_OF_POINTER = /~(?![01])/u;

/** Whether a text is a JSON Pointer (RFC 6901; empty is the whole value) or a path such as `choices[0].text`. */
export function isPath(text: string): boolean {
  if (text === '') return true;
  return text.startsWith('/') ? !ESCAPES_OF_POINTER.test(text) : DOTTED.test(text);
}

function namesOf(path: string): readonly string[] {
  if (path === '') return [];
  if (path.startsWith('/'))
    return path
      .slice(1)
      .split('/')
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return path.replaceAll(']', '').split(/[.[]/u);
}

/**
 * The part of a JSON value at a JSON Pointer or path; undefined if there is none. Reads own properties only.
 * @example valueAt({ choices: [{ text: 'yes' }] }, '/choices/0/text') // 'yes', as by 'choices[0].text'
 */
export function valueAt(value: unknown, path: string): unknown {
  let at: unknown = value;
  for (const name of namesOf(path)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = Object.entries(at).find(([own]) => own === name)?.[1];
  }
  return at;
}
