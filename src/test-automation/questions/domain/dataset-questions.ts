import { detectLanguage } from '../../../text/language.js';
import { Persona } from '../../personas/domain/persona.js';
import { Gold, Question, DATASET_PERSONA } from '../../domain/question.js';
import { DatasetItem } from '../../datasets/domain/dataset.js';

function goldOf({ answerable, facts, citations }: DatasetItem): Gold {
  const [cited] = citations;
  return {
    documentId: cited?.documentId ?? null,
    section: null,
    quote: cited?.quote ?? null,
    requiredFacts: facts.map(([wording = '']) => wording),
    forbiddenFacts: [],
    answerable: answerable !== false,
  };
}

/** The question in the form that a session asks. */
export function toQuestion(item: DatasetItem): Question {
  const { id, question, answerable, facts, reference, contexts, citations, tags } = item;
  const gold = citations.flatMap(({ documentId, quote }) =>
    documentId === undefined || quote === undefined ? [] : [{ documentId, quote }],
  );
  return {
    id,
    personaId: DATASET_PERSONA,
    text: question,
    language: detectLanguage(question),
    difficulty: 'medium',
    kind: answerable === false ? 'unanswerable' : 'fact',
    intents: { surface: question, hidden: question, behavioral: question },
    gold: goldOf(item),
    asOf: undefined,
    expected: { answerable, facts, reference, contexts, gold, citations, tags },
  };
}

/** Reports show the dataset as the persona. */
export const datasetPersona = (name: string): Persona => ({
  id: DATASET_PERSONA,
  name,
  description: name,
  language: 'en',
  goals: [],
  knowledge: 'informed',
  tone: 'polite',
  vocabulary: [],
  audiencePaths: [],
});
