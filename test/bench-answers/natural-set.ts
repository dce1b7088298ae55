import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { BenchDocument, lines } from './question-set.js';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

/** The day on which the own natural questions are asked: editions of the sample rules come into force and end. */
export const NATURAL_DAY = '2026-11-26';

export interface Gold {
  readonly doc: string;
  /** Verbatim text of the document. */
  readonly quote: string;
}

/** A question as somebody asks it, with what an answer has to say. */
export interface NaturalQuestion {
  readonly id: string;
  readonly lang: string;
  readonly kind: string;
  readonly text: string;
  readonly answerable: boolean;
  /** Passages that answer, those that answer as well included. */
  readonly golds: readonly Gold[];
  /** A right answer contains one string of each group. */
  readonly facts: readonly (readonly string[])[];
  /** Strings that a right answer must not contain. */
  readonly forbidden: readonly string[];
  readonly asOf: string | undefined;
}

export interface NaturalDialogue {
  readonly id: string;
  readonly lang: string;
  readonly turns: readonly NaturalQuestion[];
}

/** Natural questions about some documents, and questions that these do not answer. */
export interface NaturalSet {
  readonly name: string;
  readonly documents: readonly BenchDocument[] | 'samples';
  readonly questions: readonly NaturalQuestion[];
  readonly dialogues: readonly NaturalDialogue[];
  readonly foreign: readonly NaturalQuestion[];
}

export const HALVES = ['a', 'b'] as const;
export type Half = (typeof HALVES)[number];

type FactLine = string | readonly string[];

/** A turn of a dialogue as it is written; what it leaves out is its dialogue's. */
interface TurnLine {
  readonly question: string;
  readonly answerable?: boolean;
  readonly gold?: readonly Gold[];
  readonly alt_gold?: readonly Gold[];
  readonly facts?: readonly FactLine[];
  readonly forbidden?: readonly FactLine[];
}

export interface NaturalLine extends TurnLine {
  readonly id: string;
  readonly lang: string;
  readonly kind: string;
  readonly turns?: readonly TurnLine[];
}

function natural(line: NaturalLine, asOf: string | undefined): NaturalQuestion {
  return {
    id: line.id,
    lang: line.lang,
    kind: line.kind,
    text: line.question,
    answerable: line.answerable !== false,
    golds: [...(line.gold ?? []), ...(line.alt_gold ?? [])],
    facts: (line.facts ?? []).map((group) => [group].flat()),
    forbidden: (line.forbidden ?? []).flat(),
    asOf,
  };
}

function dialogue({ turns = [], ...line }: NaturalLine, asOf: string | undefined): NaturalDialogue {
  const { id, lang, gold = [], alt_gold = [] } = line;
  return {
    id,
    lang,
    turns: turns.map((turn, i) =>
      natural({ kind: i === 0 ? 'first_turn' : 'followup', gold, alt_gold, ...turn, id: `${id}.${i + 1}`, lang }, asOf),
    ),
  };
}

/** Questions that no set answers. @param file a file of lines with `question` and `kind` */
export function readForeign(file: string): NaturalQuestion[] {
  return lines<NaturalLine>(path.dirname(file), path.basename(file)).map((line) => ({
    ...natural(line, undefined),
    answerable: false,
  }));
}

export const NATURAL_FOLDER = path.join(projectRoot(), 'test', 'natural');

export function ownForeign(half: Half): NaturalQuestion[] {
  return readForeign(path.join(NATURAL_FOLDER, `foreign_${half}.jsonl`));
}

/** The project's own natural questions over its samples, in one language. */
export function ownNatural(lang: 'ko' | 'en', half: Half): NaturalSet {
  const read = (name: string) => lines<NaturalLine>(NATURAL_FOLDER, `${name}_${lang}_${half}.jsonl`);
  return {
    name: `natural_${lang}_${half}`,
    documents: 'samples',
    questions: read('natural').map((line) => natural(line, NATURAL_DAY)),
    dialogues: read('dialogues').map((line) => dialogue(line, NATURAL_DAY)),
    foreign: ownForeign(half).filter((question) => question.lang === lang),
  };
}

const DIALOGUES = 'natural_dialogues_';

/** Names of a folder's files of natural questions or dialogues; both halves together where it has no halves. */
function naturalFiles(folder: string, half: Half): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => name.replace(/\.gz$/u, ''))
    .filter((name) => name.startsWith('natural') && name.endsWith(`_${half}.jsonl`));
}

export function isNaturalFolder(folder: string): boolean {
  return HALVES.some((half) => naturalFiles(folder, half).length > 0);
}

/** A folder of `regs.jsonl` or `docs.jsonl`, `natural*_HALF.jsonl` and `natural_dialogues_HALF.jsonl`; each may end in `.gz`. */
export function readNaturalFolder(folder: string, half: Half): NaturalSet {
  const files = naturalFiles(folder, half);
  const read = (names: readonly string[]) => names.flatMap((name) => lines<NaturalLine>(folder, name));
  const rules = lines<BenchDocument>(folder, 'regs.jsonl');
  return {
    name: `${path.basename(path.resolve(folder))}_${half}`,
    documents: rules.length > 0 ? rules : lines<BenchDocument>(folder, 'docs.jsonl'),
    questions: read(files.filter((name) => !name.startsWith(DIALOGUES))).map((line) => natural(line, undefined)),
    dialogues: read(files.filter((name) => name.startsWith(DIALOGUES))).map((line) => dialogue(line, undefined)),
    foreign: ownForeign(half),
  };
}
