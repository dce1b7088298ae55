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
