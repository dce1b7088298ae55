import { useEffect, useState } from 'preact/hooks';
import { query as urlQuery } from '../api/call.js';
import { useApiKey } from '../api/key.js';
import { pathsOf, readTree } from '../api/documents.js';
import { search } from '../api/search.js';
import { labelsOf } from '../parts/labels.js';
import { go, usePlace } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { RankingView } from './ranking-view.js';
import { type Found, RANKINGS, type Ranking } from './rankings.js';
import { SearchForm, type Wanted } from './search-form.js';

/** The search in the URL, so that it can be linked to. */
function wantedBy(parameters: URLSearchParams): Wanted {
  const shown = parameters.get('show')?.split(',');
  const topK = Number(parameters.get('top_k') ?? 5);
  return {
    query: parameters.get('q') ?? '',
    path: parameters.get('path') ?? '',
    asOf: parameters.get('as_of') ?? '',
    topK: Number.isInteger(topK) && topK >= 1 && topK <= 100 ? topK : 5,
    shown: RANKINGS.map(({ id }) => id).filter((id) => shown === undefined || shown.includes(id)),
  };
}

const urlOf = ({ query, path, asOf, topK, shown }: Wanted) =>
  `/pages/search${urlQuery({ q: query, path, as_of: asOf, top_k: topK, show: shown.join(',') })}`;

/** The response of one retriever; requested again when an input changes. */
function useRanking(ranking: Ranking, { query, path, asOf, topK }: Wanted): Found {
  const [found, setFound] = useState<Found>();
  const key = useApiKey();
  useEffect(() => {
    const controller = new AbortController();
    setFound(undefined);
    const paths = path === '' ? undefined : [labelsOf(path)];
    search({ query, paths, asOf, topK, mode: ranking.mode, rerank: ranking.rerank }, controller.signal).then(
      (answer) => setFound({ answer }),
      (error: unknown) => {
        if (!controller.signal.aborted) setFound({ error });
      },
    );
    return () => controller.abort();
  }, [ranking, query, path, asOf, topK, key]);
  return found;
}

function Column({ ranking, wanted }: { readonly ranking: Ranking; readonly wanted: Wanted }) {
  return <RankingView ranking={ranking} found={useRanking(ranking, wanted)} />;
}

/** The same question to each retriever, with the results of fusion and reranking. */
export function SearchPage() {
  const { say } = useSpeech();
  const { parameters } = usePlace();
  const wanted = wantedBy(parameters);
  const [categories, setCategories] = useState<readonly (readonly string[])[]>([]);
  useEffect(() => {
    readTree().then(
      ({ nodes }) => setCategories(pathsOf(nodes)),
      // Without the tree the search works without its filter; the columns show the errors.
      () => setCategories([]),
    );
  }, []);
  return (
    <>
      <h1>{say('searchPlayground')}</h1>
      <p class="muted">{say('searchPromise')}</p>
      <SearchForm wanted={wanted} categories={categories} search={(next) => go(urlOf(next))} />
      {wanted.query !== '' && (
        <div class="columns">
          {RANKINGS.filter(({ id }) => wanted.shown.includes(id)).map((ranking) => (
            <Column key={ranking.id} ranking={ranking} wanted={wanted} />
          ))}
        </div>
      )}
    </>
  );
}
