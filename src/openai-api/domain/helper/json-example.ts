/** A member of the JSON object in a prompt that shows the form of the reply. */
export interface ExampleMember {
  readonly name: string;
  readonly isList: boolean;
}

/** Number of characters of an example that are read. */
const READ = 1_000;
const OPEN = new Set(['{', '[']);
const CLOSE = new Set(['}', ']']);
const NAME = /["'“]([^"'”\n:]{1,60})["'”]\s{0,10}:\s{0,10}(\[)?/uy;

/**
 * The members of the first JSON object of a text, without those of inner objects.
 * @example exampleMembers('Return {"tags": ["a", "b"]}') // [{ name: 'tags', isList: true }]
 */
export function exampleMembers(text: string): readonly ExampleMember[] {
  const start = text.search(/\{\s{0,40}["'“]/u);
  if (start === -1) return namedKeys(text);
  const example = text.slice(start, start + READ);
  const members: ExampleMember[] = [];
  let depth = 0;
  for (let at = 0; at < example.length; at++) {
    const character = example.charAt(at);
    if (depth === 1) {
      NAME.lastIndex = at;
      const [whole = '', name, list] = NAME.exec(example) ?? [];
      if (name !== undefined) {
        members.push({ name: name.trim(), isList: list !== undefined });
        // The bracket of a list is read again.
        at += whole.length - (list === undefined ? 1 : 2);
        continue;
      }
    }
    if (OPEN.has(character)) depth++;
    if (CLOSE.has(character) && --depth === 0) break;
  }
  return members;
}

/** `JSON with one key "name"`, `JSON의 "title" 키`: members without an example. */
function namedKeys(text: string): readonly ExampleMember[] {
  if (!/\bjson\b/iu.test(text)) return [];
  const KEY =
    /\b(?:key|field|property|member)s?:? ["'`“](\w{1,40})["'`”]|["'`“]([\p{L}\w]{1,40})["'`”] ?(?:key|field|키|필드)/giu;
  const names = [...text.slice(0, READ).matchAll(KEY)].map(([, before, after]) => before ?? after ?? '');
  return [...new Set(names)].map((name) => ({ name, isList: false }));
}
