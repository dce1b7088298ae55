import { withParticle } from '../../../../text/korean/korean-particle.js';
import { Article, Sentence } from '../articles.js';
import { seedOf } from '../seed-of.js';
import { AskKind } from '../../../domain/question.js';
import { CoreQuestion } from '../core-question.js';
import { askedForms } from '../korean-ending.js';
import { caseOf, intention, PAPERS, plainSentence } from './korean-phrases.js';

const PAPER = new RegExp(String.raw`(?<=^|[\s·,(])([가-힣]{0,12}(?:${PAPERS}))(?=을|를|과|와|에|로|의|,| |$)`, 'gu');
const CONSENT =
  /(?<=^|\s)([가-힣·]{1,14}(?:장|위원회|처|팀|교수|이사회|교수회|센터|실|부서))의 (승인|허가|심의|의결|동의|추천|제청|확인)(?=을|를|으로|이 )/gu;
const BODY = String.raw`[가-힣·]{1,14}(?:장|위원회|처|팀|교수|이사회|교수회|센터|실|부서|과)`;

const factsIn = (text: string, pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map((m) => m[0]))];

interface Asked {
  readonly asks: AskKind;
  /** Ends in `다`, with the question word. */
  readonly clause: string;
  readonly facts: readonly string[];
  readonly wrong?: readonly string[];
}

/** `휴학하려면 어떻게 해야 한다`, from the required papers and consents. */
function wayTo(plain: string): Asked[] {
  const found = intention(plain);
  if (
    found === undefined ||
    found.condition.length > 24 ||
    /적으로|관련한|관한|따른|의한/u.test(found.condition) ||
    !/(?:야 한다|받는다|제출한다|신청한다)$/u.test(found.rest)
  )
    return [];
  const { condition, rest } = found;
  const papers = factsIn(rest, PAPER);
  const consents = factsIn(rest, CONSENT);
  const asked: Asked[] = [];
  const all = [...papers, ...consents];
  if (all.length > 0 && all.length <= 3)
    asked.push({ asks: 'how', clause: `${condition} 어떻게 해야 한다`, facts: all });
  if (papers.length > 0 && papers.length <= 3)
    asked.push({ asks: 'papers', clause: `${condition} 무슨 서류를 내야 한다`, facts: papers });
  if (consents.length === 1)
    asked.push({
      asks: 'who',
      clause: `${condition} 누구한테 ${/심의|의결/u.test(consents[0] ?? '') ? '심의를' : '허락을'} 받아야 한다`,
      facts: consents,
    });
  return asked;
}

const DECIDES = new RegExp(
  String.raw`^(?<what>[^,]{2,24}?)(?:은|는) (?<between>[^,]{0,24} )?(?<who>${BODY})(?:이|가) (?<verb>임명|위촉|정|선임|지명|결정|소집|주재|총괄|대행|임면|선발|관리)(?:한다|하고|하며|하되)(?:[, ].*)?$`,
  'u',
);
const HOLDS = new RegExp(
  String.raw`^(?<what>(?:[가-힣·]{2,16} )?(?:위원장|소장|센터장|단장|원장|간사|의장|회장|부위원장|관장|실장|편집위원장))(?:은|는) (?<who>${BODY}(?:중에서)?)(?:으로 한다|이 된다|가 된다|이 겸한다|가 겸한다|으로 하고.*|이 되고.*|이 되며.*|으로 하며.*)$`,
  'u',
);
const OFFICE = new RegExp(
  String.raw`^(?<what>[^,]{2,20}(?:업무|사무|행정|관리|운영))(?:은|는) (?<who>${BODY})(?:에서|이|가) (?:관장|담당|처리|수행|총괄)(?:한다|하며.*|하고.*)$`,
  'u',
);
const VERBS: Readonly<Record<string, string>> = {
  임명: '누가 뽑는다',
  위촉: '누가 뽑는다',
  선임: '누가 뽑는다',
  지명: '누가 뽑는다',
  임면: '누가 뽑는다',
  선발: '누가 뽑는다',
  정: '누가 정한다',
  결정: '누가 정한다',
  소집: '누가 연다',
  주재: '누가 이끈다',
  총괄: '누가 책임진다',
  대행: '누가 대신한다',
  관리: '누가 관리한다',
};
/** A clause that is only a part of a rule, or has another actor. */
const PARTIAL = /(?:하며|하고|하되|되며|으며|거쳐|경우|때|자|사람)$|(?:중에서|가운데)/u;

function whoDecides(plain: string): Asked[] {
  for (const pattern of [HOLDS, OFFICE, DECIDES]) {
    const found = pattern.exec(plain)?.groups;
    const { what = '', who = '', verb = '', between = '' } = found ?? {};
    if (
      what === '' ||
      // `다투는 문서의 처리부서는`: the first word that ends like a topic is a verb.
      /[은는] /u.test(between) ||
      PARTIAL.test(what) ||
      /(?:되|하|있|없|받|않|한|된|할|는)$/u.test(what) ||
      /^(?:다른|각|기타|그 밖|필요|제청된|위촉된|추천된|선출된|회의$)/u.test(what) ||
      /또는|및 .*및|관련한|관한|따른|의한/u.test(what)
    )
      continue;
    const isAct = /(?:위촉|임명|선발|선출|선임|해촉|지명|결정|인정|배정|지급)$/u.test(what);
    const ask = isAct
      ? '누가 한다'
      : pattern === HOLDS
        ? '누가 맡는다'
        : pattern === OFFICE
          ? '어디에서 맡는다'
          : (VERBS[verb] ?? '누가 정한다');
    // A committee is a body, and what is called are its meetings.
    const called = verb === '소집' && /(?:위원회|협의회|총회|이사회)$/u.test(what) ? `${what} 회의` : what;
    return [{ asks: 'who', clause: `${withParticle(called, 'topic')} ${ask}`, facts: [who] }];
  }
  return [];
}

const FOLLOWS =
  /(?<fact>제적|퇴학|자퇴 처리|경고|취소|상실|환수|반환|배상|변상|면직|해촉|탈락|무효|불합격|퇴사|박탈|해임|중지|제외|감점|결석|회수|해지|반납)(?:한다|된다|하여야 한다|해야 한다|할 수 있다|될 수 있다|시킨다|으로 처리한다|처리한다|으로 한다|한 것으로 한다|을 명할 수 있다|을 한다)$/u;

/** `등록하지 않으면 어떻게 된다`. */
function consequence(plain: string): Asked[] {
  const found = caseOf(plain);
  const fact = FOLLOWS.exec(found?.rest ?? '')?.groups?.['fact'];
  if (found === undefined || fact === undefined || found.condition.length > 26 || found.rest.length > 45) return [];
  if (found.condition.includes(fact)) return [];
  return [{ asks: 'consequence', clause: `${found.condition} 어떻게 된다`, facts: [fact] }];
}

const PERMITTED =
  /^(?<who>[^,]{2,16}?)(?:은|는) (?<what>[^,]{2,26}?) ?(?<verb>[가-힣]{1,4}?)(?:(?<may>할 수 (?:있|없)다)|(?<not>(?:하여서는|해서는|하면) (?:아니|안) ?된다))$/u;

const PERSON =
  /(?:학생|생|교원|직원|교직원|자|사람|위원|위원장|회원|감사|교수|이용자|사용자|입주자|연구원|강사|조교|소장|당사자|보호자|누구나)$/u;
/** A limit of a permission: without it the question would be another one. */
const BOUND = /경우|때|내에서|범위|통하여|하여 |심의|위하여|임기|하되|하며|하고|하거나|다른|기타|\d|협의|따라/u;

/** `학생은 … 신청해도 된다`. */
function permission(plain: string): Asked[] {
  const found = PERMITTED.exec(plain)?.groups;
  const { who = '', what = '', verb = '', may = '', not = '' } = found ?? {};
  if (verb === '' || !PERSON.test(who) || BOUND.test(`${who} ${what}`) || /초과|제공|구성|운영|설치/u.test(verb))
    return [];
  const fact = `${verb}${may}${not}`;
  const opposite = may.includes('있') ? [`${verb}할 수 없다`] : [`${verb}할 수 있다`];
  const clause = `${withParticle(who, 'topic')} ${what} ${verb}해도 된다`;
  return [{ asks: 'may', clause, facts: [fact], wrong: opposite }];
}

/** Questions about a provision without a number: how, which papers, who, what follows, may I. */
export function koreanWays(article: Article, sentence: Sentence, plain: string): CoreQuestion[] {
  const asked = [...wayTo(plain), ...whoDecides(plain), ...consequence(plain), ...permission(plain)];
  return asked.flatMap(({ asks, clause, facts, wrong = [] }) => {
    const forms = askedForms(clause);
    if (forms === undefined || !facts.every((fact) => sentence.text.includes(fact))) return [];
    const traits = {
      language: 'ko' as const,
      facts,
      slot: asks === 'who' ? ('who' as const) : ('value' as const),
      isProcedure: asks === 'how' || asks === 'papers',
      isEligibility: asks === 'may' || asks === 'consequence',
      asks,
    };
    return [{ ...seedOf(article, sentence, forms, traits), wrong }];
  });
}

const ITEM =
  /^\s*(?:\d{1,2}\.|[①-⑳]|[가-하]\.|-)\s*(?<name>[가-힣][가-힣 ·]{1,18}?)(?: ?(?:\d{1,2}(?:부|통|매)|각 \d{1,2}부))?(?: ?[(（<][^\n]{0,60})?\s*$/u;
const MOST_PAPERS = 4;

/** `다음 각 호의 서류를 제출하여야 한다` with its list: which papers. */
export function koreanPaperLists(article: Article): CoreQuestion[] {
  const lines = article.text.split('\n');
  let start = article.start;
  const starts = lines.map((line) => {
    const own = start;
    start += line.length + 1;
    return own;
  });
  return lines.flatMap((line, i): CoreQuestion[] => {
    if (!line.includes('다음') || !line.includes('서류')) return [];
    const items: string[] = [];
    for (const next of lines.slice(i + 1)) {
      const name = ITEM.exec(next)?.groups?.['name'];
      if (name === undefined) break;
      items.push(name.trim());
    }
    if (items.length < 2 || items.length > MOST_PAPERS) return [];
    // A further item in another form would be missing from the answer.
    if (/^\s*(?:\d{1,2}\.|[①-⑳]|[가-하]\.|-)/u.test(lines[i + 1 + items.length] ?? '')) return [];
    const found = intention(plainSentence(line));
    if (found === undefined || found.condition.length > 24) return [];
    const forms = askedForms(`${found.condition} 무슨 서류를 내야 한다`);
    if (forms === undefined) return [];
    const text = lines.slice(i, i + 1 + items.length).join('\n');
    const quote = { text, start: starts[i] ?? article.start };
    return [
      seedOf(article, quote, forms, { language: 'ko', facts: items, slot: 'value', isProcedure: true, asks: 'papers' }),
    ];
  });
}
