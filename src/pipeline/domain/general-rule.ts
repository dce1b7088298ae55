import { LikelySentence } from './sentence-likelihood.js';
import { lowered } from '../../text/folded-text.js';

/** The topic of a question, if a particle or the position after the verb marks it. */
const KOREAN_TOPIC = /(?:^|\s)([가-힣]{1,12})[은는이가]\s/u;
const ENGLISH_TOPIC =
  /\b(?:how (?:long|much|many|often|soon)|when|what)\b[^?.!]{0,40}?\b(?:can|may|is|are|does|do|must|should|will)\s{1,3}(?:(?:a|an|the|my|our|your)\s{1,3})?([a-z]{3,20})(?=\s{1,3}(?:last|be|run|take|cost|stay|i|we|you|one|of|for|at|in|per|on|to)\b|\s{0,3}[?.,]|\s{0,3}$)/iu;
/** Words that do not name a special kind. */
const PLAIN =
  /^(?:보통|일반|통상|기본|모든|모두|전체|각|이|그|본|해당|위|the|an?|any|all|each|every|ordinary|general|normal|regular|usual|total|standard|such|this|that|your|their|his|her|its|our|of|for|on|to|in|and|or|no|by|from|take|takes|as|is|are)$/iu;
/** Share of the likeliest sentence's support from which a sentence of its document is quoted with it. */
const QUOTED_SHARE = 0.05;
/** Share from which on a sentence may be the general rule. */
const LEAST_SHARE = 0.01;
/** Share of the special rules' support that the general rule gets. A writer stops when the quoted sentences have enough support. */
const GENERAL_SHARE = 0.3;
const PERSONAL = /^(?:i|you|we|they|it|he|she|there|one|people)$/iu;

/** The noun that a question is about. */
function topicOf(question: string): string | undefined {
  const text = question.normalize('NFC');
  const topic = KOREAN_TOPIC.exec(text)?.[1] ?? ENGLISH_TOPIC.exec(text)?.[1]?.toLowerCase();
  return topic === undefined || PERSONAL.test(topic) ? undefined : topic;
}

/**
 * The word that says which kind of the topic a sentence is about; '' if the sentence is about the topic in general, undefined if it does
 * not mention the topic.
 */
function kindIn(sentence: string, topic: string): string | undefined {
  const said = lowered(sentence);
  const at = said.indexOf(topic);
  if (at < 0) return undefined;
  const before = said.slice(0, at);
  // `육아휴직` names a kind in one word, `육아 휴직` in two.
  const joined = /[가-힣]{1,10}$/u.exec(before)?.[0];
  if (joined !== undefined) return joined;
  const word = /([가-힣]{2,10}|[a-z]{3,20})\s$/u.exec(before)?.[1] ?? '';
  return PLAIN.test(word) || /[은는을를의에와과로며고]$/u.test(word) ? '' : word;
}

/**
 * Adds the general rule to special ones. If all quoted sentences of a document are about kinds of the topic that the question does not ask
 * for (`육아 휴직`, `sick leave`), the likeliest sentence about the topic itself that contains the kind of value is quoted with them.
 * @param sentences likeliest first
 */
export function withGeneralRule(sentences: readonly LikelySentence[], question: string): readonly LikelySentence[] {
  const [best] = sentences;
  const topic = topicOf(question);
  if (best === undefined || topic === undefined) return sentences;
  const asked = lowered(question);
  const own = sentences.filter(({ evidence }) => evidence.documentId === best.evidence.documentId);
  const isSpecial = ({ sentence }: LikelySentence) => {
    const kind = kindIn(sentence.text, topic);
    return kind !== undefined && kind !== '' && !asked.includes(kind);
  };
  const quoted = own.filter(({ support }) => support >= QUOTED_SHARE * best.support);
  if (!quoted.every(isSpecial)) return sentences;
  const general = own.find(
    (one) =>
      one.typed &&
      one.support >= LEAST_SHARE * best.support &&
      !quoted.includes(one) &&
      kindIn(one.sentence.text, topic) === '',
  );
  if (general === undefined) return sentences;
  const given = GENERAL_SHARE * quoted.reduce((sum, { support }) => sum + support, 0);
  const shared = (one: LikelySentence): LikelySentence => {
    if (one === general) return { ...one, support: one.support + given };
    return quoted.includes(one) ? { ...one, support: (1 - GENERAL_SHARE) * one.support } : one;
  };
  return sentences.map(shared).sort((a, b) => b.support - a.support);
}
