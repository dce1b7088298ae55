/** Prefixes that mark a text as a question or a passage for the model. */
export interface TextPrefixes {
  readonly query: string;
  readonly passage: string;
}

const NO_PREFIXES: TextPrefixes = { query: '', passage: '' };
/** The authors of the models give this sentence for web search. */
const INSTRUCTION = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';
const SENTENCE = 'Represent this sentence for searching relevant passages: ';

/** The first family with a matching pattern decides. Sources: the model cards. */
const FAMILIES: readonly (readonly [name: RegExp, prefixes: TextPrefixes])[] = [
  // Models tuned for instructions take one sentence for questions and nothing for passages.
  [/(^|[^a-z0-9])e5[^a-z0-9].{0,60}instruct/iu, { query: `${INSTRUCTION} `, passage: '' }],
  [/(^|[^a-z0-9])e5([^a-z0-9]|$)/iu, { query: 'query: ', passage: 'passage: ' }],
  [/nomic-embed-text/iu, { query: 'search_query: ', passage: 'search_document: ' }],
  [/embedding-?gemma/iu, { query: 'task: search result | query: ', passage: 'title: none | text: ' }],
  [/qwen3-embedding/iu, { query: INSTRUCTION, passage: '' }],
  [/arctic-embed(2|-[ml]-v2)/iu, { query: 'query: ', passage: '' }],
  [/arctic-embed|mxbai-embed-large|bge-(small|base|large)-en/iu, { query: SENTENCE, passage: '' }],
];

/**
 * Models that are trained with prefixes lose much quality without them.
 * @param model name of the model or of its folder
 */
export function prefixesFor(model: string): TextPrefixes {
  return FAMILIES.find(([name]) => name.test(model))?.[1] ?? NO_PREFIXES;
}

/** Value of a setting that omits the prefix of the model's name. */
const NONE = 'none';

function chosen(setting: string | undefined, byName: string): string {
  if (setting === undefined) return byName;
  // Settings files that allow no line break in a value write it as `\n`.
  return setting === NONE ? '' : setting.replaceAll('\\n', '\n');
}

/** The configured prefixes; those of the model's name if there are none. */
export function configuredPrefixes(
  model: string,
  settings: { readonly query?: string | undefined; readonly passage?: string | undefined },
): TextPrefixes {
  const { query, passage } = prefixesFor(model);
  return { query: chosen(settings.query, query), passage: chosen(settings.passage, passage) };
}

const MARK = '?query=';

/**
 * Name of a model together with its prefixes: other prefixes give other vectors, which are never compared with these. A
 * model without prefixes keeps its own name.
 */
export function nameWithPrefixes(model: string, { query, passage }: TextPrefixes): string {
  if (query === '' && passage === '') return model;
  return `${model}${MARK}${encodeURIComponent(query)}&passage=${encodeURIComponent(passage)}`;
}

/** Parses a name that `nameWithPrefixes` made. */
export function readNameWithPrefixes(name: string): { readonly model: string; readonly prefixes: TextPrefixes } {
  const at = name.lastIndexOf(MARK);
  if (at < 0) return { model: name, prefixes: NO_PREFIXES };
  const said = new URLSearchParams(name.slice(at + 1));
  return {
    model: name.slice(0, at),
    prefixes: { query: said.get('query') ?? '', passage: said.get('passage') ?? '' },
  };
}
