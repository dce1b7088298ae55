/** What is written before a text so that the model knows its part. */
export interface TextPrefixes {
  readonly query: string;
  readonly passage: string;
}

const E5 = /(^|[^a-z0-9])e5([^a-z0-9]|$)/iu;
/** The sentence is the one that the model's authors give for searching the web. */
const INSTRUCTION = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ';

/**
 * Models of the e5 family are trained with these words and lose much without them; those tuned for instructions take one sentence
 * for questions and nothing for passages. Source: the model cards of `intfloat/multilingual-e5-*`.
 * @param model name of the model or of its folder
 */
export function prefixesFor(model: string): TextPrefixes {
  if (!E5.test(model)) return { query: '', passage: '' };
  if (/instruct/iu.test(model)) return { query: INSTRUCTION, passage: '' };
  return { query: 'query: ', passage: 'passage: ' };
}
