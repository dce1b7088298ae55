import {
  Change,
  changeUnit,
  flipComparator,
  inventNumber,
  negate,
  paraphrase,
  Random,
  swapNumber,
} from '../../src/test-automation/judge/domain/judge-calibration/text-changes.js';
import { seededRandom } from '../bench-answers/measures.js';
import { LabelledClaim } from './labelled-claims.js';
import { Provision, sampleProvisions } from './sample-provisions.js';

const SEED = 20261206;

function pick<T>(items: readonly T[], random: Random): T | undefined {
  return items[Math.floor(random() * items.length)];
}

function made(
  kind: string,
  provision: Provision,
  claim: string,
  gold: LabelledClaim['gold'],
  others: readonly Provision[] = [],
): LabelledClaim {
  const evidence = [provision, ...others].map(({ id, text }) => ({ id, text }));
  return { id: `${kind}/${provision.id}`, kind, claim, evidence, gold, has_number: /\d/u.test(claim) };
}

/** One claim of each clause to which the change applies. */
function changed(
  kind: string,
  provisions: readonly Provision[],
  change: Change,
  gold: LabelledClaim['gold'],
  random: Random,
): LabelledClaim[] {
  return provisions.flatMap((provision) =>
    provision.clauses.flatMap((clause) => {
      const claim = change(clause, provision.text, random);
      return claim === undefined || claim === clause ? [] : made(kind, provision, claim, gold);
    }),
  );
}

function subject(provision: Provision, article: string | undefined): string {
  return `「${provision.title}」 제${(article ?? '').replace(/의(\d+)$/u, '조의$1')}${(article ?? '').includes('의') ? '' : '조'}`;
}

/** Clauses ascribed to their article, to another one of the same regulation that is there as well, and to one that does not exist. */
function ascribed(provisions: readonly Provision[], random: Random): LabelledClaim[] {
  return provisions.flatMap((provision, i) => {
    const neighbour = provisions[i + 1];
    const clause = pick(provision.clauses, random);
    if (
      clause === undefined ||
      neighbour === undefined ||
      neighbour.title !== provision.title ||
      neighbour.id.split('/')[0] !== provision.id.split('/')[0]
    )
      return [];
    const says = (article: string | undefined): string => `${subject(provision, article)}에 따르면 ${clause}`;
    return [
      made('true_with_article', provision, says(provision.article), 'supported', [neighbour]),
      made('wrong_article', provision, says(neighbour.article), 'contradicted', [neighbour]),
      made('missing_article', provision, says('97'), 'contradicted', [neighbour]),
    ];
  });
}

/** Amended articles called deleted, deleted ones called in force, and both called what they are. */
function histories(provisions: readonly Provision[]): LabelledClaim[] {
  return provisions.flatMap((provision) => {
    const name = subject(provision, provision.article);
    const deletion = /^제\d+조(?:의\d+)?(?:\([^)]*\))? 삭제 <(\d{4})\. (\d+)\. (\d+)\.>/u.exec(provision.text);
    if (deletion !== null) {
      const [, year, month, day] = deletion;
      return [
        made('true_status', provision, `${name}는 ${year}년 ${month}월 ${day}일에 삭제되었다.`, 'supported'),
        made('deleted_as_amended', provision, `${name}는 ${year}년 ${month}월 ${day}일에 개정되었다.`, 'contradicted'),
      ];
    }
    const amendment = /<개정 (\d{4})\. (\d+)\. (\d+)\.[,>]/u.exec(provision.text);
    if (amendment === null || /④ 삭제|삭제 </u.test(provision.text)) return [];
    const [, year, month, day] = amendment;
    return [
      made('true_status', provision, `${name}는 ${year}년 ${month}월 ${day}일에 개정되었다.`, 'supported'),
      made('amended_as_deleted', provision, `${name}는 ${year}년 ${month}월 ${day}일에 삭제되었다.`, 'contradicted'),
    ];
  });
}

function thinned(rows: readonly LabelledClaim[], count: number): LabelledClaim[] {
  if (rows.length <= count) return [...rows];
  return Array.from({ length: count }, (_, i) => rows[Math.floor((i * rows.length) / count)]!);
}

/**
 * Faults planted clause by clause into the project's own sample texts, with true claims; the same at every call.
 * @param perKind claims of each kind, drawn evenly from all that can be made
 */
export function faultsOfSamples(perKind = 400): LabelledClaim[] {
  const random = seededRandom(SEED);
  const all = sampleProvisions();
  const korean = all.filter(({ language }) => language === 'ko');
  const perLanguage = (['ko', 'en'] as const).flatMap((language) => {
    const own = all.filter((provision) => provision.language === language);
    const of = (kind: string, change: Change, gold: LabelledClaim['gold']): LabelledClaim[] =>
      thinned(changed(`${kind}_${language}`, own, change, gold, random), perKind);
    return [
      ...of('invented_number', inventNumber, 'contradicted'),
      ...of('same_unit_swap', swapNumber, 'contradicted'),
      ...of('other_unit', changeUnit, 'contradicted'),
      ...of('comparator_flip', flipComparator, 'contradicted'),
      ...of('negation_flip', negate, 'contradicted'),
      ...of('true_clause', (clause) => `${clause} `, 'supported'),
      ...of('true_paraphrase', paraphrase, 'supported'),
    ];
  });
  const cited = ascribed(korean, random);
  const kinds = [...new Set(cited.map(({ kind }) => kind))];
  return [
    ...perLanguage,
    ...kinds.flatMap((kind) =>
      thinned(
        cited.filter((row) => row.kind === kind),
        perKind,
      ),
    ),
    ...histories(korean),
  ];
}
