import { Link, usePlace } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { Browse } from './browse.js';
import { DocumentView, SHOWN } from './document-view.js';
import { SourcesView } from './sources-view.js';

const SOURCES = '/pages/documents/sources';

function numberOf(value: string | null): number | undefined {
  const number = Number(value ?? undefined);
  return Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** The documents, or the sources that fill them. */
function Overview() {
  const { say } = useSpeech();
  const { path, parameters } = usePlace();
  const isSources = path.startsWith(SOURCES);
  const views = [
    { url: '/pages/documents', label: say('documents'), isOn: !isSources },
    { url: SOURCES, label: say('documentSources'), isOn: isSources },
  ];
  return (
    <>
      <h1>{say('documents')}</h1>
      <nav class="tabs" aria-label={say('views')}>
        {views.map(({ url, label, isOn }) => (
          <Link key={url} to={url} {...(isOn ? { 'aria-current': 'page' as const } : {})}>
            {label}
          </Link>
        ))}
      </nav>
      {isSources ? (
        <SourcesView />
      ) : (
        <Browse path={parameters.get('path')} about={parameters.get('about')} adds={parameters.has('add')} />
      )}
    </>
  );
}

/** Documents by category, or the document of the URL with its chunk marked. */
export function DocumentsPage() {
  const { parameters } = usePlace();
  const id = parameters.get('id');
  if (id === null) return <Overview />;
  const start = numberOf(parameters.get('start'));
  const end = numberOf(parameters.get('end'));
  const passage = start === undefined || end === undefined || end <= start ? undefined : { start, end };
  const shows = SHOWN.find((show) => show === parameters.get('show')) ?? 'text';
  return <DocumentView id={id} passage={passage} shows={shows} />;
}
