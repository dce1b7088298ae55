import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { FileSampleCorpus } from '../../src/documents/infrastructure/sample-documents.js';
import { DocumentDraft } from '../../src/documents/domain/document.js';
import { folded } from '../bench-answers/natural-judgement.js';
import {
  HALVES,
  NATURAL_DAY,
  NATURAL_FOLDER,
  NaturalQuestion,
  ownForeign,
  ownNatural,
} from '../bench-answers/natural-set.js';

const LANGUAGES = ['ko', 'en'] as const;
const KINDS = [
  'amount',
  'condition',
  'direct',
  'everyday',
  'fragment',
  'multi',
  'near_miss',
  'procedure',
  'story',
  'typo',
  'yesno',
];

/** The promised properties of the question sets over the samples. */
describe('natural questions', () => {
  const sets = LANGUAGES.flatMap((lang) => HALVES.map((half) => ownNatural(lang, half)));
  const single = sets.flatMap((set) => set.questions);
  const turns = sets.flatMap((set) => set.dialogues.flatMap((dialogue) => dialogue.turns));
  const foreign = HALVES.flatMap(ownForeign);
  const asked = [...single, ...turns];
  const idsOf = (faulty: readonly NaturalQuestion[]) => faulty.map((question) => question.id);
  let documents: ReadonlyMap<string, DocumentDraft>;

  beforeAll(async () => {
    const drafts = await new FileSampleCorpus().documents();
    documents = new Map(drafts.map((draft) => [draft.documentId ?? '', draft]));
  });

  it('are two halves of 233 in each language, with 30 dialogues and 210 foreign questions', () => {
    expect(sets.map((set) => [set.name, set.questions.length, set.dialogues.length])).toEqual([
      ['natural_ko_a', 117, 15],
      ['natural_ko_b', 116, 15],
      ['natural_en_a', 117, 15],
      ['natural_en_b', 116, 15],
    ]);
    expect(HALVES.map((half) => ownForeign(half).length)).toEqual([105, 105]);
  });

  it('are one a line, each with a unique id', () => {
    const ids = readdirSync(NATURAL_FOLDER)
      .filter((name) => name.endsWith('.jsonl'))
      .flatMap((name) => readFileSync(path.join(NATURAL_FOLDER, name), 'utf8').trimEnd().split('\n'))
      .map((line) => (JSON.parse(line) as { readonly id: string }).id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(2 * 233 + 2 * 30 + 210);
  });

  it('have a language, a text, and a kind that says how they are asked', () => {
    const languages: readonly string[] = LANGUAGES;
    expect(idsOf([...asked, ...foreign].filter((q) => q.text.trim() === '' || !languages.includes(q.lang)))).toEqual(
      [],
    );
    expect([...new Set(single.map((q) => q.kind))].sort()).toEqual(KINDS);
    expect([...new Set(foreign.map((q) => q.kind))].sort()).toEqual(['off_domain', 'small_talk']);
  });

  it('say what a right answer states unless nothing answers them', () => {
    expect(idsOf(asked.filter((q) => q.answerable === (q.facts.length === 0 || q.golds.length === 0)))).toEqual([]);
    expect(idsOf(asked.filter((q) => q.facts.some((forms) => forms.length === 0 || forms.includes(''))))).toEqual([]);
    expect(idsOf(single.filter((q) => q.answerable === (q.kind === 'near_miss')))).toEqual([]);
    expect(idsOf(foreign.filter((q) => q.answerable))).toEqual([]);
  });

  it('have gold quotes that appear verbatim in their sample documents', () => {
    const isQuoted = ({ golds }: NaturalQuestion) =>
      golds.every(({ doc, quote }) => quote !== '' && documents.get(doc)?.text.includes(quote) === true);
    expect(idsOf(asked.filter((q) => !isQuoted(q)))).toEqual([]);
  });

  it('are answered by documents that are in force on the day on which they are asked', () => {
    const isInForce = ({ doc }: { readonly doc: string }) => {
      const { effectiveFrom, effectiveTo } = documents.get(doc) ?? { effectiveFrom: null, effectiveTo: null };
      return (effectiveFrom ?? NATURAL_DAY) <= NATURAL_DAY && (effectiveTo ?? NATURAL_DAY) >= NATURAL_DAY;
    };
    expect(idsOf(asked.filter((q) => !q.golds.every(isInForce)))).toEqual([]);
  });

  it('ask for facts that appear in a gold quote', () => {
    const stands = ({ golds, facts }: NaturalQuestion) => {
      const said = folded(golds.map(({ quote }) => quote).join('\n'));
      return facts.every((forms) => forms.some((form) => said.includes(folded(form))));
    };
    expect(idsOf(asked.filter((q) => q.answerable && !stands(q)))).toEqual([]);
  });
});
