import { innermostHeading, foldedName, isReference } from './evidence.js';
import { LikelySentence } from './sentence-likelihood.js';

const ARTICLE = /제\s?(\d{1,4})\s?조(?:\s?의\s?(\d{1,3}))?/gu;

function articlesIn(text: string): string[] {
  return [...text.matchAll(ARTICLE)].map(([, number, part]) =>
    part === undefined ? `${number}` : `${number}-${part}`,
  );
}

/** Whether a sentence belongs to the target of a reference: a document by its title, or an article of the same document. */
function isReferredTo(reference: LikelySentence, other: LikelySentence): boolean {
  const [from, to] = [reference.evidence, other.evidence];
  if (from.documentId !== to.documentId) return foldedName(reference.sentence.text).includes(foldedName(to.title));
  if (innermostHeading(from) === innermostHeading(to)) return false;
  const [own] = articlesIn(innermostHeading(to));
  return own !== undefined && articlesIn(reference.sentence.text).includes(own);
}

/**
 * Follows one reference. If the likeliest sentence only names the provision that answers, the likeliest sentence of that provision takes
 * its rank, and the reference comes after it.
 * @param sentences likeliest first
 */
export function followReference(sentences: readonly LikelySentence[]): readonly LikelySentence[] {
  const [first, ...others] = sentences;
  if (first === undefined || !isReference(first.sentence)) return sentences;
  const meant = others.find((other) => !isReference(other.sentence) && isReferredTo(first, other));
  if (meant === undefined) return sentences;
  const { support, strength } = first;
  const instead = [
    { ...meant, support, strength },
    { ...first, support: meant.support, strength: meant.strength },
  ];
  return [...instead, ...others.filter((other) => other !== meant)].sort((a, b) => b.support - a.support);
}
