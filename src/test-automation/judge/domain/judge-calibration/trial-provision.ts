import { Question } from '../../../domain/question.js';
import { TargetSource } from '../../../domain/rag-target.js';
import { Article, articlesOf, sentencesOf } from '../../../questions/domain/articles.js';
import { coresOf } from '../../../questions/domain/all-seeds.js';
import { CoreQuestion } from '../../../questions/domain/core-question.js';
import { goldOf, NO_GOLD, questionOf } from '../../../questions/domain/make-question.js';
import { Persona } from '../../../personas/domain/persona.js';
import { SourceDocument } from '../../../domain/session-scope.js';

const LABEL = /^(?:제\d+조(?:의\d+)?\([^)]*\)\s*)?(?:[①-⑳]\s*|\d{1,2}\.\s+|[가-하]\.\s+|[-*]\s+)?/u;
const MARK = /(?<!\s)\s*<[^<>]{0,300}\d{4}[^<>]{0,300}>/gu;
const SHORTEST = 25;
/** The persona does not influence a verdict. */
const ASKER: Persona = {
  id: 'trial',
  name: 'Trial',
  description: 'Asks what the judge is tried with.',
  language: 'en',
  goals: ['know the rule'],
  knowledge: 'informed',
  tone: 'polite',
  vocabulary: [],
  audiencePaths: [],
};

/** The parts of a provision that answers a question. */
export interface TrialProvision {
  readonly article: Article;
  readonly language: 'en' | 'ko';
  readonly core: CoreQuestion;
  readonly question: Question;
  /** The answering sentence, without label and marks; it contains every required fact. */
  readonly clause: string;
  /** Other sentences of the same provision. */
  readonly others: readonly string[];
  /** Another provision of the same document, by its section; null without one. */
  readonly neighbour: string | null;
  /** Whether several documents have nearly the same sentence. */
  readonly hasTwins: boolean;
}

/**
 * A sentence as an answer would state it: without label, heading and amendment annotations; undefined for anything that is not a sentence.
 */
export function spoken(sentence: string): string | undefined {
  const text = sentence
    .replace(/^#+ [^\n]*\n+/u, '')
    .replace(MARK, '')
    .replace(LABEL, '')
    .replace(/\s+/gu, ' ')
    .trim();
  return text.endsWith('.') && text.length >= SHORTEST && !/^[#|]/u.test(text) ? text : undefined;
}

/** The gold passage as a source. */
export function sourceOf(core: CoreQuestion): TargetSource {
  return {
    documentId: core.documentId,
    chunkId: null,
    title: core.documentTitle,
    quote: core.quote,
    start: core.start,
    end: core.start + core.quote.length,
  };
}

const levelOf = ({ text }: Article): number => /^#{1,6}/u.exec(text)?.[0].length ?? 0;

/** The section of an article, and those that it is a part of: their headings are above its own. */
function sectionsAround(article: Article, articles: readonly Article[]): (string | null)[] {
  const found = [article.section];
  let level = levelOf(article);
  for (const other of articles.slice(0, articles.indexOf(article)).reverse())
    if (level > 0 && levelOf(other) > 0 && levelOf(other) < level) {
      level = levelOf(other);
      found.push(other.section);
    }
  return found;
}

function provisionOf(article: Article, core: CoreQuestion, articles: readonly Article[]): TrialProvision[] {
  const clause = spoken(core.quote);
  if (clause === undefined || !core.facts.every((fact) => clause.includes(fact))) return [];
  const all = sentencesOf(article).flatMap((sentence) => spoken(sentence.text) ?? []);
  const around = new Set(sectionsAround(article, articles));
  // A provision that states the same cannot be named as a wrong place.
  const neighbour = articles.find(
    (other) =>
      other.section !== null && !around.has(other.section) && !core.facts.every((fact) => other.text.includes(fact)),
  );
  const gold = goldOf([core], () => article.document.text);
  const wording = {
    text:
      core.language === 'ko'
        ? `${core.documentTitle}의 ${core.topic}에서 ${core.forms.polite}`
        : `${core.topic}: ${core.forms.embedded}?`,
    language: core.language,
    topic: core.topic,
    asked: core.forms.embedded,
  };
  const is = { kind: 'fact', difficulty: 'easy', asOf: undefined } as const;
  return [
    {
      article,
      language: core.language,
      core,
      question: questionOf(`trial-${core.key}`, ASKER, is, { wording, gold }),
      clause,
      // A list after a colon says nothing without its introduction.
      others: all.filter((other) => other !== clause && !/다음|각 호|following/u.test(other)),
      neighbour: neighbour?.section ?? null,
      hasTwins: false,
    },
  ];
}

/** The provisions of a document that answer a question, each with the first question that it answers. */
export function trialProvisions(document: SourceDocument): TrialProvision[] {
  const articles = articlesOf(document);
  const cores = coresOf(document).filter((core) => !core.isComparison && core.group === undefined);
  return articles.flatMap((article) => {
    const core = cores.find((c) => c.start >= article.start && c.start < article.start + article.text.length);
    return core === undefined ? [] : provisionOf(article, core, articles);
  });
}

/** A question that no document answers. */
export function outsideQuestion(asked: string, language: 'en' | 'ko'): Question {
  const text = language === 'ko' ? `${asked}인가요?` : `Can you tell me ${asked}?`;
  const wording = { text, language, topic: asked, asked };
  const is = { kind: 'unanswerable', difficulty: 'easy', asOf: undefined } as const;
  return questionOf(`trial-outside-${asked}`, ASKER, is, { wording, gold: NO_GOLD });
}

/** How English answers name the place of a clause. */
const ENGLISH_PLACES: readonly ((section: string, clause: string) => string)[] = [
  (section, clause) => `According to “${section}”, ${clause}`,
  (section, clause) => `Per the “${section}” section, ${clause}`,
  (section, clause) => `The “${section}” page says that ${clause}`,
  (section, clause) => `As the “${section}” section explains, ${clause}`,
  (section, clause) => `${clause.replace(/\.$/u, '')} (see “${section}”).`,
  (section, clause) => `${clause} Source: ${section}.`,
  (section, clause) => `**${section}**: ${clause}`,
];

/** Ascribes a clause to a provision, in English in one of several forms, always the same one for a provision. */
export function ascribed(p: TrialProvision, section: string, clause: string): string {
  if (p.language === 'ko') return `「${p.core.documentTitle}」 ${section}에 따르면 ${clause}`;
  const sum = Array.from(p.core.key).reduce((total, letter) => total + letter.charCodeAt(0), 0);
  const form = ENGLISH_PLACES[sum % ENGLISH_PLACES.length];
  return form?.(section, clause) ?? clause;
}
