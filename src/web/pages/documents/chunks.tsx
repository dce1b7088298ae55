import { query } from '../api/call.js';
import { type Chunk, listChunks } from '../api/documents.js';
import { sectionText } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded } from '../parts/loaded.js';
import { MoreButton, useListed } from '../parts/more.js';
import { Link } from '../parts/place.js';
import { useSpeech } from '../words/language.js';

function ChunkCard({ id, chunk }: { readonly id: string; readonly chunk: Chunk }) {
  const { say, name } = useSpeech();
  const { kind, history, deleted } = chunk.metadata;
  const { start, end, section } = chunk;
  return (
    <li class="card chunk">
      <div class="row">
        <span class="n">{chunk.ordinal + 1}</span>
        <strong lang={languageOf(section ?? '')}>{section === null ? say('noSection') : sectionText(section)}</strong>
        {kind !== null && <span class="badge">{name('kind', kind)}</span>}
        {deleted === true && <span class="badge bad">{say('deletedProvision')}</span>}
      </div>
      <p class="paper" lang={languageOf(chunk.text)}>
        {chunk.text}
      </p>
      <p class="facts">
        <Link to={`/pages/documents${query({ id, start, end })}`}>{say('offsets', { start, end })}</Link>
        {history?.map((event) => (
          <span key={`${event.kind}${event.date}`}>
            {name('amendment', event.kind)} {event.date}
          </span>
        ))}
      </p>
    </li>
  );
}

/** The chunks of a document, with the metadata of each. */
export function Chunks({ id }: { readonly id: string }) {
  const { say } = useSpeech();
  const { items, more } = useListed((cursor) => listChunks(id, cursor), [id]);
  return (
    <section aria-label={say('chunksAndStructure')}>
      <Loaded of={items}>
        {(chunks) =>
          chunks.length === 0 ? (
            <p class="muted">{say('noChunks')}</p>
          ) : (
            <ol class="cards">
              {chunks.map((chunk) => (
                <ChunkCard key={chunk.chunk_id} id={id} chunk={chunk} />
              ))}
            </ol>
          )
        }
      </Loaded>
      <MoreButton more={more} />
    </section>
  );
}
