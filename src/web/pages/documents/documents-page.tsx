import { usePlace } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { Browse } from './browse.js';
import { DocumentView } from './document-view.js';

function numberOf(value: string | null): number | undefined {
  const number = Number(value ?? undefined);
  return Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** Documents by category, or the document of the URL with its chunk marked. */
export function DocumentsPage() {
  const { say } = useSpeech();
  const { parameters } = usePlace();
  const id = parameters.get('id');
  if (id === null)
    return (
      <>
        <h1>{say('documents')}</h1>
        <Browse path={parameters.get('path')} />
      </>
    );
  const start = numberOf(parameters.get('start'));
  const end = numberOf(parameters.get('end'));
  const passage = start === undefined || end === undefined || end <= start ? undefined : { start, end };
  return <DocumentView id={id} passage={passage} shows={parameters.get('show') === 'chunks' ? 'chunks' : 'text'} />;
}
