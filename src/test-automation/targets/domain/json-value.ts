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

/**
 * Paths into JSON in the configuration of targets: JSON Pointers, paths such as `choices[0].text`, and JSONPath (RFC 9535), which starts
 * with `$`.
 */
export abstract class JsonPaths {
  /** Whether a text is a valid path. */
  abstract isPath(text: string): boolean;
  /**
   * The value at a path; undefined if there is none. A JSONPath that may match several values gives the list of them.
   * @param path that `isPath` accepts
   */
  abstract valueAt(value: unknown, path: string): unknown;
}

/** Lines of server-sent events with data; the others name, number and comment events. */
const DATA = /^data:[ \t]?(.*)$/u;

const parsed = (text: string): unknown[] => {
  try {
    const value: unknown = JSON.parse(text);
    return [value];
  } catch {
    // `[DONE]` and comments of servers are not JSON.
    return [];
  }
};

/**
 * The JSON values of a streamed answer, in order; anything that is not JSON is skipped.
 * @param format `sse`: server-sent events, whose data lines are joined up to an empty line; `ndjson`: one value a line
 */
export function streamedEvents(text: string, format: 'sse' | 'ndjson'): readonly unknown[] {
  const lines = text.split(/\r\n|\n|\r/u);
  if (format === 'ndjson') return lines.flatMap((line) => (line.trim() === '' ? [] : parsed(line)));
  const events: string[][] = [[]];
  for (const line of lines) {
    const data = DATA.exec(line)?.[1];
    if (data !== undefined) events.at(-1)?.push(data);
    else if (line === '') events.push([]);
  }
  return events.flatMap((data) => (data.length === 0 ? [] : parsed(data.join('\n'))));
}
