import { useRef, useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { type Stored, storeText, type TextType, type WrittenText } from '../api/documents.js';
import { announce } from '../parts/announce.js';
import { fieldOf } from '../parts/form-field.js';
import { languageOf } from '../parts/language-of.js';
import { Link, usePlace } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { typedLabels } from './allowed-categories.js';
import { CategoryField } from './category-field.js';
import { FileProblem } from './file-problem.js';
import { StoredNote } from './upload-queue.js';

const TYPES = ['text/plain', 'text/markdown'] as const;

/** A line that begins as a heading, an item, a quote, a table or a code block of Markdown does. */
const MARKDOWN_LINE = /^(?:#{1,6} \S|[-*+] \S|> \S|\|.*\|\s*$|```)/mu;

const typeOf = (text: string): TextType => (MARKDOWN_LINE.test(text) ? 'text/markdown' : 'text/plain');

/** The question that the document is to answer, and a way back to it. */
export function About({ question }: { readonly question: string }) {
  const { say } = useSpeech();
  const group = usePlace().parameters.get('group');
  return (
    <p class="row start">
      <span>
        {say('documentFor')} <q lang={languageOf(question)}>{question}</q>
      </span>
      <Link to={`/${query({ q: question })}`}>{say('askItAgain')}</Link>
      {group !== null && (
        <Link to={`/pages/insights/missing${query({ group, again: '1' })}`}>{say('backToMissing')}</Link>
      )}
    </p>
  );
}

interface TextFormProps {
  readonly path: readonly string[];
  /** Title to start with. */
  readonly title: string;
  readonly about: string | null;
  /** What is typed so far; it stays while files are chosen. */
  readonly written: string;
  readonly write: (text: string) => void;
  readonly onStored: () => void;
}

/** The text, how it is split, and its dates. */
function TextFields({ written, write }: Pick<TextFormProps, 'written' | 'write'>) {
  const { say, name } = useSpeech();
  /** Empty: as the text looks. */
  const [chosen, setChosen] = useState('');
  const [from, setFrom] = useState('');
  return (
    <>
      <label class="whole-row">
        {say('textOfDocument')}
        <textarea required rows={10} value={written} onInput={(event) => write(event.currentTarget.value)} />
      </label>
      <label>
        {say('textType')}
        <select
          name="type"
          value={chosen === '' ? typeOf(written) : chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {TYPES.map((one) => (
            <option key={one} value={one}>
              {name('textType', one)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {say('inForceFromOptional')}
        <input type="date" name="from" onInput={(event) => setFrom(event.currentTarget.value)} />
      </label>
      <label>
        {say('inForceUntilOptional')}
        <input type="date" name="until" min={from} />
      </label>
      <label>
        {say('versionOptional')}
        <input name="version" maxLength={100} />
      </label>
    </>
  );
}

function textIn(form: HTMLFormElement, written: string): WrittenText {
  const data = new FormData(form);
  const field = (name: string) => fieldOf(data, name);
  return {
    title: field('title'),
    text: written,
    type: field('type') === TYPES[1] ? TYPES[1] : TYPES[0],
    path: typedLabels(field('path')),
    version: field('version'),
    from: field('from'),
    until: field('until'),
  };
}

/** A document that is typed or pasted. */
export function TextForm({ path, title, about, written, write, onStored }: TextFormProps) {
  const { say } = useSpeech();
  const form = useRef<HTMLFormElement>(null);
  const [stored, setStored] = useState<Stored | undefined>();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const done = (outcome: Stored) => {
    setStored(outcome);
    announce(say('uploaded', { count: outcome.chunks }));
    write('');
    form.current?.reset();
    onStored();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (isBusy || form.current === null) return;
    setIsBusy(true);
    setError(undefined);
    setStored(undefined);
    void storeText(textIn(form.current, written))
      .then(done, setError)
      .finally(() => setIsBusy(false));
  };
  return (
    <>
      <form ref={form} onSubmit={submit} class="fields">
        <label>
          {say('titleField')}
          <input name="title" required maxLength={500} defaultValue={title} />
        </label>
        <CategoryField path={path} />
        <TextFields written={written} write={write} />
        <button class="main">{say('storeText')}</button>
      </form>
      {isBusy && <p role="status">{say('indexing')}</p>}
      {error !== undefined && <FileProblem error={error} />}
      {stored !== undefined && (
        <section class="note spaced" data-state="stored" aria-label={say('storeText')}>
          <StoredNote stored={stored} />
          {about !== null && <About question={about} />}
        </section>
      )}
    </>
  );
}
