import { folded } from '../folded-text.js';
import { decomposed, FINAL, hasSyllable } from '../korean/hangul-syllable.js';
import { askingWords } from '../english/function-words.js';
import { TERM_PARTICLES, withoutParticle } from '../korean/particles.js';

/** Endings that no common noun has; a verb precedes them. */
const PREDICATE =
  /(?:니다|니까|나요|가요|서요|고요|구요|까요|어요|아요|여요|에요|예요|해요|워요|세요|네요|군요|대요|래요|데요|지요|죠|십시오|시오|려고|려면|으면|다면|는데|은데|인데|한데|지만|거나|도록|다고|는지|은지|을지|인지|어서|아서|해서|어야|아야|해야|어도|아도|해도|습니|었다|았다|였다|했다|됐다|된다|한다|하는|되는|하고|되고|하면|되면|하지|되지|하여|되어|하려|했는|됐는|던데|더라|더군|거든|는다|싶은|싶어|있는|없는|있어|없어|같은|않은|않는|모르는|달라|줘|냐|자고|해|돼)$/u;
/** `신청하려면`: a noun used as a verb is still the noun. */
const VERB_OF_NOUN = /^([가-힣]{2,})(?:하|되|시키|받)(?:[가-힣]{1,5})$/u;
/** Nouns that end like predicates. */
const NOUNS =
  /^(?:필요|중요|수요|개요|소요|강요|주요|이해|피해|침해|손해|방해|공해|견해|재해|양해|종합해|냉장고|창고|사고|보고|광고|신고|참고|경고|권고|공고|최고|재고|국고)$/u;
/** Function words and words of asking; they name no topic of the documents. */
const FUNCTION_WORDS = new Set(
  (
    '및 또는 또한 그리고 그러나 하지만 다만 즉 등 것 거 게 건 걸 수 때 경우 위해 대해 대한 관한 관련 따라 해당 각각 같이 함께 통해 정도 이상 이하 이내 초과 미만 이후 이전 그냥 혹시 만약 제가 저는 저희 우리 나는 내가 저 나 제 내 좀 더 꼭 다시 아직 이미 바로 먼저 모두 전부 ' +
    '무엇 뭐 뭔가 무슨 어떤 어떻게 어디 언제 누구 누가 얼마 얼마나 며칠 몇 왜 어느 그게 이게 그건 이건 그거 이거 거기 여기 그곳 이번 다음 지난 지금 요즘 정확 정확히 궁금 문의 질문 부탁 확인 알려 여쭤 말씀 말은 말인 생각 가능 되나 얘기 내용 쪽 쪽에 관련해 가르쳐 설명 답변 ' +
    '규정 조항 문서 자료 방법 절차 기준 종류 대상 조건 이용 사용 처리 진행 학교 우리학교 사람'
  ).split(' '),
);
const ENGLISH_FUNCTION_WORDS = askingWords(
  'as whom whose its his her their he she him them us am being shall might than so also here into over under during while no nor but ' +
    'up out off only very more most such each every all some other same just own soon know say help want got right word words question ' +
    'questions supposed allowed possible exactly wondering wonder ask asking find let lets thanks thank hello hi sorry something ' +
    'anything someone anyone thing things way another again once twice than please',
);
/** Counters, alone or after a number: they name nothing. */
const UNIT =
  /^(?:개월|퍼센트|프로|학점|학기|시간|분|초|일|주|주일|년|월|회|명|인|권|편|점|배|세|살|급|장|개|시|원|만원|달|번|차례|가지|과목|조|항|호|킬로|미터|층|days?|weeks?|months?|years?|hours?|minutes?|percent|times?)$/u;
const LEAST_LETTERS = 2;

/** Two particles may occur in sequence: `까지만`. */
function withoutParticles(word: string): string {
  // `인사평가`: as a particle, 가 follows a vowel.
  if (word.endsWith('가') && decomposed(word.slice(-2, -1)).final !== FINAL.none) return word;
  const once = withoutParticle(word, TERM_PARTICLES, LEAST_LETTERS);
  return withoutParticle(once, TERM_PARTICLES, LEAST_LETTERS);
}

/** `권까지`: a unit with its particle leaves one syllable, which is not a word. */
const isUnitWithParticle = (word: string): boolean =>
  TERM_PARTICLES.some((particle) => word.endsWith(particle) && UNIT.test(word.slice(0, -particle.length)));

/**
 * A word in its dictionary form, without particles and endings; undefined for one that names nothing (an ending, a word of asking, a unit,
 * a number).
 * @example contentTerm('보증금은') // '보증금'
 * @example contentTerm('아세요') // undefined
 */
export function contentTerm(word: string): string | undefined {
  const text = folded(word).replace(/[^\p{L}\p{N}]/gu, '');
  if (text.length < LEAST_LETTERS || /\d/u.test(text)) return undefined;
  if (!hasSyllable(text)) return ENGLISH_FUNCTION_WORDS.has(text) || UNIT.test(text) ? undefined : text;
  if (FUNCTION_WORDS.has(text) || UNIT.test(text) || isUnitWithParticle(text)) return undefined;
  if (NOUNS.test(text)) return text;
  const noun = VERB_OF_NOUN.exec(text)?.[1];
  if (PREDICATE.test(text)) {
    const bare = noun === undefined ? undefined : withoutParticles(noun);
    return bare === undefined || FUNCTION_WORDS.has(bare) || PREDICATE.test(bare) ? undefined : bare;
  }
  const bare = withoutParticles(text);
  return FUNCTION_WORDS.has(bare) || UNIT.test(bare) || (PREDICATE.test(bare) && !NOUNS.test(bare)) ? undefined : bare;
}

const WORD = /[\p{L}\p{N}]+/gu;

/** The content terms of a text in order, without duplicates. */
export function contentTerms(text: string): string[] {
  return [...new Set([...text.normalize('NFC').matchAll(WORD)].flatMap(([word]) => contentTerm(word) ?? []))];
}
