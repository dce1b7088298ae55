import type { Source } from '../api/chat.js';
import { Meter } from '../parts/charts.js';
import { pathText } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { useSpeech } from '../words/language.js';

/** Category and edition of a document. */
export function SourceFacts({ source }: { readonly source: Pick<Source, 'canonical_path' | 'version' | 'date'> }) {
  const { say } = useSpeech();
  return (
    <>
      <span>{pathText(source.canonical_path)}</span>
      {source.version !== null && <span>{say('version', { version: source.version })}</span>}
      {source.date !== null && <time dateTime={source.date}>{source.date}</time>}
    </>
  );
}

interface SourceCardProps {
  readonly source: Source;
  readonly read: (source: Source) => void;
}

export function SourceCard({ source, read }: SourceCardProps) {
  const { say } = useSpeech();
  const { n, title, section, quote, url } = source;
  const isWeb = url !== null && /^https?:\/\//i.test(url);
  return (
    <li class="card source">
      <div class="row">
        <span class="n">{n}</span>
        <button type="button" class="link" lang={languageOf(title)} onClick={() => read(source)}>
          {title}
        </button>
        <Meter label={say('relevance')} value={source.score} />
      </div>
      {section !== null && (
        <p class="muted" lang={languageOf(section)}>
          {section.replaceAll(' > ', ' › ')}
        </p>
      )}
      <blockquote lang={languageOf(quote)}>{quote}</blockquote>
      <p class="facts">
        <SourceFacts source={source} />
        {source.corroborating === true && <span>{say('saysTheSame')}</span>}
        {isWeb && (
          <a href={url} target="_blank" rel="noopener noreferrer">
            {say('original')}
          </a>
        )}
      </p>
    </li>
  );
}
