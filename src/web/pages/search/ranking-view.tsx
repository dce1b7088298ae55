import type { ComponentChildren } from 'preact';
import type { Hit, SearchAnswer } from '../api/search.js';
import { query } from '../api/call.js';
import { pathText, sectionText } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Waiting } from '../parts/loaded.js';
import { Link } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';
import type { Found, Ranking } from './rankings.js';

/** Characters of a chunk that are shown at first. */
const SHOWN = 260;

/** A text with the words of the question highlighted. Overlapping offsets are shown once. */
function Highlighted({ hit }: { readonly hit: Hit }) {
  const text = hit.text.slice(0, SHOWN);
  const pieces: ComponentChildren[] = [];
  let at = 0;
  for (const { start, end } of hit.highlights.toSorted((a, b) => a.start - b.start)) {
    if (start < at || end > text.length) continue;
    pieces.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <p class="paper" lang={languageOf(text)}>
      {pieces}
      {text.slice(at)}
      {hit.text.length > SHOWN && '…'}
    </p>
  );
}

const rankText = (ranked: { readonly rank: number; readonly score: number } | null) =>
  ranked === null ? '–' : `${ranked.rank}. (${ranked.score.toFixed(3)})`;

function Explained({ hit }: { readonly hit: Hit }) {
  const { say } = useSpeech();
  const { explain } = hit;
  if (explain === null) return null;
  const rows: readonly (readonly [string, string])[] = [
    ['BM25', rankText(explain.bm25)],
    [say('vectorWord'), rankText(explain.vector)],
    [say('fusedScore'), explain.fused_score.toFixed(3)],
    [`${say('rerankScore')} (${explain.rerank.by})`, explain.rerank.score.toFixed(3)],
    ...Object.entries(explain.rerank.features).map(([feature, value]) => [feature, value.toFixed(2)] as const),
    [say('matchedTerms'), explain.matched_terms.join(', ')],
  ];
  return (
    <details>
      <summary>{say('whyHere')}</summary>
      {explain.named === true && <p class="note">{say('namedByQuestion')}</p>}
      <dl class="figures">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function HitCard({ hit, place }: { readonly hit: Hit; readonly place: number }) {
  const { start, end, section } = hit.metadata;
  return (
    <li class="card hit">
      <div class="row">
        <span class="n">{place}</span>
        <Link to={`/pages/documents${query({ id: hit.document_id, start, end })}`} lang={languageOf(hit.source.title)}>
          {hit.source.title}
        </Link>
        <span class="facts">{hit.score.toFixed(3)}</span>
      </div>
      {section !== null && (
        <p class="muted" lang={languageOf(section)}>
          {sectionText(section)}
        </p>
      )}
      <Highlighted hit={hit} />
      <p class="facts">
        <span>{pathText(hit.taxonomy_path)}</span>
        {hit.source.version !== null && <span>{hit.source.version}</span>}
      </p>
      <Explained hit={hit} />
    </li>
  );
}

function Timings({ answer }: { readonly answer: SearchAnswer }) {
  const { say, name } = useSpeech();
  const shown = Object.entries(answer.metrics).filter(([key, value]) => key.endsWith('_time') && value > 0);
  return (
    <>
      <p class="facts">
        <span>{say('hitsOf', { hits: answer.hits.length, count: answer.total_count })}</span>
        {shown.map(([key, value]) => (
          <span key={key}>
            {name('timing', key)} {value.toFixed(1)} ms
          </span>
        ))}
      </p>
      {answer.degraded.length > 0 && (
        <p class="note">{say('answeredWithout', { parts: answer.degraded.join(', ') })}</p>
      )}
    </>
  );
}

/** One ranking: its chunks, best first, and its latency. */
export function RankingView({ ranking, found }: { readonly ranking: Ranking; readonly found: Found }) {
  const { say, name } = useSpeech();
  const title = name('ranking', ranking.id);
  if (found === undefined || 'error' in found)
    return (
      <section aria-label={title} data-ranking={ranking.id}>
        <h2>{title}</h2>
        {found === undefined ? <Waiting /> : <ProblemView error={found.error} />}
      </section>
    );
  const { answer } = found;
  return (
    <section aria-label={title} data-ranking={ranking.id}>
      <h2>{title}</h2>
      <Timings answer={answer} />
      {answer.hits.length === 0 && <p class="muted">{say('nothingFound')}</p>}
      <ol class="cards">
        {answer.hits.map((hit, i) => (
          <HitCard key={hit.chunk_id} hit={hit} place={i + 1} />
        ))}
      </ol>
    </section>
  );
}
