import { CatalogueEntry } from './catalogue.js';
import { foldedText } from './normalized-text-of.js';
import { codesIn } from './regulation-title.js';
import { englishWords, isEnglishType, typedName } from './regulation-type.js';
import { labelsOf, readLabel } from './provision-label.js';

/**
 * Whether a question can name the document as a book of rules: its title says so or contains a code, or it has numbered
 * provisions. Notes and entries of a knowledge base are found by the ranking; a catalogue of all of them would take
 * more memory than the index.
 */
export function isRuleBook({ title, documentId, passages }: CatalogueEntry): boolean {
  return (
    passages.some((p) => p.article !== undefined) ||
    isNamedAsRules(title) ||
    codesIn(`${title} ${documentId ?? ''}`).length > 0 ||
    passages.some((p) => labelsOf(p.section).some((label) => readLabel(label).provision !== undefined))
  );
}

function isNamedAsRules(title: string): boolean {
  return (
    title.split(/[\s()[\]·,]+/u).some((word) => typedName(foldedText(word).key).type !== undefined) ||
    englishWords(title).some(isEnglishType)
  );
}
