import { CoreQuestion } from '../core-question.js';
import { leavesOutCondition, nameOf } from './gold-conditions.js';
import { letterShare } from './question-checks.js';
import { Rivals } from './rivals.js';

/** The subject that a question names in addition to its own words. */
export interface QuestionContext {
  /** Empty if the question needs none. */
  readonly text: string;
  /** Whether it is the body that an office or a committee belongs to: `미래교육원 위원 임기는`. */
  readonly isOwner: boolean;
}

const KOREAN_ASKING =
  /최대|최소|몇 ?\S+|얼마\S*|며칠\S*|언제\S*|누가|누구\S*|어디\S*|무슨 서류\S*|어떻게|해야|하는지|있는지|인지|되는지|맡는지|뽑는지|받아야|내야|허락을/gu;
const ENGLISH_ASKING =
  /\b(?:whether|where|how|long|soon|often|until|gets?|has|last|lasts|runs?|looks?|after|hang|limit|happens?|kept|sent|stored|written|takes?|care|talk|allowed|hand|need|far|ahead|before|many|much|what|who|when|which|do|does|did|is|are|can|could|may|must|have|has|to|i|we|you|the|a|an|my|our|it|if|there|any|for|of|in|on|at|by|get|need|someone|people|make|making|changes?|substantive|additional|questions?|concerns?|issues?|problems?)\b/giu;

/** The content words of a question. */
export const contentOf = ({ language, forms }: CoreQuestion): string =>
  forms.embedded
    .replace(language === 'ko' ? KOREAN_ASKING : ENGLISH_ASKING, ' ')
    .replace(/\s+/gu, ' ')
    .trim();

const RULE_BOOK =
  /\s?(?:설치\s?(?:및|·)\s?)?(?:운영|관리|시행|업무|지원)?\s?(?:에\s?관한)?\s?(?:규정|세칙|지침|내규|규칙|학칙|요령|기준|조례|매뉴얼|안내)$/u;

/** `미래교육원` of `미래교육원 운영규정`; `및` inside a word becomes a comma. */
export function subjectOf(title: string): string {
  const plain = title
    .replace(/【[^【】]{0,60}】|\[[^[\]]{0,60}\]|[(（][^()（）]{0,60}[)）]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  // People leave out the organisation that they belong to: `가람대학교대학원` is 대학원.
  const subject = plain
    .replace(RULE_BOOK, '')
    .replace(/^[가-힣]{2,8}대학교 ?(?=[가-힣]{3})/u, '')
    .trim();
  // `휴학·복학` is what somebody calls 휴학.
  const [first = ''] = subject.split(/[·ㆍ]/u);
  if (first.length >= 2 && first !== subject && !subject.includes(' ')) return first;
  return subject.length < 2 ? plain : subject.replace(/(?<=[가-힣])및(?=[가-힣])/u, ', ');
}

/** `교원인사 규정` of a question about `교원인사규정`: without its kind the title of a rule book is a clipped word; a body has its name alone. */
export function spokenTitle(subject: string, title: string): string {
  const [kind] = /(?:규정|세칙|지침|내규|규칙|요령|조례)$/u.exec(title.trim()) ?? [];
  const isClipped = kind !== undefined && subject === subjectOf(title) && !isOrganisation(subject);
  return isClipped ? `${subject} ${kind}` : subject;
}

export const isOrganisation = (subject: string): boolean =>
  /(?:센터|연구소|위원회|원|단|관|회|처|팀|실|기관|대학)$/u.test(subject);
/** Names of offices and bodies that many documents have. */
const GENERIC =
  /^(?:위원장?|부위원장|소장|센터장|원장|단장|간사|회의|정기회의|운영위원회?|위원회|임기|연구원|공동연구원|편집위원장?|감사|위촉직|당연직|임명직|부소장|회장|사무|자문위원회?|협의회|소위원회|기타위원|위촉위원|부소장|의장|실장|부장|분과|평가단장|평가위원|센터|연구소|심의사항|자문협의회|운영위원)(?:$|[\s은는이가의])/u;

/** Whether a question names an office or a committee that many bodies have (`위원회는 몇 명`). */
export const isOfManyBodies = ({ language, forms }: CoreQuestion): boolean =>
  language === 'ko' && GENERIC.test(forms.polite);

/** Rules of the whole organisation need no name. */
const IS_GENERAL = /^(?!.*대학원).*(?:학칙|대학교)$|^정관$/u;
/** A question with this share of the subject's letter pairs names the subject. */
const NAMED_SHARE = 0.4;

/** Whether the question's own words name its document. */
function namesSubject(asked: string, subject: string, title: string): boolean {
  if (IS_GENERAL.test(title.trim())) return true;
  return letterShare(asked, subject) >= NAMED_SHARE;
}

/** Number of content words that make the subject of an English question clear. */
const ENOUGH_WORDS = 3;
/** `upgrade to the full version`: a definite noun without a name depends on its page. */
const isUnnamed = (question: string): boolean =>
  /\bthe [a-z]/u.test(question) && !/[A-Z]/u.test(question.replace(/\bI\b/gu, ' '));

/** Headings that name a part of a page, not a subject. */
export const EMPTY_HEADING =
  /^(?:step \d|getting started|overview|timeline|tips?|rules|setup|help|getting help|resources|structure|tools|services|guidelines|purpose|background|next steps|faq|frequently asked questions|introduction|instructions|how |what |why |when |who |can |i['’]|from |in |on |at |to |for |with |by |about |after |before |if |using |selection$|setup$|director$|rules$|\d)| - |[?{<#:/]/iu;

/** `eligibility`, `slack channels`: a heading of common words names a part of its page; a name or a longer phrase names a subject. */
const namesSubjectOf = (heading: string): boolean =>
  heading.length <= 50 &&
  !EMPTY_HEADING.test(heading) &&
  (/\p{Lu}[\p{L}\d]*\p{Lu}|\d|[a-z] \p{Lu}/u.test(heading) ||
    (heading.split(' ').length > 1 && !/^[A-Z]?[a-z]+ing /u.test(heading)));

const UNOWNED = /^(?:임기|계약 ?기간|기간|정원|인원|금액|시간|점수|비율|횟수|기한)[은는] /u;
/** Korean headings that name a part of a rule book. */
const EMPTY_TOPIC =
  /^(?:구성|조직|기구|임원|운영|기능|직무|임무|회의|자격|대상|신청|절차|허가|승인|임기|설치|사업|업무|관리)$/u;

/**
 * Possible contexts of a question, the shortest first.
 * @param name the title of the page, if it is one name
 */
function contextsOf(core: CoreQuestion, name: string | undefined): QuestionContext[] {
  const { language, documentTitle, topic, forms } = core;
  if (language === 'en') {
    // A step of a list follows the other steps.
    const isTold =
      !/^\s*\d{1,2}[.)]\s/u.test(core.quote) &&
      contentOf(core)
        .split(' ')
        .filter((word) => word.length > 3).length >= ENOUGH_WORDS &&
      !isUnnamed(forms.embedded);
    const page = documentTitle.replace(/<[^<>]*>/gu, '');
    const names = [...new Set([...[topic, page].filter(namesSubjectOf), ...(name === undefined ? [] : [name])])];
    return [...(isTold ? [''] : []), ...names].map((text) => ({ text, isOwner: false }));
  }
  // `임기는 몇 년`: a body has members and officers, and the words say of whom nothing.
  if (UNOWNED.test(forms.polite)) return [];
  const subject = subjectOf(documentTitle);
  const isGeneric = GENERIC.test(forms.polite);
  // `국제언어교육원 보조 연구원은 누가`: what a body has follows its name; what people do does not.
  const isOwned = isGeneric || /^[가-힣A-Za-z]+(?: [가-힣A-Za-z]+)?[은는] /u.test(forms.polite);
  const isOwner = isOwned && isOrganisation(subject);
  // `위원장은 누가` of a rule book with several committees: the article's own committee is meant.
  if (isGeneric && !isOrganisation(subject)) {
    const [body] = /^[가-힣A-Za-z·]{2,24}(?:위원회|협의회|평가단)/u.exec(topic) ?? [];
    return body === undefined
      ? []
      : [{ text: letterShare(body, subject) >= NAMED_SHARE ? body : `${subject} ${body}`, isOwner: true }];
  }
  const isNamed = (text: string) => namesSubject(`${text} ${forms.polite}`, subject, documentTitle);
  const isTopicSaid =
    /등$| 및 |[·ㆍ,]/u.test(topic) || EMPTY_TOPIC.test(topic) || forms.polite.startsWith(topic) || GENERIC.test(topic);
  const plain = isGeneric ? [] : ['', ...(isTopicSaid ? [] : [topic])].filter(isNamed);
  const isPart = isOwner && /(?:위원회|협의회)$/u.test(topic) && !GENERIC.test(topic);
  const committee = isPart && isNamed(topic) ? [{ text: topic, isOwner }] : [];
  // `위원 임기` in an article about another committee of the same body is not that of the body's own members.
  if (isPart && committee.length === 0 && !subject.endsWith(topic)) return [{ text: `${subject} ${topic}`, isOwner }];
  return [
    ...plain.map((text) => ({ text, isOwner: false })),
    ...committee,
    { text: subject, isOwner },
    ...(isTopicSaid || topic.startsWith(subject.split(' ').at(-1) ?? subject)
      ? []
      : [{ text: `${subject} ${topic}`, isOwner: false }]),
  ];
}

/** Whether a question about the seed leaves out whom or which case its provision is about. */
export const leavesOut = (core: CoreQuestion, context: string, rivals: Rivals): boolean =>
  leavesOutCondition(core, `${context} ${core.forms.polite}`, (kind) => rivals.isNamedIn(core.documentId, kind));

/** Whether a question names its condition in none of its contexts. */
export const cannotNameCondition = (core: CoreQuestion, rivals: Rivals): boolean =>
  contextsOf(core, pageName(core, rivals)).every(({ text }) => leavesOut(core, text, rivals));

const pageName = ({ documentTitle, documentId }: CoreQuestion, rivals: Rivals): string | undefined =>
  nameOf(documentTitle, (word) => rivals.isNamedIn(documentId, word));

/** The shortest context that names for what the provision holds, and with which no other provision answers the question; undefined without one. */
export function contextFor(core: CoreQuestion, rivals: Rivals): QuestionContext | undefined {
  const content = contentOf(core);
  return contextsOf(core, pageName(core, rivals)).find(({ text }) => {
    const asked = `${text} ${content}`.trim();
    return asked.replace(/\s/gu, '').length >= 4 && !leavesOut(core, text, rivals) && !rivals.hasRival(core, asked);
  });
}
