import { readExamples } from '../api/chat.js';
import { listDocuments } from '../api/documents.js';
import { useRights } from '../api/keys.js';
import { useLoaded } from '../parts/loaded.js';
import { Link } from '../parts/place.js';
import { useSpeech } from '../words/language.js';

/** The page before the first question: what it does, and examples from the documents that the reader may see. */
export function Welcome({ ask }: { readonly ask: (text: string) => void }) {
  const { say, language } = useSpeech();
  const { value: documents } = useLoaded(() => listDocuments(null, null, null, 1), []);
  // Without examples the page is whole: a failure is not shown.
  const { value: examples } = useLoaded(() => readExamples(language), [language]);
  const { may, areKnown } = useRights();
  return (
    <section class="welcome">
      <h1>{say('askTheDocuments')}</h1>
      <p>{say('askPromise')}</p>
      {documents?.items.length === 0 && areKnown && (
        <div class="card calm">
          <p>{say(may('ingest') ? 'emptyStore' : 'nothingToSee')}</p>
          {may('ingest') && (
            <Link to="/pages/documents?add=" class="main">
              {say('addDocuments')}
            </Link>
          )}
        </div>
      )}
      {examples !== undefined && examples.items.length > 0 && (
        <>
          <p class="muted">{say('forExample')}</p>
          <div class="examples">
            {examples.items.map((one) => (
              <button key={one.question} type="button" lang={one.language} onClick={() => ask(one.question)}>
                {one.question}
              </button>
            ))}
          </div>
        </>
      )}
    </section>
  );
}
