import { readCases } from '../api/chat.js';
import { listChunks, listDocuments } from '../api/documents.js';
import { useRights } from '../api/keys.js';
import { languageOf } from '../parts/language-of.js';
import { useLoaded } from '../parts/loaded.js';
import { Link } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { exampleOf } from './examples.js';

const EXAMPLES = 3;
/** Longest question that is an example, in characters. */
const LONGEST = 80;
/** Documents that are looked at for a section with a name. */
const LOOKED_AT = 4;

interface Suggestions {
  readonly isEmpty: boolean;
  readonly questions: readonly string[];
}

/** Questions of checked cases first, in the language of the reader; then questions about named sections of documents. */
async function readSuggestions(language: string): Promise<Suggestions> {
  const [cases, documents] = await Promise.all([
    readCases().catch(() => ({ items: [] })),
    listDocuments(null, null, null, LOOKED_AT),
  ]);
  const asked = [...new Set(cases.items.map(({ query }) => query))].filter((text) => text.length <= LONGEST);
  const isForeign = (text: string) => Number(languageOf(text) !== language);
  const questions = asked.toSorted((a, b) => isForeign(a) - isForeign(b)).slice(0, EXAMPLES);
  for (const { document_id: id, title } of documents.items) {
    if (questions.length >= EXAMPLES) break;
    const { items } = await listChunks(id, null);
    const example = items.map(({ section }) => exampleOf(title, section)).find((one) => one !== undefined);
    if (example !== undefined) questions.push(example);
  }
  return { isEmpty: documents.items.length === 0, questions };
}

/** The page before the first question: what it does, and examples from the documents that the reader may see. */
export function Welcome({ ask }: { readonly ask: (text: string) => void }) {
  const { say, language } = useSpeech();
  const { value } = useLoaded(() => readSuggestions(language), [language]);
  const { may, areKnown } = useRights();
  return (
    <section class="welcome">
      <h1>{say('askTheDocuments')}</h1>
      <p>{say('askPromise')}</p>
      {value?.isEmpty === true && areKnown && (
        <div class="card calm">
          <p>{say(may('ingest') ? 'emptyStore' : 'nothingToSee')}</p>
          {may('ingest') && (
            <Link to="/pages/documents?add=" class="main">
              {say('addDocuments')}
            </Link>
          )}
        </div>
      )}
      {value !== undefined && value.questions.length > 0 && (
        <>
          <p class="muted">{say('forExample')}</p>
          <div class="examples">
            {value.questions.map((text) => (
              <button key={text} type="button" lang={languageOf(text)} onClick={() => ask(text)}>
                {text}
              </button>
            ))}
          </div>
        </>
      )}
    </section>
  );
}
