import { hasHangul } from '../../../text/language.js';
import { memoize } from '../../../text/memoize.js';
import { contentWords, Word } from '../../../text/clauses/words.js';

/** Similarity of two texts in meaning, -1..1, within a language and across both; ignores word order. */
export type Nearness = (a: string, b: string) => number;

/** Administrative words with the same meaning but distant vectors, by their prefixes; each list is one concept. */
const IDEAS: readonly RegExp[] = [
  /휴관|휴무|휴업|문을? 닫|쉽니다|쉬는 날|쉬어요|\bclos(?:e[sd]?|ing)\b|\bshut\b/iu,
  /개관|문을? 엽|문을? 여|\bopen(?:s|ed)?\b/iu,
  /이월|다음 (?:해|달|학기)로 (?:넘|옮)|넘길|넘어[가간갑]|\bcarr(?:y|ied) (?:\w+ )?(?:over|forward)|\broll(?:s|ed)? over/iu,
  /재직증명|\bproof of employment|\bcertificate of employment|\bemployment certificate/iu,
  /동의서|\bconsent form|\bletter of consent/iu,
  /학생증|\bstudent (?:id|card)/iu,
  /신분증|\bidentification|\bphoto id\b|\bid card/iu,
  /통장|계좌|\bbank account|\bbankbook/iu,
  /영수증|\breceipts?\b/iu,
  /승인|허가|허락|결재|\bapprov|\bpermission|\bauthori[sz]/iu,
  /취소|철회|\bcancel|\bwithdraw|\brevok/iu,
  /연장|\bextend|\bextension|\brenew/iu,
  /징계|\bdisciplin/iu,
  /경고|\bwarn/iu,
  /면제|안 내|내지 않|무료|무상|공짜|\bwaive[sd]?\b|\bexempt|\bfree\b(?! to)|\bpay(?:s)? nothing|\bat no cost|\bno (?:fee|charge|tuition)|\bneed(?:n['’]t| not) pay/iu,
  /감면|할인|깎|줄여\s?(?:주|줌)|덜어|\breduc|\bdiscount|\bpart of the (?:cost|fee|bill)/iu,
  /소멸|사라[지집진져]|없어[지집진져]|잃[게는습]|상실|몰수|\bforfeit|\blos[et]|\bexpire/iu,
  /지급|받[을는게습으]|수당|정산|현금으로|\bpaid out|\bpay(?:s|ing)? (?:you )?out|\bcash(?:ed)? out|\bpayout/iu,
  /폐지|없앴|없어졌|없어진|\babolish|\brepeal|\bscrapp|\bdiscontinu|\bwithdrawn/iu,
  /중지|중단|멈[추췄춘]|정지|\bsuspend|\bstopp|\bno longer|\bhalt/iu,
  /제적|학적(?:을|이) (?:잃|없)|학교를 (?:떠|나가)|\bexpel|\bexpul|\bdismiss|\bremoved from|\bstruck off|\blose (?:your|their) (?:enrol|student)/iu,
  /금지|불가|불허|안 [되됩돼된]|할 수 없|못\s?(?:하|해|합)|\bprohibit|\bforbid|\bforbidden|\bban(?:ned)?\b|\bnot allowed|\bmust(?:n['’]t| not)|\bmay not|\bcan(?:['’]t|not)\b/iu,
  /인정(?:하|되|받)|쳐\s?주|\brecogni[sz]|\bcredit(?:ed)?\b|\baccept/iu,
  /무효|\binvalid|\bvoid|\bnullif|\bcancel/iu,
  /비공개|사설|프라이빗|\bprivate/iu,
  /공개(?!하지)|\bpublic\b|\bopen to/iu,
  /인터넷|온라인|웹|홈페이지|\bonline|\binternet|\bweb/iu,
  /방문|직접 (?:가|찾|오)|대면|\bin person|\bvisit|\bwalk in/iu,
  /우편|등기|\bmail|\bpost(?:al)?\b/iu,
  /팩스|\bfax/iu,
  /알게|인지한|파악한|인식|발견|확인한 (?:때|시점|순간)|\baware|\bidentif|\bfind out|\bfound out|\bdiscover|\bnotice/iu,
  /마지막|최종|끝나는|끝난|종료|\bfinal|\blast\b|\bends?\b/iu,
  /첫|최초|시작|처음|\bfirst|\bstart|\bbegin/iu,
  /매분기|분기마다|분기별|석 달(?:에|마다)|3개월(?:에|마다)|\bquarterly|\bevery (?:three months|quarter)|\beach quarter|\ba quarter\b|\bper quarter/iu,
  /매년|해마다|연 ?1회|1년에 한 번|\bannual|\byearly|\bevery year|\beach year|\bonce a year|\bper year/iu,
  /매월|매달|달마다|\bmonthly|\bevery month|\beach month/iu,
  /매주|주마다|\bweekly|\bevery week|\beach week/iu,
  /제외|빠져|빠지|빼고|대상이 아니|해당(?:되|하)지 않|\bexclud|\bexcept|\bnot eligible|\bineligible|\bnot (?:covered|included)/iu,
  /제한|한정|막혀|막고|\brestrict|\blimit/iu,
  /월요일|\bmondays?\b/iu,
  /화요일|\btuesdays?\b/iu,
  /수요일|\bwednesdays?\b/iu,
  /목요일|\bthursdays?\b/iu,
  /금요일|\bfridays?\b/iu,
  /토요일|\bsaturdays?\b/iu,
  /일요일|\bsundays?\b/iu,
  /총장|\bpresident/iu,
  /부총장|\bvice[- ]president|\bprovost/iu,
  /학장|\bdean\b/iu,
  /학과장|학부장|\bdepartment (?:chair|head)|\bhead of (?:the )?department|\bchair/iu,
  /지도교수|\badvis[eo]r|\bsupervising professor/iu,
  /담당 ?교수|담당 ?교원|\binstructor|\bprofessor (?:in charge|teaching)|\bcourse professor/iu,
  /이사장|\bchair(?:man|person)? of the board/iu,
  /상사|관리자|감독자|\bsupervisor|\bmanager|\bboss\b/iu,
  /위임장|\bpower of attorney|\bproxy|\bletter of (?:authori[sz]ation|attorney)/iu,
  /졸업생|\bgraduates?\b|\balumn/iu,
  /재학(?:하는|생|기간| 기간| 중)|다니는 (?:동안|내내)|졸업할 때까지|\benrol|\bwhile (?:you are |they are )?(?:a student|studying|in school)/iu,
  /휴학|\bleaves? of absence|\btime off from (?:school|study)/iu,
  /신청서|지원서|\bapplication|\bform\b/iu,
  /진단서|\bmedical (?:certificate|note|document)/iu,
  /서면|문서로|글로|\bin writing|\bwritten/iu,
  /개강|학기(?:가)? (?:시작|개시)|학기 개시|\b(?:semester|term|classes) (?:starts?|begins?)|\bstart of (?:the )?(?:semester|term)/iu,
  /모든|전체|전부|전 ?과목|다 (?:무효|취소)|전액|\ball\b|\bentire|\bwhole|\bevery\b|\bfull\b/iu,
  /절반|반액|반값|2분의 1|1\/2|\bhalf\b/iu,
];

const WEEKDAY = /요일|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/iu;

/** Whether a term is a day of the week: the vectors of all of them are similar, although their meanings differ. */
export const isWeekday = (term: string): boolean => WEEKDAY.test(term);

/** Concepts of the list that a text contains. */
function ideasOf(text: string): Set<number> {
  return new Set(IDEAS.flatMap((pattern, i) => (pattern.test(text) ? [i] : [])));
}

/** Whether two texts contain the same concept of the list. */
export function sharesIdea(a: string, b: string): boolean {
  const ideas = ideasOf(a);
  return [...ideasOf(b)].some((idea) => ideas.has(idea));
}

const STEM_LETTERS = 2;
const isHangul = (word: Word): boolean => word.script === 'hangul';

/** Whether two words are forms of one word, or a Korean compound contains the other. */
export function isSameWord(a: Word, b: Word): boolean {
  if (a.stem === b.stem) return true;
  if (!isHangul(a) || !isHangul(b)) return a.stem.length >= 4 && b.stem.length >= 4 && sharesStart(a.stem, b.stem);
  if (a.stem.length >= STEM_LETTERS && b.stem.includes(a.stem)) return true;
  if (b.stem.length >= STEM_LETTERS && a.stem.includes(b.stem)) return true;
  return a.letters.length >= 5 && b.letters.length >= 5 && a.letters.slice(0, 5) === b.letters.slice(0, 5);
}

/** Whether a word contains another as itself or as a part of a compound; a part of the word does not count. */
export function isWordIn(word: Word, other: Word): boolean {
  if (!isHangul(word) || word.stem === other.stem || other.stem.includes(word.stem)) return isSameWord(word, other);
  if (word.stem.includes(other.stem)) return false;
  // `연구비` starts like `연구계획서`; it is another word.
  const start = word.stem.slice(0, Math.max(STEM_LETTERS, word.stem.length - STEM_LETTERS));
  return other.stem.startsWith(start) && isSameWord(word, other);
}

const sharesStart = (a: string, b: string): boolean => {
  const least = Math.min(a.length, b.length, 6);
  return least >= 4 && a.slice(0, least) === b.slice(0, least);
};

/** Content words of a text, without numbers. */
export const termsOf = memoize(8_000, (text: string): readonly Word[] =>
  contentWords(text).filter((word) => word.script !== 'number'),
);

/** Share of the wanted words that a text contains in any form, 0..1; 0 without wanted words. */
export function wordShare(wanted: readonly Word[], held: readonly Word[]): number {
  if (wanted.length === 0) return 0;
  return wanted.filter((word) => held.some((other) => isSameWord(word, other))).length / wanted.length;
}

/** Maximum number of words of a phrase that is searched for. */
const LONGEST_PHRASE = 4;
const WORDS = /[\p{L}\p{N}][\p{L}\p{N}'’+/-]*/gu;

function phrasesOf(text: string): string[] {
  const words = [...text.matchAll(WORDS)].map(([word]) => word);
  return words.flatMap((_, i) =>
    Array.from({ length: Math.min(LONGEST_PHRASE, words.length - i) }, (__, k) => words.slice(i, i + k + 1).join(' ')),
  );
}

/** Parts of a Korean compound: `연구계획을 변경` says less than `연구계획변경신청서`. */
function isPartOf(parts: readonly Word[], whole: string): boolean {
  if (parts.length === 0 || !parts.every(isHangul)) return false;
  const isIn = ({ stem }: Word): boolean =>
    whole.includes(stem) || (stem.length > 2 && whole.includes(stem.slice(0, 2)));
  const covered = new Set(
    parts.flatMap(({ stem }) => {
      const at = whole.indexOf(stem);
      return at === -1 ? [] : Array.from(stem, (_, i) => at + i);
    }),
  );
  return parts.every(isIn) && covered.size < whole.length;
}

/** A part of a term, or other words with one of its words (`다른 과목` for `모든 과목`): similar, but not the same. */
function saysLess(phrase: string, whole: string, wanted: readonly Word[]): boolean {
  const bare = phrase.replace(/\s/gu, '');
  if (bare.length < whole.length && whole.includes(bare)) return true;
  if (wanted.length < 2) return isPartOf(termsOf(phrase), whole);
  const share = wordShare(wanted, termsOf(phrase));
  return share > 0 && share < 1;
}

/** The concepts with the rest of their words: `cancel` in `cancellation`. */
const IDEA_WORDS = IDEAS.map(({ source }) => new RegExp(`(?:${source})\\p{L}*`, 'giu'));
const FEWEST_LETTERS = 2;

/** Whether a sentence has the words of a term besides the shared concepts: `허가` alone is not `총장의 허가`. */
function holdsRest(term: string, sentence: string): boolean {
  const shared = ideasOf(sentence);
  const rest = [...shared].reduce((text, idea) => text.replace(IDEA_WORDS[idea] ?? /$^/u, ' '), term);
  const held = termsOf(sentence);
  const isSameScript = hasHangul(term) === hasHangul(sentence);
  return termsOf(rest).every(
    (word) =>
      word.stem.length < FEWEST_LETTERS ||
      (ideasOf(word.text).size === 0 && !isSameScript) ||
      held.some((other) => isSameWord(word, other)),
  );
}

/** Similarity of a term and the most similar phrase of a sentence, -1..1; shared concepts count as much. */
export function nearestPhrase(term: string, sentence: string, nearness: Nearness): number {
  const ideas = ideasOf(term);
  const shared = [...ideasOf(sentence)].some((idea) => ideas.has(idea));
  const isOneIdea = shared && termsOf(term).length <= 2 && holdsRest(term, sentence);
  if (isWeekday(term)) return shared ? 1 : 0;
  const wanted = termsOf(term);
  const whole = term.replace(/\s/gu, '');
  return phrasesOf(sentence.slice(0, 600)).reduce(
    (best, phrase) => (saysLess(phrase, whole, wanted) ? best : Math.max(best, nearness(term, phrase))),
    isOneIdea ? 1 : 0,
  );
}

/** Texts whose vectors are cached while one answer is judged. */
const REMEMBERED = 20_000;

/** Similarity by vectors of texts; each text is embedded once. */
export function nearnessBy(meaning: { embed(text: string): Float32Array }): Nearness {
  const known = new Map<string, Float32Array>();
  const vectorOf = (text: string): Float32Array => {
    const vector = known.get(text) ?? meaning.embed(text);
    if (known.size < REMEMBERED) known.set(text, vector);
    return vector;
  };
  return (a, b) => {
    const [x, y] = [vectorOf(a), vectorOf(b)];
    return x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  };
}
