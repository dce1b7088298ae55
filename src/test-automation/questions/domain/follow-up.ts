import { withParticle } from '../../../text/korean/korean-particle.js';
import { Persona } from '../../personas/domain/persona.js';
import { FollowUpKind } from '../../domain/question.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { CoreQuestion, fullTopic } from './core-question.js';
import { isOfManyBodies } from './meaning/question-context.js';
import { lowerFirst } from './persona-voice.js';

export interface FollowUp {
  readonly text: string;
  readonly cores: readonly CoreQuestion[];
  readonly implied: readonly string[];
  readonly completed: string;
  /** The turn names all that its answer depends on: whoever reads it alone can answer it. */
  readonly isWhole?: boolean;
}

export interface SoFar {
  /** Questions so far, in order. */
  readonly used: readonly CoreQuestion[];
  /** Topic of the previous turn: after a return to an earlier topic it differs from the last new question. */
  readonly last: CoreQuestion;
  /** All that the previous turn asked: two provisions after a comparison. */
  readonly lastAsked: readonly CoreQuestion[];
  /** Further questions about the same document. */
  readonly cores: readonly CoreQuestion[];
  readonly random: SeededRandom;
  readonly tone: Persona['tone'];
  /** Whether the document alone is not enough to identify the provision. */
  readonly needsTopic: (core: CoreQuestion) => boolean;
  /** Whether the question identifies its provision by itself, or with the topic. */
  readonly isClear: (core: CoreQuestion, isTopicNamed: boolean) => boolean;
}

/** Maximum length of a quote that contains both values of a comparison. */
const LONGEST_SPAN = 1500;
const isKorean = (core: CoreQuestion): boolean => core.language === 'ko';

function standing(core: CoreQuestion): string {
  if (isKorean(core)) return `${fullTopic(core)}에서 ${core.forms.polite}`;
  return `For ${lowerFirst(core.topic)}, can you tell me ${core.forms.embedded}?`;
}

function said(core: CoreQuestion, so: SoFar): string {
  if (so.tone === 'formal' || so.tone === 'angry') return core.forms.formal;
  return so.tone === 'casual' ? core.forms.casual : core.forms.polite;
}

/** The committee that an article names, if it has a name of its own. */
const bodyOf = ({ topic, articleText }: CoreQuestion): string | undefined =>
  /[가-힣]{2,12}(?:위원회|협의회|평가단)/u.exec(`${topic} ${articleText}`)?.[0];

/** `위원 임기는 몇 년` after a question about another committee of the same document would be taken for that of the first. */
const isOfSameBody = (core: CoreQuestion, last: CoreQuestion): boolean =>
  core.articleKey === last.articleKey || !isOfManyBodies(core) || bodyOf(core) === bodyOf(last);

/** A follow-up with a new question, introduced by its link to the dialogue. */
function led(
  so: SoFar,
  fits: (core: CoreQuestion) => boolean,
  leads: { ko: readonly string[]; en: readonly string[] },
): FollowUp | undefined {
  const isOpen = (c: CoreQuestion): boolean =>
    !c.isComparison && fits(c) && isOfSameBody(c, so.last) && so.used.every((u) => u.quote !== c.quote);
  // The previous turns do not explain another page.
  const isElsewhere = (c: CoreQuestion): boolean => !isKorean(c) && c.documentId !== so.last.documentId;
  const core =
    so.cores.find((c) => isOpen(c) && (!isElsewhere(c) || so.isClear(c, so.needsTopic(c)))) ?? so.cores.find(isOpen);
  if (core === undefined) return undefined;
  const lead = so.random.pick(isKorean(core) ? leads.ko : leads.en) ?? '';
  const isNamed = so.needsTopic(core) && !core.forms.polite.includes(core.topic);
  const own = isKorean(core) ? said(core, so) : `can you tell me ${core.forms.embedded}?`;
  const named = isKorean(core) ? `${core.topic} 쪽인데요, ${own}` : `for ${lowerFirst(core.topic)}, ${own}`;
  const text = `${lead} ${isNamed ? named : own}`;
  return {
    text,
    cores: [core],
    implied: isNamed ? [core.documentTitle] : [core.topic],
    completed: standing(core),
    isWhole: isElsewhere(core) || so.isClear(core, isNamed),
  };
}

/** Words after which a case or an aim follows, which can be asked alone: `And if I am ill?` */
const CASE = /^(?:if|when|before|after|for|to|in|on|at|with|without|during)\b/iu;
/** Questions with fewer words in common are not of one form. */
const SHARED_WORDS = 3;
const LONGEST_SUBJECT = 20;

/** What two questions of one form ask about: `소장` of `소장은 누가 뽑나요`, `if I am ill` of `who do I talk to if I am ill`. */
function otherSubject(before: CoreQuestion, next: CoreQuestion): { asked: string; subject: string } | undefined {
  if (isKorean(next)) {
    const form = /^(?<subject>[가-힣A-Za-z·]+(?: [가-힣A-Za-z·]+)?)[은는] (?<asked>.+)$/u;
    const [one, other] = [before, next].map(({ forms }) => form.exec(forms.polite)?.groups);
    const { subject = '', asked = '' } = other ?? {};
    return asked !== '' && one?.['asked'] === asked && one['subject'] !== subject && subject.length <= LONGEST_SUBJECT
      ? { asked, subject }
      : undefined;
  }
  const [one = [], other = []] = [before, next].map(({ forms }) => forms.polite.replace(/\?$/u, '').split(' '));
  const apart = other.findIndex((word, i) => word !== one[i]);
  if (apart < SHARED_WORDS) return undefined;
  // The word that leads to the case belongs to it: `am I allowed to`, `who do I talk to if I`.
  const leading = other.slice(0, apart).findLastIndex((word) => /^(?:to|for|if|when|before)$/u.test(word));
  const article = /^(?:the|an?|my)$/u.test(other[apart - 1] ?? '') ? apart - 1 : apart;
  const at = leading >= Math.max(SHARED_WORDS - 1, apart - 2) ? leading : article;
  const subject = other.slice(at).join(' ');
  return other.length - at < 2 ? undefined : { asked: other.slice(0, at).join(' '), subject };
}

/** `그럼 부소장은요?`, `And if I am ill?`: the same about another one; everything else is omitted. */
function sameOfOther(so: SoFar): FollowUp | undefined {
  if (so.lastAsked.length > 1 || so.last.isComparison) return undefined;
  for (const next of so.cores) {
    if (next.isComparison || next.group !== undefined || next.slot !== so.last.slot) continue;
    // Of another page it would be another matter: whoever leaves loses one thing, and is paid another one.
    if (next.documentId !== so.last.documentId) continue;
    if (so.used.some((one) => one.quote === next.quote) || !isOfSameBody(next, so.last)) continue;
    const found = otherSubject(so.last, next);
    if (found === undefined) continue;
    const { asked, subject } = found;
    const about = CASE.test(subject) ? subject : `what about ${subject}`;
    return {
      text: isKorean(next) ? `그럼 ${withParticle(subject, 'topic')}요?` : `And ${about}?`,
      cores: [next],
      implied: [asked],
      completed: standing(next),
    };
  }
  return undefined;
}

/** `그럼 휴학생은요?`: another row of the same table; everything else is omitted. */
function otherRow(so: SoFar): FollowUp | undefined {
  for (const before of [...so.used].reverse()) {
    const column = columnOf(before);
    if (column === undefined) continue;
    const next = so.cores.find(
      (c) =>
        c.articleKey === before.articleKey &&
        !so.used.includes(c) &&
        columnOf(c) === column &&
        c.facts[0] !== before.facts[0],
    );
    if (next?.group === undefined) continue;
    // After a question about another topic the follow-up names its topic; a topic whose title another question shares cannot be named.
    const since = so.used.slice(so.used.indexOf(before) + 1);
    if (since.some((c) => c.topic === before.topic)) continue;
    const lead = before === so.last ? '' : `앞에서 여쭤본 ${before.topic} 말인데요, `;
    return {
      text: `${lead}그럼 ${next.group}의 경우에는요?`,
      cores: [next],
      implied: lead === '' ? [next.topic, column] : [column],
      completed: standing(next),
    };
  }
  return undefined;
}

/** A table question without its row. */
const columnOf = (core: CoreQuestion): string | undefined =>
  core.group === undefined
    ? undefined
    : core.forms.polite.slice(core.group.length + 2).replace(/ (?:몇|얼마|며칠|언제).*/u, '');

/** Asks for a repetition without stating the fact itself: otherwise a target that repeats the question would confirm anything. */
function confirmation(so: SoFar): FollowUp | undefined {
  const core = so.last;
  // The facts of what was just said: both sides of a comparison.
  if (so.lastAsked.some((one) => one.facts.length === 0 || one.isComparison)) return undefined;
  const text = isKorean(core)
    ? '방금 말씀하신 거 한 번만 다시 확인해 주세요, 제가 맞게 이해했나요?'
    : 'Can you repeat what you just said? Did I get that right?';
  return {
    text,
    cores: so.lastAsked,
    implied: [core.topic],
    completed: so.lastAsked.map(standing).join(' '),
  };
}

function goBack(so: SoFar): FollowUp | undefined {
  const [core] = so.used;
  if (core === undefined || so.used.length < 2 || core === so.last) return undefined;
  const text = isKorean(core)
    ? '처음에 여쭤본 얘기로 돌아가서, 그게 어떻게 된다고 하셨죠?'
    : 'Back to my first question: what was it again?';
  return { text, cores: [core], implied: [core.forms.embedded], completed: standing(core) };
}

function comparison(so: SoFar): FollowUp | undefined {
  const ready = so.cores.find(
    (c) => c.isComparison && !so.used.includes(c) && so.used.some((u) => u.articleKey === c.articleKey),
  );
  if (ready !== undefined)
    return {
      text: `그럼 비교해서 알려 주세요. ${said(ready, so)}`,
      cores: [ready],
      implied: [ready.topic],
      completed: standing(ready),
    };
  const { last } = so;
  // People compare like with like.
  const earlier =
    so.lastAsked.length === 1 ? so.used.find((c) => c !== last && isNear(c, last) && c.slot === last.slot) : undefined;
  if (earlier === undefined) return comparedWithNext(so);
  const both = [earlier, last];
  const completed = isKorean(last)
    ? `${last.documentTitle}에서 ${earlier.forms.embedded}, 그리고 ${last.forms.embedded} 비교해 주세요.`
    : `Compare ${earlier.forms.embedded} with ${last.forms.embedded}.`;
  // `앞에서 여쭤본 것` is ambiguous unless it is named.
  const isFirst = earlier === so.used[0];
  const text = isKorean(last)
    ? `${isFirst ? '처음에 여쭤본 것' : `앞에서 여쭤본 ${earlier.topic} 내용`}과 방금 것을 나란히 비교해 주시겠어요?`
    : `How does that compare with what I asked ${isFirst ? 'at first' : `before about ${lowerFirst(earlier.topic)}`}?`;
  return { text, cores: both, implied: both.map((c) => c.forms.embedded), completed };
}

/** Compares an earlier question with something new next to it. */
function comparedWithNext(so: SoFar): FollowUp | undefined {
  for (const before of [...so.used].reverse()) {
    const near = so.cores.filter(
      (c) => !c.isComparison && c.quote !== before.quote && isNear(before, c) && !so.used.includes(c),
    );
    // People compare values of one type, for example two time limits.
    const next = near.find((c) => c.slot === before.slot) ?? near[0];
    if (next === undefined || before.isComparison) continue;
    const isLast = before === so.last;
    const both = [before, next];
    const completed = isKorean(next)
      ? `${next.documentTitle}에서 ${before.forms.embedded}, 그리고 ${next.forms.embedded} 비교해 주세요.`
      : `Compare ${before.forms.embedded} with ${next.forms.embedded}.`;
    const text = isKorean(next)
      ? `${isLast ? '방금 여쭤본 것' : `앞에서 여쭤본 ${before.topic} 내용`}과 비교해서, ${next.forms.embedded}도 같이 알려 주시겠어요?`
      : `And how does ${isLast ? 'that' : `what you said about ${lowerFirst(before.topic)}`} compare with ${next.forms.embedded}?`;
    return { text, cores: both, implied: [before.forms.embedded], completed };
  }
  return undefined;
}

/** Whether two answers are close enough together for a comparison. */
export const isNear = (a: CoreQuestion, b: CoreQuestion): boolean =>
  a.documentId === b.documentId &&
  Math.abs(a.start - b.start) < LONGEST_SPAN &&
  a.facts.every((fact) => !b.facts.includes(fact));

/** @returns undefined if the documents give no such turn here */
export function followUpOf(kind: FollowUpKind, so: SoFar): FollowUp | undefined {
  const isSame = (c: CoreQuestion) => c.articleKey === so.last.articleKey;
  switch (kind) {
    case 'clarification':
      return (
        led(so, (c) => isSame(c) && c.group === undefined, {
          ko: ['조금 더 구체적으로요.', '그 부분을 더 자세히 알고 싶은데요,'],
          en: ['To be more specific,', 'In more detail,'],
        }) ??
        led(so, (c) => c.group === undefined, {
          ko: ['이어서 더 구체적으로 알고 싶은데요,'],
          en: ['More specifically,'],
        })
      );
    case 'related_expansion':
      return (
        sameOfOther(so) ??
        led(so, (c) => !isSame(c), {
          ko: ['그럼 이것도 궁금해요.', '하나 더요.'],
          en: ['And while we are at it,', 'One more thing,'],
        })
      );
    case 'exception_check':
      return (
        led(so, (c) => c.isException, {
          ko: ['예외가 있다고 들었는데요,', '혹시 예외는 없나요?'],
          en: ['Is there an exception? I mean,'],
        }) ??
        led(so, (c) => !isSame(c) || /경우|때에는|이면|하면/u.test(c.forms.polite) || !isKorean(c), {
          ko: ['혹시 다르게 정한 것도 있나요?'],
          en: ['Is there anything special to know? For example,'],
        })
      );
    case 'procedure_deepening':
      return (
        led(so, (c) => c.isProcedure, {
          ko: ['절차를 더 알고 싶어요.', '실제로 진행하려면요,'],
          en: ['As to the procedure,'],
        }) ?? led(so, () => true, { ko: ['실제로는요,'], en: ['In practice,'] })
      );
    case 'condition_change':
      return (
        otherRow(so) ??
        sameOfOther(so) ??
        led(so, (c) => c.group !== undefined || !isSame(c) || /경우|이면|하면|려는|때/u.test(c.forms.polite), {
          ko: ['상황이 조금 다르면요?'],
          en: ['And in another case,'],
        })
      );
    case 'confirmation':
      return confirmation(so);
    case 'go_back':
      return goBack(so);
    case 'comparison':
      return comparison(so);
  }
}
