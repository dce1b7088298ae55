import { inPlaceOf, withParticle } from '../../../../text/korean/korean-particle.js';
import { Article, Sentence } from '../articles.js';
import { seedOf } from '../seed-of.js';
import { CoreQuestion, QuestionForms } from '../core-question.js';
import { askedForms, nounForms } from '../korean-ending.js';
import { koreanSlots, Slot } from '../korean-slot.js';
import { intention, isAction } from './korean-phrases.js';
import { SAYINGS } from './korean-sayings.js';

const LONGEST_CONTEXT = 30;
/** What has a value of its own. */
const ATTRIBUTE =
  /(?:임기|연한|기간|정원|인원|연령|정년|금액|수수료|요금|회비|사용료|이용료|비용|단가|수당|학점|점수|만점|배점|성적|시간|횟수|수량|비율|한도|기한|시기|일수|매수|분량|부수|권수|회수|규모|상한|연수|주기)$/u;
/** What a value is counted by; it belongs into the question. */
const PER =
  /(?:1회에|1인당|1인|한 번에|학기당|학기 당|매 학기|매학기|학기별|연간|월|매월|매년|매 학년도|연|1일|하루|통산하여|재학 중|편당|건당|과목당|시간당) ?$/u;
/** A condition or a person that limits the value: without it the question would be another one. */
const LIMITING = /(?:경우|때|시에는?|면|자는|자에|한하여|불구하고|부터|에서|로서|으로서|대하여)(?:에는|는|에)? /u;
/** Names that are clear only in their own text. */
const UNCLEAR =
  /^(?:다른|각|기타|그 밖의?|그밖의?|총|단|동|동일|최초|이후|위촉한|위촉된|선출된|추천된)(?: |$)|하여|하고|두며|두고|두어|임명|\d/u;
const ADNOMINAL_END = /(?:는|은|한|된|할|던) (?:[가-힣]+)$/u;

interface Parts {
  readonly before: string;
  readonly slot: Slot;
  readonly after: string;
  readonly title: string;
  /** Subject of the whole sentence, for a clause that omits it. */
  readonly subject: string | undefined;
}

const isComparator = /(?:이내|이하|안|미만)$/u;
const isLeast = /(?:이상|초과)$/u;
/** `몇 년 이내` without the comparator. */
const bare = (asked: string): string =>
  asked.replace(/\s?(?:이내|이하|이상|미만|초과|안)$/u, '').replace(/(?<=[년월일칠주])간$/u, '');

/** `위원의 임기는`, `간사의 임기를`: whose what, in the words of a question. */
function attributeOf(before: string): string | undefined {
  const last = /(?:^|[,] )(?<name>[^,]{2,26}?)(?:은|는|을|를|이|가) $/u.exec(before)?.groups?.['name'];
  if (last === undefined) return undefined;
  const name = last
    .replace(/^.*(?:하며|하고|하되|되며|으며|경우|때에는) /u, '')
    .replace(/(?<=[가-힣])의 (?=[가-힣]+$)/u, ' ');
  return ATTRIBUTE.test(name) && name.split(' ').length <= 4 && !UNCLEAR.test(name) ? name : undefined;
}

/** Without an owner or a subject it says nothing. */
const UNOWNED = /^(?:임기|기간|정원|인원|금액|시간|점수|비율|횟수|기한)(?:은 |는 )?$/u;

/** `위원은 … 임기는 2년으로`: the attribute alone says not whose; the subject before it does. */
function ownedAttribute(
  before: string,
  { title, subject }: { readonly title: string; readonly subject: string | undefined },
): string | undefined {
  const name = attributeOf(before);
  if (name === undefined || name.includes(' ') || name.length > 4) return name;
  const own = /^(?<who>[가-힣A-Za-z·]{2,14}(?: 위원)?)(?:은|는) /u.exec(before)?.groups?.['who'];
  const who = own !== undefined && own !== name ? own : subject;
  if (who !== undefined && who !== name) return `${who.endsWith('위원회') ? `${who} 위원` : who} ${name}`;
  if (isName(title) && !title.includes(name) && !name.includes(title))
    return `${title.endsWith('위원회') ? `${title} 위원` : title} ${name}`;
  return UNOWNED.test(name) ? undefined : name;
}

/** A title that names a thing or an office, and no act or list. */
const isName = (title: string): boolean =>
  /^[가-힣A-Za-z· ]{2,14}$/u.test(title) && !/구성|조직|운영|임명|위촉|선출|임기| 및 |등$/u.test(title);

function attributeName({
  before,
  slot,
  after,
  title,
  subject,
}: Parts): { readonly name: string; readonly asked: string } | undefined {
  const name = ownedAttribute(before, { title, subject });
  if (name === undefined) return undefined;
  const isSet =
    /^(?:으로|로) (?:한다|정한다|하며|하고|하되)|^이다|^(?:을|를) ?(?:초과할 수 없|초과하지 (?:못|않|아니)|넘을 수 없|넘지 (?:못|않|아니))|^(?:으로|로) 제한|^(?:으로|로)(?: 하며| 하고| 하되)?,? ?연임|^(?:을|를|으로)?(?: 함을)? ?원칙으로 한다/u.test(
      after,
    );
  if (!isSet) return undefined;
  const isMost = isComparator.test(slot.asked) || /초과|넘|제한/u.test(after);
  const most = name.includes('최대') ? '' : isMost ? '최대 ' : isLeast.test(slot.asked) ? '최소 ' : '';
  return { name, asked: `${most}${bare(slot.asked)}` };
}

function attributeQuestion(parts: Parts): QuestionForms | undefined {
  const found = attributeName(parts);
  return found && nounForms(`${withParticle(found.name, 'topic')} ${found.asked}`);
}

/** Attributes that people ask about by the action: `위원은 한 번 맡으면 몇 년 하나요`. */
const DOINGS: readonly (readonly [RegExp, string])[] = [
  [/^(?<who>.{2,20}) 임기$/u, '{who} 한 번 맡으면 {v} 한다'],
  [/^(?!.*(?:연봉|급여|보수|보험|임대|용역))(?<who>.{2,20}) (?:계약 ?기간)$/u, '{who} 한 번 계약하면 {v} 일한다'],
];

/** The same question by the action; undefined without a usual verb for it. */
function doingQuestion(parts: Parts): QuestionForms | undefined {
  const found = attributeName(parts);
  for (const [form, saying] of found === undefined ? [] : DOINGS) {
    const who = form.exec(found?.name ?? '')?.groups?.['who'];
    if (who !== undefined)
      return askedForms(saying.replace('{who}', withParticle(who, 'topic')).replace('{v}', found?.asked ?? ''));
  }
  return undefined;
}

/** What has to be done within a time, as a person says it; an object is needed where `true`. */
const DUTIES: Readonly<Record<string, { readonly said: string; readonly needsObject: boolean }>> = {
  제출: { said: '내야 한다', needsObject: true },
  납부: { said: '내야 한다', needsObject: true },
  납입: { said: '내야 한다', needsObject: true },
  반납: { said: '돌려줘야 한다', needsObject: true },
  반환: { said: '돌려줘야 한다', needsObject: true },
  신청: { said: '신청해야 한다', needsObject: false },
  신고: { said: '신고해야 한다', needsObject: false },
  등록: { said: '등록해야 한다', needsObject: false },
  통보: { said: '알려야 한다', needsObject: true },
  통지: { said: '알려야 한다', needsObject: true },
  보고: { said: '보고해야 한다', needsObject: true },
  공고: { said: '공고해야 한다', needsObject: true },
};
const DUTY =
  /^(?:까지|에|까지는)? ?(?<object>(?:\S+ ){0,3}?)(?<verb>제출|납부|납입|반납|반환|신청|신고|등록|통보|통지|보고|공고)(?:하여야 한다|해야 한다|한다)$/u;
/** A body that decides: the question has to name what it decides on. */
const BODY =
  /^[가-힣·]+(?:장|위원회|처|팀|기관|부서|과|센터|교수|교원|단)(?:은|는)(?: (?:결과|신청|의견|요청)[을를])? ?$/u;

/** Day and time limits: within how many days, how long before. */
function limitQuestion({ before, slot, after }: Parts): QuestionForms | undefined {
  const until = /^(?:까지|에|까지는)?/u.exec(after)?.[0] ?? '';
  const found = DUTY.exec(after)?.groups;
  const duty = DUTIES[found?.['verb'] ?? ''];
  if (found === undefined || duty === undefined || slot.slot === 'amount') return undefined;
  const context = contextOf(before);
  const object = /(?<!\S)(?<object>\S{1,20}[을를]) $/u.exec(found['object'] ?? '')?.groups?.['object'] ?? '';
  const hasObject =
    object !== '' ||
    /[가-힣][을를] $|[을를] \S+ $|려면 $/u.test(
      (context ?? '').replace(/(?<!\S)\S{1,20}[을를] (?:받은|안|마친) 날(?:부터|로부터) /u, ''),
    );
  if (context === undefined || (duty.needsObject && !hasObject) || BODY.test(context)) return undefined;
  const isBefore = /^ ?(?:이전|전)(?:에|까지)(?:는)? /u.test(found['object'] ?? '');
  if (!isBefore && /(?:^| )(?:이후|후|뒤)에?(?:는)? /u.test(found['object'] ?? '')) return undefined;
  const value = isBefore
    ? `${bare(slot.asked)} 전까지`
    : slot.asked.endsWith('이내')
      ? `${bare(slot.asked)} 안에`
      : `${slot.asked}${until}`;
  return askedForms(`${context}${value} ${object === '' ? '' : `${object} `}${duty.said}`);
}

/** The start of a clause in the words of a question; undefined if it is too long or unclear. */
function contextOf(before: string): string | undefined {
  const intended = intention(`${before}한다`);
  if (intended !== undefined) {
    const rest = intended.rest.replace(/한다$/u, '').trim();
    const object =
      /(?:^| )(?<thing>(?:[가-힣·]{2,10} [가-힣·]{1,9}의 )?[가-힣·]{2,14}(?: [가-힣]{2,10})?[을를]) /u.exec(`${rest} `)
        ?.groups?.['thing'] ?? '';
    const context = `${intended.condition} ${object}`.trim();
    return LIMITING.test(`${rest} `) || context.length > LONGEST_CONTEXT ? undefined : `${context} `;
  }
  // `이수하는 자는 … 36학점을`: who does it is who asks.
  const plain = before
    .trim()
    .replace(
      /^(.{2,24}?)([을를]) (?:원하는|희망하는) (?:자|사람|학생|교원|직원)(?:은|는)(?= |$)/u,
      (whole: string, what: string, object: string) => (isAction(what) ? `${what}${object} 하려면` : whole),
    )
    .replace(/(?<=회)의 구성은$/u, '는')
    .replace(
      /^(.{2,24}?)[을를]? ?(이수|신청|수강|취득|이용|사용)하는 (?:자|사람|학생|교원|직원)(?:은|는) /u,
      '$1 $2하려면 ',
    );
  // `명절 월급여액의 30%`: what is paid is not said.
  if (/^[가-힣·]+(?: [가-힣·]+)*의$/u.test(plain)) return undefined;
  if (plain === '' || UNCLEAR.test(plain) || /^[가-힣]+적으로|에는$|후에는|필요|(?:이나|또는|거나)$/u.test(plain))
    return undefined;
  if (plain.length > LONGEST_CONTEXT || /,|(?:하며|하고|하되)$/u.test(plain)) return undefined;
  return `${plain} `;
}

function sayingOf({ before, slot, after }: Parts): QuestionForms | undefined {
  const found = SAYINGS.find(([form]) => form.test(after))?.[1];
  if (/연임/u.test(after) && /임기/u.test(before)) return undefined;
  // `6개월이 지나야 다시 신청할 수 있다` is a time to wait, no maximum.
  if (/^(?:이|가) ?(?:지나|경과|넘)|^ ?(?:지난|경과) ?(?:후|뒤)/u.test(after)) return undefined;
  const context = found === undefined ? undefined : contextOf(before);
  if (found === undefined || context === undefined || /(?:전|후)$/u.test(slot.asked)) return undefined;
  const least = isLeast.test(slot.asked) ? '최소 ' : '';
  const value = bare(slot.asked);
  // `30일 이내에 신청할 수 있다` is a time limit, no amount.
  const timed =
    slot.unit === '일' && isComparator.test(slot.asked) ? found.replace('최대 {b}까지', `${value} 안에`) : found;
  const said = timed
    .replace('최대 {b}', PER.test(before) || slot.unit === 'date' ? `{b}` : '최대 {b}')
    .replace('{b}를', withParticle(value, 'object'))
    .replace('{b}으로', withParticle(value, 'direction'))
    .replace('{b}', value)
    .replace('{l}', `${least}${value}`);
  return askedForms(`${context}${said}`);
}

/** A short and plain clause keeps its own predicate. */
function plainQuestion({ before, slot, after }: Parts): QuestionForms | undefined {
  const context = contextOf(before);
  if (
    context === undefined ||
    UNOWNED.test(context) ||
    context.length > 18 ||
    after.length > 10 ||
    after.includes(',') ||
    BODY.test(context) ||
    !/[은는이가을를] $|(?:학기|학년|학년도|년|달|월)(?:당)? $/u.test(context)
  )
    return undefined;
  return askedForms(`${context}${inPlaceOf(slot.asked, after)}`);
}

/** `위원장 및 위원의 임기는 재임기간으로 하고, 위원의 임기는 1년으로`: which of the two holds is unclear. */
function setTwice(sentence: string, { fact }: Slot): boolean {
  const before = sentence.slice(0, Math.max(0, sentence.indexOf(fact)));
  const own = /(?<who>[가-힣]{2,12})의 (?<what>[가-힣]{2,6})(?:은|는) ?$/u.exec(before)?.groups;
  if (own === undefined) return false;
  const again = new RegExp(String.raw`(?:및|·|와|과|,) ?${own['who'] ?? ''}의 ${own['what'] ?? ''}(?:은|는)`, 'u');
  return again.test(before.slice(0, -1 - (own['who'] ?? '').length));
}

/** Short questions about the values of a clause. */
export function koreanValues(
  article: Article,
  sentence: Sentence,
  said: { readonly clause: string; readonly subject: string | undefined },
): CoreQuestion[] {
  const { clause } = said;
  const slots = koreanSlots(clause);
  const alone = slots.filter((slot) => slot.unit !== 'who' && slots.every((o) => o === slot || o.unit !== slot.unit));
  return alone.flatMap((slot) => {
    if (setTwice(sentence.text, slot)) return [];
    const parts = {
      before: clause.slice(0, slot.start),
      slot,
      after: clause.slice(slot.end),
      title: article.title,
      subject: said.subject,
    };
    // `3명 미만이면`, `3일을 넘는`: there the value says when something holds.
    if (
      /^[^,]{0,10}(?:면|때|경우|인 |한 |는 |된 |은 (?=[가-힣]))/u.test(parts.after) &&
      !/수 [있없]다$|구성한다$|위원/u.test(parts.after)
    )
      return [];
    if (ADNOMINAL_END.test(parts.before.trim()) && parts.before.length > 34) return [];
    const forms = attributeQuestion(parts) ?? limitQuestion(parts) ?? sayingOf(parts) ?? plainQuestion(parts);
    const doing = doingQuestion(parts);
    if (forms === undefined || !sentence.text.includes(slot.fact) || forms.polite.includes(slot.fact)) return [];
    const asks = slot.slot === 'deadline' ? ('deadline' as const) : ('amount' as const);
    return [
      seedOf(article, sentence, forms, {
        language: 'ko',
        facts: [slot.fact],
        slot: slot.slot,
        isProcedure: asks === 'deadline',
        isEligibility: /수 [있없]다$|이상이어야|자격/u.test(clause),
        asks,
        said: doing === undefined ? [] : [doing],
      }),
    ];
  });
}
