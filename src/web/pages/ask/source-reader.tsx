import type { Source } from '../api/chat.js';
import { readDocument } from '../api/documents.js';
import { Dialog } from '../parts/dialog.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { MarkedText } from '../parts/marked-text.js';
import { Link } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { SourceFacts } from './source-card.js';
import { sourceUrl } from './source-url.js';

/** A source's document in a dialog over the conversation, scrolled to the marked quote. */
export function SourceReader({ source, close }: { readonly source: Source; readonly close: () => void }) {
  const { say } = useSpeech();
  const document = useLoaded(() => readDocument(source.doc_id), [source.doc_id]);
  return (
    <Dialog title={source.title} close={close}>
      <p class="facts about">
        <SourceFacts source={source} />
        <Link to={sourceUrl(source)}>{say('openDocument')}</Link>
      </p>
      <div class="scrolled" tabIndex={0} role="region" aria-label={say('textOfDocument')}>
        <Loaded of={document}>{({ text }) => <MarkedText text={text} passage={source} />}</Loaded>
      </div>
    </Dialog>
  );
}
