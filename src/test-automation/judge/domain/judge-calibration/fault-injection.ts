import { appendAll } from '../../../../shared/domain/append-all.js';
import { lastOf, Steps } from '../../../../shared/domain/steps.js';
import { withParticle } from '../../../../text/korean/korean-particle.js';
import { PhraseLists } from '../reply-kind.js';
import { OutsideTopic } from '../../../questions/domain/question-lexicon.js';
import { SeededRandom } from '../../../domain/seeded-random.js';
import { SourceDocument } from '../../../domain/session-scope.js';
import {
  Change,
  changeAudience,
  flipComparator,
  inventNumber,
  negate,
  otherNumber,
  paraphrase,
  swapNumber,
} from './text-changes.js';
import {
  answerOf,
  FAULT_KINDS,
  FaultKind,
  SCOPE_FAULTS,
  ScopeFault,
  SOUND_KINDS,
  SoundKind,
  TrialCase,
} from './trial-case.js';
import { formCases, withTwins } from './form-cases.js';
import { scopeFaults } from './scope-faults.js';
import { ascribed, outsideQuestion, sourceOf, TrialProvision, trialProvisions } from './trial-provision.js';
import { hasSyllable } from '../../../../text/korean/hangul-syllable.js';

/**
 * Cases of each kind in one language, if the documents offer enough. With 13 cases one miss decided whether a floor of .85 held, and so did
 * the random draw. All cases of the samples (7,654 faults, 2,624 sound answers) keep every floor.
 */
const FAULTS_PER_KIND = 40;
const SOUND_PER_KIND = 40;
/** An article that no regulation has. */
const NO_ARTICLE = 997;

export interface TrialMaterial {
  readonly documents: readonly SourceDocument[];
  readonly outside: readonly OutsideTopic[];
  readonly phrases: PhraseLists;
}

/** The input for making a kind. */
interface Bench {
  readonly material: TrialMaterial;
  readonly random: SeededRandom;
  /** Provisions of the same language about other topics. */
  readonly elsewhere: (provision: TrialProvision) => TrialProvision | undefined;
}

/** An answer to the provision's question; undefined if the provision does not offer what the kind needs. */
type Maker = (provision: TrialProvision, bench: Bench) => TrialCase['answer'] | undefined;

const quoted = (p: TrialProvision, text: string) => answerOf(text, [sourceOf(p.core)]);

/**
 * Injects a change alternately into the answering sentence or into another sentence next to it. A fault next to the right answer is found
 * only by a judge that checks every claim.
 */
function planted(change: Change): Maker {
  return (p, { random }) => {
    const draw = () => random.next();
    const beside = random.shuffled(p.others);
    const isBeside = random.below(2) === 0 && beside.length > 0;
    for (const clause of isBeside ? [...beside, p.clause] : [p.clause, ...beside]) {
      const changed = change(clause, p.article.text, draw);
      if (changed === undefined || changed === clause || p.article.document.text.includes(changed)) continue;
      return quoted(p, clause === p.clause ? changed : `${p.clause} ${changed}`);
    }
    return undefined;
  };
}

const isNumbered = (p: TrialProvision): boolean => /^제\d+조/u.test(p.core.section ?? '');

const missingArticle: Maker = (p) => {
  if (p.language === 'ko') return isNumbered(p) ? quoted(p, ascribed(p, `제${NO_ARTICLE}조`, p.clause)) : undefined;
  return quoted(p, `According to Section ${NO_ARTICLE}, ${p.clause}`);
};

/** The location of a clause as an answer names it: its article, or the title of a text without articles. */
function placeOf(p: TrialProvision): string | undefined {
  if (p.language === 'ko') return isNumbered(p) ? (p.core.section ?? undefined) : undefined;
  return p.core.section ?? p.core.documentTitle;
}

const wrongArticle: Maker = (p, { elsewhere }) => {
  if (placeOf(p) === undefined) return undefined;
  const other = elsewhere(p);
  const wrong = p.neighbour ?? (other === undefined || p.language === 'ko' ? undefined : placeOf(other));
  return wrong === undefined || wrong === placeOf(p) ? undefined : quoted(p, ascribed(p, wrong, p.clause));
};

/** The right provision is named with a wrong content. */
const rightArticleWrongClaim: Maker = (p, bench) => {
  const place = placeOf(p);
  if (place === undefined) return undefined;
  const draw = () => bench.random.next();
  const others = bench.random.shuffled([inventNumber, negate, flipComparator, swapNumber]);
  for (const clause of [...bench.random.shuffled(p.others), p.clause])
    for (const change of others) {
      const changed = change(clause, p.article.text, draw);
      if (changed === undefined || changed === clause) continue;
      const claim = ascribed(p, place, changed);
      return quoted(p, clause === p.clause ? claim : `${p.clause} ${claim}`);
    }
  return undefined;
};

/** An annotation of an amendment or deletion: `<개정 2026. 2. 10.>`. */
function historyOf(p: TrialProvision): { readonly kind: '개정' | '삭제'; readonly day: string } | undefined {
  if (p.language === 'en' || !isNumbered(p)) return undefined;
  const amended = /<개정 (\d{4})\. ?(\d+)\. ?(\d+)\.[,>]/u.exec(p.article.text);
  if (amended === null || p.article.text.includes('삭제 <')) return undefined;
  const [, year = '', month = '', day = ''] = amended;
  return { kind: '개정', day: `${year}년 ${month}월 ${day}일` };
}

const history =
  (said: '개정' | '삭제'): Maker =>
  (p) => {
    const found = historyOf(p);
    if (found === undefined) return undefined;
    const subject = withParticle(`「${p.core.documentTitle}」 ${p.core.section ?? ''}`, 'topic');
    return quoted(p, `${p.clause} ${subject} ${found.day}에 ${said}되었다.`);
  };

/** A deleted article of the same document, stated to be amended. */
const deletedAsAmended: Maker = (p) => {
  if (p.language === 'en') return undefined;
  const deleted = /^(제\d+조(?:의\d+)?)(?:\([^)\n]*\))? 삭제 <(\d{4})\. (\d+)\. (\d+)\.>/mu.exec(
    p.article.document.text,
  );
  if (deleted === null) return undefined;
  const [, section = '', year = '', month = '', day = ''] = deleted;
  const subject = withParticle(`「${p.core.documentTitle}」 ${section}`, 'topic');
  return quoted(p, `${p.clause} ${subject} ${year}년 ${month}월 ${day}일에 개정되었다.`);
};

const evasive: Maker = (p, { material, random }) => {
  const own = material.phrases.evasive.filter((phrase) => hasSyllable(phrase) === (p.language === 'ko'));
  const phrase = random.pick(own);
  if (phrase === undefined) return undefined;
  const [before, after] =
    p.language === 'ko'
      ? [`${withParticle(p.core.topic, 'topic')} `, '. 담당 부서의 안내를 따르십시오.']
      : [`What applies to ${p.core.topic} `, '. Ask whoever is in charge.'];
  return quoted(p, `${before}${phrase}${after}`);
};

const unrelatedSource: Maker = (p, { elsewhere }) => {
  const other = elsewhere(p);
  return other === undefined ? undefined : answerOf(p.clause, [sourceOf(other.core)]);
};

const otherProvision: Maker = (p, { elsewhere }) => {
  const other = elsewhere(p);
  return other === undefined ? undefined : answerOf(other.clause, [sourceOf(other.core)]);
};

const abstains = (language: 'en' | 'ko') =>
  answerOf(
    language === 'ko' ? '문서에는 이 질문의 답이 없습니다.' : 'The documents do not answer this question.',
    [],
    true,
  );

type MadeElsewhere = 'answered_unanswerable' | 'abstention' | ScopeFault;

const MAKERS: Readonly<Record<Exclude<FaultKind | SoundKind, MadeElsewhere>, Maker>> = {
  invented_number: planted(inventNumber),
  other_number: planted(otherNumber),
  same_unit_swap: planted(swapNumber),
  comparator_flip: planted(flipComparator),
  negation: planted(negate),
  wrong_article: wrongArticle,
  missing_article: missingArticle,
  amended_as_deleted: history('삭제'),
  deleted_as_amended: deletedAsAmended,
  right_article_wrong_claim: rightArticleWrongClaim,
  wrong_audience: planted(changeAudience),
  evasive,
  unrelated_source: unrelatedSource,
  other_provision: otherProvision,
  false_abstention: (p) => abstains(p.language),
  exact: (p) => quoted(p, p.clause),
  exact_longer: (p, { random }) => {
    const other = random.pick(p.others);
    return other === undefined ? undefined : quoted(p, `${p.clause} ${other}`);
  },
  paraphrase: (p, { random }) => {
    const changed = paraphrase(p.clause, p.article.text, () => random.next());
    return changed === undefined ? undefined : quoted(p, changed);
  },
  with_article: (p) => {
    const place = placeOf(p);
    return place === undefined ? undefined : quoted(p, ascribed(p, place, p.clause));
  },
  with_status: history('개정'),
};

const isMadeElsewhere = (kind: FaultKind | SoundKind): kind is MadeElsewhere =>
  kind === 'answered_unanswerable' || kind === 'abstention' || SCOPE_FAULTS.some((fault) => fault === kind);

const isFaultKind = (kind: FaultKind | SoundKind): boolean => FAULT_KINDS.some((fault) => fault === kind);

function caseOf(kind: FaultKind | SoundKind, p: TrialProvision, answer: TrialCase['answer']): TrialCase {
  return {
    id: `${kind}/${p.core.key}`,
    kind,
    isFault: isFaultKind(kind),
    language: p.language,
    question: p.question,
    answer,
  };
}

/** Questions that no document answers: answered with some provision, and answered by an abstention. */
function outsideCases(language: 'en' | 'ko', provisions: readonly TrialProvision[], bench: Bench): TrialCase[] {
  const topics = bench.random.shuffled(bench.material.outside.filter((topic) => topic.language === language));
  return topics.slice(0, FAULTS_PER_KIND).flatMap(({ asked }): TrialCase[] => {
    const question = outsideQuestion(asked, language);
    const some = bench.random.pick(provisions);
    const common = { language, question } as const;
    return [
      { ...common, id: `abstention/${asked}`, kind: 'abstention', isFault: false, answer: abstains(language) },
      ...(some === undefined
        ? []
        : [
            {
              ...common,
              id: `answered_unanswerable/${asked}`,
              kind: 'answered_unanswerable' as const,
              isFault: true,
              answer: quoted(some, some.clause),
            },
          ]),
    ];
  });
}

function* casesOfLanguage(
  language: 'en' | 'ko',
  provisions: readonly TrialProvision[],
  bench: Bench,
): Steps<TrialCase[]> {
  const kinds = [...FAULT_KINDS, ...SOUND_KINDS].flatMap((kind) => (isMadeElsewhere(kind) ? [] : [kind]));
  const made: TrialCase[] = [];
  for (const kind of kinds) {
    const cases: TrialCase[] = [];
    for (const p of bench.random.fork(kind).shuffled(provisions)) {
      if (cases.length === (isFaultKind(kind) ? FAULTS_PER_KIND : SOUND_PER_KIND)) break;
      yield;
      const answer = MAKERS[kind](p, bench);
      if (answer !== undefined) cases.push(caseOf(kind, p, answer));
    }
    made.push(...cases);
  }
  return [...made, ...outsideCases(language, provisions, bench)];
}

/**
 * Faults injected into the text of the documents, and sound answers, the same number of each kind and language. The same documents and seed
 * give the same cases.
 */
export function* plantInSteps(material: TrialMaterial, seed: number): Steps<TrialCase[]> {
  const random = new SeededRandom(`judge-trial/${seed}`);
  const all: TrialProvision[] = [];
  for (const document of random.shuffled(material.documents)) {
    yield;
    appendAll(all, trialProvisions(document));
  }
  const cases: TrialCase[] = [];
  for (const language of ['ko', 'en'] as const) {
    const own = all.filter((p) => p.language === language);
    const fork = random.fork(language);
    const elsewhere = (p: TrialProvision) => {
      const others = own.filter(
        (other) =>
          other.core.documentId !== p.core.documentId && p.core.facts.every((fact) => !other.clause.includes(fact)),
      );
      return fork.pick(others);
    };
    cases.push(
      ...(yield* casesOfLanguage(language, own, { material, random: fork, elsewhere })),
      ...(yield* scopeFaults(own, random.fork(`scope/${language}`), FAULTS_PER_KIND)),
      ...(yield* formCases(withTwins(own), random.fork(`forms/${language}`))),
    );
  }
  return cases;
}

/** `plantInSteps` without yielding. */
export const faultInjection = (material: TrialMaterial, seed: number): TrialCase[] =>
  lastOf(plantInSteps(material, seed));

/** Up to N of the cases, one of each kind in turn; none of the trial by form. */
export function spreadCases(cases: readonly TrialCase[], most: number): TrialCase[] {
  const ofKinds = cases.filter(({ form }) => form === undefined);
  const groups = [...Map.groupBy(ofKinds, (c) => `${c.kind}/${c.language}`).values()];
  const longest = Math.max(0, ...groups.map((group) => group.length));
  return Array.from({ length: longest }, (_, i) => groups.flatMap((group) => group[i] ?? []))
    .flat()
    .slice(0, most);
}
