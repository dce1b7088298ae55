import { koreanVerbStems } from './korean-verb-stems.js';
import { QUESTION_PARTICLES, withoutParticle } from './particles.js';

/**
 * Korean words that express the form of a question, not its content. Otherwise the bigrams of `하나요` or `어떻게` would
 * count as content that a passage fails to cover.
 */
const QUESTION_WORDS = new Set(
  (
    '무엇 무엇인가 무엇인가요 무엇입니까 무엇이 무엇을 뭐 뭐가 뭐야 뭔가요 뭐예요 뭔지 뭘 무슨 어떤 어떻게 어떠한 어디 어디인가 어디인가요 어디입니까 어디예요 어디서 어디에 어디에서 어디로 어디야 언제 언제까지 언제부터 언제야 언제인가요 언제인가 언제입니까 ' +
    '누구 누가 누구에게 누구인가요 누구입니까 얼마 얼마나 얼마인가요 얼마입니까 얼마야 얼마예요 얼마까지 몇 며칠 왜 하나요 하나 합니까 하는가 하면 해야 해요 하죠 하지요 할까요 하려면 하고 해도 했는데 하는 한다 되나요 되는가 되는지 ' +
    '됩니까 되죠 되면 돼요 될까요 된다 있나요 있습니까 있는가 있어요 있는지 있을까요 있어 있는 없나요 없는 없으면 인가요 인가 입니까 이에요 예요 인지 이야 알려줘 알려주세요 알려 주세요 ' +
    '궁금합니다 궁금해요 궁금한데 수 것 건가요 걸까요 거예요 및 또는 그리고 그럼 그러면 그런데 혹시 제가 저는 저 나는 내가 나 좀 대해 대한 대하여 관한 관해 관련 설명해 설명 설명해줘 찾아줘 찾아 보여줘 ' +
    '싶어요 싶은데 싶습니다 싶어 싶은데요 경우 경우에는 때 때는 때에 받나요 받을 주나요 주는 줘 따라 통해 위해 가능한가요 가능한지 가능해요 가능 필요한가요 필요해요 필요한 내야 내나요 드나요 지금 그래도 그래 건데 걸 안 못 정말 아직 이미 여러 저희 우리 그냥 계속 바로 따로 미리 먼저 모두 전부 아예 꼭 정도 정도까지 만약 정도는 나오나요 나와요 제 이거 그거 아무 혼자 이런 그런 저런 있으면 없나 되는데 한테 사람 사람은 사람이 새로 늦게 중간 중간에 그동안 이번 다음 지난 작년 올해 요즘 최대 최소 학교 학교에서 학교에 우리학교 ' +
    '그게 이게 저게 그건 이건 저건 그걸 이걸 저걸 그것 이것 저것 그것이 이것이 거기 여기 저기 그곳 이곳 들었 그쪽 이쪽 쪽 쪽에 쪽이 쪽은 쪽으로 뭔가 무언가 여기저기 말 말은 말을 말이 말로는 게 걸로 건 것이 것은 것을 것도 때문 ' +
    '너무 너무나 매우 아주 몹시 무척 굉장히 진짜 정확 정확히 정확하게 제대로 확실 확실히 분명 분명히 분명하게 도대체 대체 대략 대충 빨리 급하게 급히 어서 자꾸 괜히 다시 또 더 더는 이제 방금 벌써 조금 잠깐 같이 함께 각각 ' +
    '있다 없다 한다 돼서 되어서 모르 모르겠 모르겠습 알 알고 아시 아세요 아나요 정해져 정해진 돼 나와 적혀 쓰여 써 보고'
  ).split(' '),
);

/**
 * Removes the last particle of a Hangul word: `휴학은` becomes `휴학`. Words of two syllables are unchanged, since most particles are also
 * syllables of nouns.
 */
export function stripParticle(word: string): string {
  return withoutParticle(word, QUESTION_PARTICLES, 2);
}

/**
 * Endings that make a Korean word a predicate. They express politeness, tense and connection, never content, and their
 * bigrams are so rare in written rules that they would outweigh the nouns. Only endings that no common noun has.
 */
const PREDICATE =
  /(는데|는데요|은데|은데요|인데|인데요|한데|한데요|면서|려고|려고요|려면|으면|어서|아서|해서|여서|지만|거나|도록|다고|라고|다는|라는|나요|까요|어요|아요|여요|에요|예요|해요|워요|려요|니다만|니다|니까|었는지|는지|은지|을지|었던|았던|했던|하던|세요|십시오|시오|었어|았어|했어|려는|하는|되는|하고|되고|하면|되면|하지|되지|했을|었을|았을|할까|될까|을까|어도|아도|해도|여도|어야|아야|해야|여야|이어야|여야|었나|았나|했나|네요|군요|거든요|대요|래요|던데|더라도|자마자|면요|같은|같이|싶은|있을|없을|한다면|된다면|는다면|다면|하기|되기|하여|되어|하다가|했|한|할|된|될)$/u;
/** Verbs and phrases for asking and thanking: `여쭤봐요`, `문의드립니다`. Not `알려야`, which a rule may contain. */
const ASKING =
  /^(여쭤|여쭙|여쭈|물어보|물어봐|물어볼|묻겠|묻습|문의드|문의합|문의하|질문드|질문합|질문하|부탁드|부탁합|부탁해|알려주|알려줄|알고싶|알아보|알아봐|찾아보|찾아봐|가르쳐|궁금|헷갈|답해|답변해|말씀|감사합|감사하겠|고맙|바랍니|죄송)/u;
/** `신청하`, `허가되`: a verb derived from a noun counts as the noun. */
const LIGHT_VERB = /(하|되|했|됐|한|할|된|될|시키|드리)$/u;
/**
 * One syllable and its particle, or the parts of a date or a measure: `책을`, `2025년 9월에`, `1년짜리`. They find little and
 * often miss.
 */
const WEAK =
  /^([가-힣](을|를|은|는|이|가|에|의|도|로)|\d{1,4}|년|월|년에|월에|년도|학기|(년|월|일|개월|주|시간|원|점)짜리|걱정(이|은|도)?)$/u;
/** Counted units with particles: `점인가요`, `시까지입니까`, `년까지`. `몇 번` may ask for a number that the passage must mention. */
const COUNTED =
  /^(?:근무일|개월|시간|퍼센트|학점|학기|차례|배수|과목|일|주|년|회|명|책|권|편|점|배|분|세|급|장|개|시|월|원)(?:까지|부터|이상|이하|이내|간|전)?(?:인가|인지|입니까|이에요|예요)$/u;
/** Units that only say which kind of number the question asks for. */
const UNIT =
  /^(개월|사람|퍼센트|프로|차례|가지|마리|군데|주일|[일주년회명책권편점배분세살급장개시월원달대인곳층호건쪽매도평])(?:까지|부터|이나|이상|이하|이내|동안|안에|전에?|후에?|뒤에?|마다|씩|간|만에|쯤|정도|짜리|을|를|이|가|은|는|의|로|에|에서|도){0,2}(?:인가|인지|입니까|이에요|예요|요)?$/u;
/** What follows a unit in a text: an index term has two syllables, and `점을` is another term than `점`. */
const AFTER_UNIT = '을를이가은는의로으에도간까부씩마';

/**
 * The unit that the question counts in `몇 점을`, `몇 개까지`; undefined for any other word.
 * @param before the word before it
 */
export function countedUnit(word: string, before: string | undefined): string | undefined {
  if (word.startsWith('몇')) return UNIT.exec(word.slice(1))?.[1];
  return before === '몇' ? UNIT.exec(word)?.[1] : undefined;
}

/** A unit alone and with each possible suffix. */
export function unitForms(unit: string): readonly string[] {
  return unit.length > 1 ? [] : Array.from(AFTER_UNIT, (next) => unit + next);
}

/** A question word with its particles and copula: `언제까지인가요`, `얼마부터예요`, `어디에서인지`; a list could not hold all of them. */
const ASKED_FOR =
  /^(?:언제|얼마|어디|누구|무엇|며칠|몇)(?:까지|부터|쯤|에서|에게|에|로|으로|만큼|마다|나|간|동안|께서|한테){0,2}(?:은|는|이|가|을|를|의|도|만)?(?:인가|인지|인데|인거|인건|입니까|이에|예|이죠|죠|이야|야|일까|하나|되나|돼|합니까|됩니까)?$/u;
export const WEAK_EMPHASIS = 0.3;
/** Administrative nouns that occur on every page; in a small corpus their rarity does not show that. */
const GENERIC =
  /^(이용|사용|신청|방법|절차|기준|규정|내용|종류|대상|조건|요건|하루|한달|교내|필요|관련|가능|학생|기간|처리|진행|확인)$/u;
const GENERIC_EMPHASIS = 0.6;
const PREDICATE_EMPHASIS = 0.35;

export interface WordForm {
  readonly text: string;
  readonly emphasis: number;
  readonly topical: boolean;
}

function nounEmphasis(noun: string): number {
  return GENERIC.test(noun) ? GENERIC_EMPHASIS : 1;
}

/** 은 and 는 mark the topic, 의 the owner: a passage without them is about something else. */
const TOPIC_EMPHASIS = 1.3;

/** `쉬나요`: a verb of one syllable; undefined if it has no content. */
function shortVerb(text: string): WordForm | undefined {
  const [stem] = koreanVerbStems(text);
  return stem === undefined ? undefined : { text: stem, emphasis: PREDICATE_EMPHASIS, topical: false };
}

/**
 * The part of a Korean word that a document can contain; undefined for a function word.
 * @param isLast the word ends the question: a verb of one syllable is content there, and part of the preamble elsewhere
 */
export function koreanForm(text: string, isLast = false): WordForm | undefined {
  // `관련해서요`: politeness may follow any ending.
  const plain = text.replace(/(?<=..)요$/u, '');
  if (
    QUESTION_WORDS.has(text) ||
    QUESTION_WORDS.has(plain) ||
    ASKING.test(text) ||
    COUNTED.test(plain) ||
    ASKED_FOR.test(plain)
  )
    return undefined;
  const predicate = PREDICATE.test(text) ? text : plain;
  const ending = PREDICATE.exec(predicate)?.[0];
  if (ending !== undefined) {
    const rest = predicate.slice(0, -ending.length);
    const noun = rest.replace(LIGHT_VERB, '');
    const isNoun = /^(하|되|한|할|된|될|했|해)/u.test(ending) || noun !== rest;
    const stem = isNoun ? noun : rest;
    if (QUESTION_WORDS.has(stem)) return undefined;
    if (stem.length < 2) return isLast ? shortVerb(text) : undefined;
    return { text: stem, emphasis: isNoun ? nounEmphasis(stem) : PREDICATE_EMPHASIS, topical: false };
  }
  const stripped = stripParticle(text);
  if (QUESTION_WORDS.has(stripped)) return undefined;
  const emphasis = WEAK.test(text) ? WEAK_EMPHASIS : nounEmphasis(stripped);
  const isTopic = emphasis === 1 && /(은|는|의)$/u.test(text) && stripped !== text;
  return {
    text: stripped,
    emphasis: isTopic ? TOPIC_EMPHASIS : emphasis,
    topical: emphasis === 1 && stripped !== text,
  };
}
