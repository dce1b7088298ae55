import { Analyser } from '../../text/tokens/analyser.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { CaseIndex } from '../domain/case-index.js';
import { CaseStore } from '../domain/case-store.js';
import { whitespaceWords } from '../domain/similarity.js';
import { ReplicatedCaseIndex } from './replicated-case-index.js';
import { MemoryCaseIndex, TermCounter } from './index/memory-case-index.js';

const BATCH = 1_000;

/** Terms of the search's analyser; a text with only stop words uses its plain words. */
export function termCounter(analyser: Analyser): TermCounter {
  return (text) => {
    const counts = new Map<string, number>();
    const add = (term: string) => counts.set(term, (counts.get(term) ?? 0) + 1);
    analyser.scan(text, add);
    if (counts.size === 0) for (const word of whitespaceWords(text)) add(word);
    return counts;
  };
}

/** The index over all cases of the store. */
export async function loadCaseIndex(store: CaseStore, analyser: Analyser): Promise<MemoryCaseIndex> {
  const index = new MemoryCaseIndex(termCounter(analyser));
  for await (const batch of store.all(BATCH)) for (const one of batch) index.put(one);
  return index;
}

/** The same, over a store that other replicas write too. @param shared undefined for the embedded store */
export async function openCaseIndex(
  store: CaseStore,
  analyser: Analyser,
  shared: PostgresDatabase | undefined,
): Promise<CaseIndex> {
  if (shared === undefined) return loadCaseIndex(store, analyser);
  const followed = new ReplicatedCaseIndex(shared, store, new MemoryCaseIndex(termCounter(analyser)));
  await followed.load();
  return followed;
}
