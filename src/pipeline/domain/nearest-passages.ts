import { NearestPassage } from './nearest-passage.js';
import { RetrievedEvidence } from './retrieval-plan.js';

const MOST = 3;
/**
 * Below this probability of an answer there is nothing near. On the natural questions that were looked at, 68 of 92 that were declined wrongly lie
 * above it, half of them with the passage among the first three, and 5 of 40 of other domains.
 */
const LEAST_PROBABILITY = 0.1;

/** The places nearest to a question that is not answered, each section once, nearest first; none for a question that nothing comes near. */
export function nearestPassages({ sentences, answerability }: RetrievedEvidence): NearestPassage[] {
  if (answerability.probability < LEAST_PROBABILITY) return [];
  const nearest = new Map<string, NearestPassage>();
  for (const { evidence } of sentences) {
    const { documentId, chunkId, title, section, url } = evidence;
    const key = JSON.stringify([documentId, section ?? '']);
    if (!nearest.has(key)) nearest.set(key, { documentId, chunkId, title, section, url });
    if (nearest.size === MOST) break;
  }
  return [...nearest.values()];
}
