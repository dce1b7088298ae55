import { contentTerm } from '../../../text/tokens/content-terms.js';
import { detectLanguage } from '../../../text/language.js';
import { askingWords } from '../../../text/english/function-words.js';

const SENTENCE = /(?<=[.!?。？])\s|\n/u;
const MARK = /\[\d{1,3}\]/gu;
/** A noun with a particle that only nouns have. `은` and `는` also end verbs (`빌리는`), so that they count at the start of a sentence alone. */
const WITH_PARTICLE = /^([가-힣A-Za-z0-9]{2,12}?)(?:을|를|이|가|의|이나|까지는)$/u;
const AS_TOPIC = /^([가-힣A-Za-z0-9]{2,12}?)(?:은|는)(?:요)?$/u;
/** Words before a noun that do not belong to it. */
const NO_NOUN =
  /(?:에|에서|에게|게|히|로|서|면|고|지|만|도|은|는|한|된|할|될|하는|되는|있는|없는|위한|대한|관한|이내|이상|이하|까지|부터|마다|인|던|운|른)$|^(?:약|총|각|매|전|후|더|또|꼭|안|못|그|이|저|모든|어떤|무슨|몇|혹시|그럼|그리고|제|우리|저희|나|너)$/u;
const NO_TOPIC =
  /^(?:경우|보통|최대|최소|새로|자세히|빨리|갑자기|바로|다시|항상|가끔|자주|따로|방법|불이익이|언제쯤|경우|때문|정도|이상|이하|이내|내용|다음|사람|하루|이틀|사흘|나흘|며칠|언제|어디|누구|무엇|얼마|어떤|여기|거기|그것|이것|지금|오늘|내일|그게|이게|뭐|\d.{0,6})$/u;

/** `휴학 신청은`: nouns next to each other are one topic. */
function koreanTopics(sentence: string): string[] {
  const words = sentence.split(/[\s,()"'·:;?!.]+/u).filter((word) => word !== '');
  return words.flatMap((word, i) => {
    const noun = WITH_PARTICLE.exec(word)?.[1] ?? (i <= 1 ? AS_TOPIC.exec(word)?.[1] : undefined);
    if (noun === undefined || NO_TOPIC.test(noun) || contentTerm(noun) !== noun) return [];
    // `빌리는 책은`: the first word describes the second one.
    if (AS_TOPIC.test(word) && AS_TOPIC.test(words[i + 1] ?? '')) return [];
    const before = words[i - 1] ?? '';
    const isPart = /^[가-힣]{2,8}$/u.test(before) && !NO_NOUN.test(before) && contentTerm(before) === before;
    return [isPart && !NO_TOPIC.test(before) && !WITH_PARTICLE.test(before) ? `${before} ${noun}` : noun];
  });
}

const NUMBER = /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d.*)$/u;
const MODAL = /^(?:may|can|must|should|will|do|does|did|could|would|might|shall|need)$/u;
const BE = /^(?:is|are|was|were|be|been|has|have|had)$/u;
const DETERMINER = /^(?:the|a|an|my|your|our|any|each|every|this|that|these|those)$/u;
const BEFORE_NOUN = /^(?:of|for|about|without|with|to|on|in|from|by|at)$/u;
/** Adverbs, which do not belong to a name. */
const ADVERB =
  /(?:^(?:still|always|already|soon|overnight|abroad|again|twice|quite|maybe|perhaps|anymore|currently|today|tomorrow|yesterday|tonight)|(?<!^(?:fami|supp|assemb|rep|app|mont?h|week|dai|year|ear|ital|ju|butterf|anoma|monopo|ral|bul|al|on|f|li))ly)$/u;
const ASKED = /^(?:how|why|when|where|which|what|whose)$/u;
/** Words that ask with the noun after them: `Which rooms`. */
const ASKS_WITH = /^(?:which|what|whose)$/u;
const NO_SUBJECT = /^(?:happens?|happened|kinds?|sorts?|types?|makes?|else|about)$/u;
const NO_NAME = askingWords(
  'i you he she it we they him her us them its their his this that these those there and or but if than as so not no nor also only very more most ' +
    'up out off over under into during after before between within until since while because same other such all some many much few how what ' +
    'when where who which why new next last long often early late please just then here now one ones day days',
);
/** Words that describe the noun before them in a question: `is the kiln fired`. */
const PREDICATE =
  /(?:ed|en|ing)$|^(?:open|closed|free|due|allowed|needed|possible|available|valid|take|use|apply|pay|keep|cost|borrow|return|get|start|end|last|work|go)$/u;

/** Whether a subject without an article follows: `Are interns`, `can visiting musicians`, `Which rooms`. */
function startsSubject(words: readonly string[], i: number): boolean {
  const [word = '', next = ''] = words.slice(i, i + 2);
  if (next === '' || DETERMINER.test(next) || BEFORE_NOUN.test(next) || NO_NAME.has(next)) return false;
  const isAsked = ASKED.test(words[0] ?? '');
  if (BE.test(word)) return i === 0 || (i === 1 && isAsked);
  return ASKS_WITH.test(word) ? i === 0 : MODAL.test(word) && (i === 0 || (isAsked && i <= 5));
}

/** `the blue kiln` in `At how many degrees is the blue kiln fired?`: an article or a preposition, and the words up to the next function word. */
function englishTopics(sentence: string): string[] {
  const words = sentence
    .toLowerCase()
    .split(/[^a-z0-9'-]+/u)
    .filter((word) => word !== '');
  return words.flatMap((word, i) => {
    const isSubject = startsSubject(words, i);
    const isArticle = DETERMINER.test(word) || isSubject;
    if (!isArticle && !BEFORE_NOUN.test(word)) return [];
    // `to renew`: a verb follows.
    if (word === 'to' && !DETERMINER.test(words[i + 1] ?? '')) return [];
    if (!isArticle && DETERMINER.test(words[i + 1] ?? '')) return [];
    const rest = words.slice(i + 1);
    const isEnd = (one: string) =>
      (NO_NAME.has(one) && !/^(?:new|next|last|long|late|early)$/u.test(one)) ||
      DETERMINER.test(one) ||
      BEFORE_NOUN.test(one) ||
      MODAL.test(one) ||
      ADVERB.test(one) ||
      BE.test(one);
    const end = rest.findIndex(isEnd);
    const run = rest.slice(0, Math.min(end === -1 ? rest.length : end, 4));
    const before = words[i - 1] ?? '';
    const isBeforeBe = BE.test(rest[run.length] ?? '');
    const last = run.at(-1) ?? '';
    // The verb of the question follows its subject.
    const opener = isSubject ? word : before;
    const dropped =
      run.length > 1 && isArticle && !isBeforeBe && (MODAL.test(opener) || (BE.test(opener) && PREDICATE.test(last)));
    const name = (dropped ? run.slice(0, -1) : run).filter((one) => one !== '');
    if (name.length === 0 || name.some((one) => NUMBER.test(one)) || (isSubject && NO_SUBJECT.test(name[0] ?? '')))
      return [];
    if (isSubject) return [name.join(' ')];
    // `the library opens`: a verb of a statement ends the name.
    if (name.length > 1 && /(?:[^s]s|ed)$/u.test(name.at(-1) ?? '') && !BEFORE_NOUN.test(word) && i === 0) name.pop();
    return [`${/^(?:the|a|an)$/u.test(word) ? `${word} ` : isArticle ? 'the ' : ''}${name.join(' ')}`];
  });
}

/** Things that texts name as nouns, in order, each once: topics that can be put into a sentence. */
export function topicsOf(texts: readonly string[]): readonly string[] {
  const found = texts.flatMap((text) =>
    text
      .normalize('NFC')
      .slice(0, 2_000)
      .replaceAll(MARK, ' ')
      .split(SENTENCE)
      .flatMap((sentence) => (detectLanguage(sentence) === 'ko' ? koreanTopics(sentence) : englishTopics(sentence))),
  );
  return [...new Set(found)];
}
