import { negations } from '../../../text/clauses/negations.js';
import { isSameWord, termsOf } from './meaning.js';
import { sayingsOf } from './readable-answer.js';
import { datesOf } from './values.js';
import { modality } from '../../../text/clauses/clause-reading.js';

/** Whether a statement grants or denies. */
export type Polarity = 'positive' | 'negative';

const YES =
  /^(?:네|예|넵|넹|응|그럼요|그렇습니다|물론(?:입니다|이죠|이에요)?|맞습니다|맞아요|가능합니다|가능해요|됩니다|돼요|yes|yeah|yep|yup|sure|certainly|of course|absolutely|correct)(?=[\s,.!~…:;—–-]|$)/iu;
const NO =
  /^(?:아니요|아니오|아뇨|아니에요|아닙니다|안 ?됩니다|안 ?돼요|불가합니다|불가능합니다|불가|no(?=[,.!…:;]|\s?[—–-]|$)|nope|never(?=[,.!])|(?:unfortunately|sadly|regrettably),? (?:no|not)|(?:i['’]?m )?afraid not|not (?:allowed|permitted|possible))(?=[\s,.!~…:;—–-]|$)/iu;
const GREETING =
  /^(?:안녕하세요|안녕하십니까|hello|hi|hey|good question|죄송하지만|문의(?:해)? 주셔서 감사합니다|대체로|보통은?|일반적으로는?|대개|usually|generally|typically|normally|in most cases)[^\p{L}\n]{0,4}/iu;
/** Denial in words without a negation. */
const DENIES =
  /불가|금지|불허|제한(?!(?:이|을|은|도)?\s?(?:없|두지|받지))|제외|배제|빠져\s?있|빠집니다|빠져요|거부|막혀|못\s?(?:합|해|하|쓰|받|들|가|씁|갑)|안\s?(?:됩|돼|되|된)|중지|폐지|면제|아니\s?[되된됩]|지(?:는|도)?\s?마(?:세|십|시|라|요|$)|삼가|\b(?:prohibit(?:s|ed|ion)?|forbid(?:s|den)?|bans?|banned|barred|avoid(?:ed)?|refrain|excluded|ineligible|waived|exempt|off limits|not allowed|no longer|refuse[sd]?|nobody|no[- ]one)\b/iu;
const DOUBLE_DENIAL =
  /(?:없는|않는|안 되는|못하는|불가능한)\s?것(?:은|이)?\s?아니|지\s?않(?:으면|고는)\s?안|없으면\s?안|않아도\s?됩|않아도\s?돼|않으셔도|제한(?:이|을|은|도)?\s?(?:없|두지|받지)|금지(?:하|되)지\s?(?:는\s?)?(?:않|아니)|지\s?(?:아니하면|않으면)\s?아니\s?[되된됩]|\b(?:not|never|no longer|isn['’]t|aren['’]t)\s+(?:\w+ly\s+)?(?:prohibited|forbidden|banned|barred|excluded)\b/iu;
/** A rule for everybody excludes nobody. */
const NO_EXCEPTION =
  /다르지\s?않|마찬가지|똑같|동일하게|예외(?:는|가|도)?\s?없|누구(?:나|든)|\bno exceptions?\b|\bjust the same\b|\beverybody\b|\beveryone\b/iu;
const GRANTS =
  /수\s?있|가능|허용|허가|됩니다|돼요|되어요|된다|하셔도|해도\s?[되됩돼]|괜찮|인정|야\s?(?:합|해|한|하)|\b(?:may|can|allowed|permitted|fine|ok|okay|must|required|need(?:s|ed)?(?: to)?|should|will|free to|eligible|entitled)\b/iu;
/** Boundaries between the clauses of a sentence. */
const CLAUSE_BORDER =
  /(?<=(?:지만|으며|는데|니다만|므로|니까|아서|어서|[가-힣]고|[가-힣]며)[\s,])|[,;:—–]\s|\s[-*•|]\s|\b(?:but|although|while|because|due to|so|and)\b/giu;

const WH =
  /얼마|몇|언제|누가|누구|누굴|어디|무엇|무슨|뭐|뭘|어떤|어떻게|어느|며칠|왜|\b(?:how|when|what|who|whom|which|where|why|whose)\b/iu;
const ENGLISH_YES_NO =
  /(?:^|[.;,:!?-]\s+|\b(?:so|and|but|or|then)\s+)(?:is|are|was|were|can|could|may|might|must|should|shall|will|would|do|does|did|has|have|am)\b(?!\s+(?:how|what))/iu;
const KOREAN_YES_NO =
  /(?:나요|까요|가요|습니까|ㅂ니까|니까|은지|는지|ㄴ지|되나|될까|있나|있음|되죠|있죠|맞죠|는가|은가|건가|건지|됨|됩니까|돼요|되요|있어요|해요|인가|인지|하나|되는지|되냐|있냐|나|지|죠|요)\s?[?？!~.]*\s*$/u;

/** Whether a question can be answered by yes or no. */
export function asksYesOrNo(question: string): boolean {
  const sentences = sayingsOf(question).map(({ text }) => text);
  return sentences.some((text) => (ENGLISH_YES_NO.test(text) ? true : KOREAN_YES_NO.test(text) && !WH.test(text)));
}

/** Whether a question asks by a negation (`안 써도 되나요`), so that yes and no are swapped. */
export function asksByDenial(question: string): boolean {
  return negations(question).length > 0 || /(?:안|못)\s?[가-힣]{1,5}\s?[가-힣]{0,4}(?:되|하)/u.test(question);
}

/** Yes or no at the start of an answer. */
export function leadingPolarity(answer: string): Polarity | undefined {
  for (const { text } of sayingsOf(answer).slice(0, 2)) {
    const start = text
      .replace(/^[\s\-*•·|>"'“”]{1,8}/u, '')
      .replace(GREETING, '')
      .trimStart();
    if (YES.test(start)) return 'positive';
    if (NO.test(start)) return 'negative';
    if (start.length > 24) return undefined;
  }
  return undefined;
}

/** The parts of a sentence with a polarity of their own. */
export function clausesOf(sentence: string): string[] {
  return sentence.split(CLAUSE_BORDER).filter((clause) => /[\p{L}\p{N}]/u.test(clause));
}

/** `지체 없이`, `조건 없이`: manner adverbials. */
const MANNER =
  /(?:지체|예외|빠짐|관계|상관|조건|이의|차별|구분|차질|남김)\s?없이|\bwithout (?:delay|exception|fail)\b/giu;

/** What lifts a prohibition is not a second negation: `may not be stored unless it is encrypted`. */
const LIFTED = /(?<=\b(?:not|cannot|never|nobody)\b[^.;]{0,80}|n['’]t\b[^.;]{0,80})\bunless\b[^,.;]*/giu;

/** `10 May` grants nothing. */
const withoutMonth = (text: string): string =>
  /May/u.test(text)
    ? datesOf(text).reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text)
    : text;

/** Whether a clause grants or denies; undefined if it does neither explicitly. */
export function clausePolarity(said: string): Polarity | undefined {
  const clause = withoutMonth(said).replace(MANNER, ' ').replace(LIFTED, ' ');
  if (DOUBLE_DENIAL.test(clause) || NO_EXCEPTION.test(clause)) return 'positive';
  if (DENIES.test(clause)) return 'negative';
  const denials = negations(clause).filter(({ limits }) => !limits);
  if (denials.length > 0) return denials.length % 2 === 1 ? 'negative' : 'positive';
  return GRANTS.test(clause) ? 'positive' : undefined;
}

/** Things that an exception names are granted. */
const EXCEPTS = /\bexcept(?:ing|ion)?\b|제외하고|제외한|예외로/iu;

/** Whether a phrase of a required fact denies: `할 수 없다`, `not required`, `제외`. */
export function isDenial(phrase: string): boolean {
  return (
    !DOUBLE_DENIAL.test(phrase) &&
    !EXCEPTS.test(phrase) &&
    (DENIES.test(phrase) ||
      negations(phrase).length > 0 ||
      /n['’]t\b/u.test(phrase) ||
      /(?:^|\s)(?:수 )?없/u.test(phrase) ||
      /않/u.test(phrase))
  );
}

/** Whether a phrase of a required fact obliges: `신고하여야 한다`, `must report`. */
export function isObligation(phrase: string): boolean {
  return (
    !isDenial(phrase) &&
    (modality(phrase) === 'must' || /필수|의무|\b(?:mandatory|compulsory|required)\b/iu.test(phrase))
  );
}

const FREES =
  /않아도|알아서\s?(?:해|처리|통보|신고|신청|보내|알려)|안\s?[가-힣]{1,3}도\s?(?:됩|돼|되)|필요(?:가|는|도)?\s?없|선택(?:이|입|사)|자율|임의|의무(?:는|가|사항은|사항이)?\s?아니|\b(?:don['’]t|do not|doesn['’]t|does not|needn['’]t) (?:have|need) to\b|\bneed(?:n['’]t| not)\b|\bno need\b|\bneeds? to do nothing\b|\bnothing (?:else )?to do\b|\bnot (?:required|mandatory|necessary|obliged|obligatory)\b|\b(?:optional|voluntary)\b/iu;

/** Whether a clause exempts from an obligation. */
export const freesInClause = (clause: string): boolean => FREES.test(clause);

/** Whether an answer exempts from the obligation of a fact, in a clause about it, or by its no. */
export function freesFrom(answer: string, topics: readonly string[], lead: Polarity | undefined): boolean {
  if (lead === 'negative') return true;
  const wanted = topics.flatMap((topic) => termsOf(topic));
  return sayingsOf(answer).some(
    ({ text }) =>
      FREES.test(text) &&
      termsOf(text).some((other) => wanted.length === 0 || wanted.some((word) => isSameWord(word, other))),
  );
}

/** Whether a phrase of a required fact only grants: `할 수 있다`, `가능`, `allowed`. */
export function isGrant(phrase: string): boolean {
  return (
    !isDenial(phrase) &&
    /수\s?있|가능|허용|됩니다|돼요|된다|^(?:yes|네|예)$|\b(?:may|can|allowed|permitted)\b/iu.test(withoutMonth(phrase))
  );
}

/** Polarities of the clauses of an answer about one of the topics, as far as they are meant. */
export function polaritiesOf(
  answer: string,
  topics: readonly string[],
  isMeant: (clause: string) => boolean,
): Polarity[] {
  const wanted = topics.flatMap((topic) => termsOf(topic));
  return sayingsOf(answer).flatMap(({ text }) =>
    clausesOf(text).flatMap((clause) => {
      const held = termsOf(clause);
      const isOnTopic = wanted.some((word) => held.some((other) => isSameWord(word, other)));
      return isOnTopic && isMeant(clause) ? (clausePolarity(clause) ?? 'positive') : [];
    }),
  );
}

const MISSED_BEHIND =
  /^\s+(?:does|do|did|is|are|was|has|have|need|needs|must|can|will|would)(?:n['’]t|\s+not)\b|^(?:하|되|처리하|처리되|당하)?지(?:는|도)?\s?(?:않|못|아니)|^[가-힣]{0,2}(?:이|가|은|는|도|을|를|과|와)?\s?(?:따로 |별도로 )?(?:[가-힣]{1,4}\s?)?(?:없이|없어도)|^[가-힣]{0,2}(?:이|가|은|는|도|을|를|과|와)?\s?(?:따로 |별도로 )?(?:필요(?:가|는)?\s?없|안\s?내|불필요|아니|상관\s?없이|관계\s?없이|무관하게|따지지\s?않)/u;
const MISSED_BEFORE =
  /\b(?:no|without|not|n['’]t need|needn['’]t)\s+(?:an?\s+|any\s+|the\s+)?$|\b(?:whenever|regardless of|no matter|irrespective of)\b[^,.;]{0,20}$/iu;

/** Conditions that are stated to make no difference. */
export const DISREGARDS =
  /\b(?:whenever|regardless of|no matter|irrespective of)\b|상관\s?없이|관계\s?없이|무관하게|따지지\s?않/iu;

/** Whether a phrase is mentioned only to negate it: `위임장 없이`, `without a form`. */
export function isDeniedAt(saying: string, start: number, end: number): boolean {
  return (
    MISSED_BEHIND.test(saying.slice(end, end + 16)) || MISSED_BEFORE.test(saying.slice(Math.max(0, start - 24), start))
  );
}
