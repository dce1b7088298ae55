import { Steps } from '../../../shared/domain/steps.js';
import { factsTold } from './dialogue-audit.js';
import { Persona } from '../../personas/domain/persona.js';
import {
  Dialogue,
  DialogueTurn,
  FOLLOW_UP_KINDS,
  FollowUpKind,
  Question,
  restsOnContext,
} from '../../domain/question.js';
import { NothingToAskError } from './question-maker.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { SessionRequest } from '../../domain/session-request.js';
import { CoreQuestion, fullTopic } from './core-question.js';
import { FollowUp, followUpOf, isNear } from './follow-up.js';
import { measuredDifficulty, plainResult } from './baseline/measure-baseline.js';
import { lettersOf } from './meaning/question-checks.js';
import { contentOf, contextFor, subjectOf } from './meaning/question-context.js';
import { questionFor } from './kind-question.js';
import { asksOf, goldOf, questionId, questionOf } from './make-question.js';
import { inVoice } from './persona-voice.js';
import { coresFor, QuestionPool } from './question-pool.js';

/** A document with fewer questions gives no conversation. */
const FEWEST_CORES = 4;
/** Number of other documents that are tried if a document ends a conversation early or gives no turn that counts. */
const SCENES_TRIED = 8;

interface Talk {
  readonly persona: Persona;
  readonly scenarioId: string;
  readonly cores: readonly CoreQuestion[];
  readonly pool: QuestionPool;
  readonly random: SeededRandom;
  /** Number of questions of each kind in the session so far. */
  readonly asked: Map<FollowUpKind, number>;
  /** The letters of the questions that the session asks already. */
  readonly said: Set<string>;
  /** Ids of the turns that name all that their answer depends on. */
  readonly whole: Set<string>;
}

/**
 * Conversations, each about one document and by one persona; the least used kinds of follow-up come first.
 * @param singles the other questions of the session: no conversation opens with one of them while another opening is left
 * @throws NothingToAskError if no document gives enough questions for one
 */
export function* dialoguesInSteps(
  request: SessionRequest,
  personas: readonly Persona[],
  pool: QuestionPool,
  singles: readonly Pick<Question, 'text'>[] = [],
): Steps<Dialogue[]> {
  const random = new SeededRandom(`dialogues/${request.seed}`);
  const people = random.shuffled(personas);
  const taken = new Set<string>();
  const asked = new Map<FollowUpKind, number>();
  const said = new Set(singles.map(({ text }) => lettersOf(text)));
  const dialogues: Dialogue[] = [];
  for (let i = 0; i < request.scenarios; i++) {
    const persona = people[i % people.length];
    if (persona === undefined) throw new NothingToAskError('A dialogue needs a persona.');
    const talkFrom = function* (attempt: number): Steps<Talk> {
      return {
        persona,
        scenarioId: `dialogue-${i + 1}`,
        cores: yield* scene(persona, pool, { taken, hasCompared: asked.has('comparison') }, random),
        pool,
        random: random.fork(`talk-${i}-${attempt}`),
        asked: new Map(asked),
        said,
        whole: new Set(),
      };
    };
    const { dialogue, talk } = yield* fullest(talkFrom, request.turns, i * request.turns);
    for (const [kind, times] of talk.asked) asked.set(kind, times);
    dialogues.push(dialogue);
    for (const { text } of dialogue.turns.slice(0, 1)) said.add(lettersOf(text));
  }
  return dialogues;
}

/** The first conversation that has all its follow-ups, otherwise the longest one. */
function* fullest(talkFrom: (attempt: number) => Steps<Talk>, followUps: number, offset: number): Steps<Held> {
  const hold = function* (attempt: number): Steps<Held> {
    const talk = yield* talkFrom(attempt);
    return { talk, dialogue: yield* converse(talk, followUps, offset) };
  };
  let best = yield* hold(0);
  for (let attempt = 1; attempt < SCENES_TRIED && !isFull(best, followUps); attempt++) {
    const next = yield* hold(attempt);
    if (worth(next) > worth(best)) best = next;
  }
  // A conversation in which every turn names all has at least those count that plain search does not answer.
  return counting(strict(best)) > 0 ? { ...best, dialogue: strict(best) } : best;
}

interface Held {
  readonly dialogue: Dialogue;
  readonly talk: Talk;
}

/** The conversation with the turns that name all marked as standing alone, whether plain search answers them or not. */
const strict = ({ dialogue, talk }: Held): Dialogue => ({
  ...dialogue,
  turns: dialogue.turns.map((turn) => (talk.whole.has(turn.id) ? { ...turn, standsAlone: true } : turn)),
});

/**
 * Number of follow-ups that need the previous turns and ask for something new: one that repeats an earlier turn says nothing of a target
 * that failed there already.
 */
const counting = ({ turns }: Dialogue): number =>
  turns.filter(
    (turn, i) =>
      turn.followUp !== undefined &&
      restsOnContext(turn) &&
      turns.slice(0, i).every((earlier) => earlier.gold.quote !== turn.gold.quote),
  ).length;

/** A conversation without a turn that counts does not test the context, however long it is. */
const worth = (held: Held): number =>
  held.dialogue.turns.length + (counting(held.dialogue) > 0 ? 100 : 0) + (counting(strict(held)) > 0 ? 100 : 0);

const isFull = (held: Held, followUps: number): boolean =>
  held.dialogue.turns.length > followUps && counting(strict(held)) > 0;

/** The questions about one document, around an article that gives several of them. */
function* scene(
  persona: Persona,
  pool: QuestionPool,
  { taken, hasCompared }: { readonly taken: Set<string>; readonly hasCompared: boolean },
  random: SeededRandom,
): Steps<CoreQuestion[]> {
  const booksOf = (cores: readonly CoreQuestion[]) =>
    [...Map.groupBy(cores, (core) => (core.language === 'ko' ? core.documentId : core.path.join('/')))].filter(
      ([, own]) => own.length >= FEWEST_CORES,
    );
  const asPeopleAsk = booksOf(coresFor(persona, pool.current));
  const rich = asPeopleAsk.length > 0 ? asPeopleAsk : booksOf(coresFor(persona, withOwnWords(pool)));
  const fresh = rich.filter(([key]) => !taken.has(key));
  // Few documents offer a comparison: until a comparison has been asked, one of those documents is chosen.
  const comparing: typeof fresh = [];
  for (const book of hasCompared ? [] : fresh) if (yield* canCompare(book[1])) comparing.push(book);
  const choices = [comparing, fresh, rich].find((list) => list.length > 0) ?? [];
  const book = random.pick(choices);
  if (book === undefined)
    throw new NothingToAskError(
      `No document gives the ${FEWEST_CORES} questions that a dialogue of '${persona.id}' needs; dialogues cannot be left out.`,
    );
  taken.add(book[0]);
  return random.shuffled(book[1]);
}

/** A small store is talked about in its own words as well. */
function withOwnWords({ current, literal }: QuestionPool): CoreQuestion[] {
  const quotes = new Set(current.map(({ quote }) => quote));
  return [...current, ...literal.filter(({ quote }) => !quotes.has(quote))];
}

/** Whether one of the seeds is a comparison, or can be compared with another one. */
function* canCompare(cores: readonly CoreQuestion[]): Steps<boolean> {
  for (const core of cores) {
    yield;
    if (core.isComparison || hasNear(core, cores)) return true;
  }
  return false;
}

function* converse(talk: Talk, followUps: number, offset: number): Steps<Dialogue> {
  const singleOf = singlesOf(talk);
  const first = openingOf(talk, singleOf);
  if (first === undefined) throw new NothingToAskError('A dialogue needs a question to open with.');
  const used: CoreQuestion[] = [first];
  let last = first;
  let lastAsked: readonly CoreQuestion[] = [first];
  const turns: DialogueTurn[] = [openingTurn(talk, first, singleOf(first))];
  for (let i = 0; i < followUps; i++) {
    yield;
    const said = new Set(turns.map((turn) => turn.text));
    const round = FOLLOW_UP_KINDS.flatMap((_, k) => FOLLOW_UP_KINDS[(offset + i + k) % FOLLOW_UP_KINDS.length] ?? []);
    const kinds = round.sort((a, b) => (talk.asked.get(a) ?? 0) - (talk.asked.get(b) ?? 0));
    const found = firstOf(kinds, (kind) => {
      const made = followUpOf(kind, {
        used,
        last,
        lastAsked,
        cores: talk.cores,
        random: talk.random,
        tone: talk.persona.tone,
        needsTopic: (core) => needsTopic(talk, core),
        isClear: (core, isTopicNamed) => isClear(talk, core, isTopicNamed),
      });
      if (made === undefined || said.has(made.text)) return undefined;
      const { requiredFacts } = goldOf(made.cores, talk.pool.textOf);
      // A value of the heading or of the row may be the requested one.
      return factsTold(made.text, requiredFacts).length === 0 ? { kind, made } : undefined;
    });
    if (found === undefined) break;
    talk.asked.set(found.kind, (talk.asked.get(found.kind) ?? 0) + 1);
    used.push(...found.made.cores.filter((core) => !used.includes(core)));
    const turn = followUpTurn(talk, turns.length + 1, found.kind, found.made);
    if (found.made.isWhole === true) talk.whole.add(turn.id);
    turns.push(turn);
    last = found.made.cores.at(-1) ?? last;
    lastAsked = found.made.cores;
  }
  return { scenarioId: talk.scenarioId, personaId: talk.persona.id, coreNeed: coreNeed(talk.persona, first), turns };
}

/** The question about a seed as it is asked by itself; made once for each seed, since the opening is looked for in several ways. */
function singlesOf({ persona, pool }: Talk): (core: CoreQuestion) => Question | undefined {
  const made = new Map<CoreQuestion, Question | undefined>();
  return (core) => {
    if (!made.has(core)) made.set(core, questionFor(core, 'fact', { persona, difficulty: 'medium', pool }));
    return made.get(core);
  };
}

/** The seed that a conversation opens with: one of a list, or one that others can be compared with, if it can be asked by itself. */
function openingOf(
  { cores, pool, said }: Talk,
  singleOf: (core: CoreQuestion) => Question | undefined,
): CoreQuestion | undefined {
  const opens = (core: CoreQuestion): boolean => pool.rivals === undefined || singleOf(core) !== undefined;
  const isNew = (core: CoreQuestion): boolean => !said.has(lettersOf(singleOf(core)?.text ?? ''));
  const ways = [
    (c: CoreQuestion) => c.group !== undefined && opens(c),
    (c: CoreQuestion) => isPlain(c) && hasNear(c, cores) && opens(c),
    (c: CoreQuestion) => isPlain(c) && opens(c),
  ];
  return (
    firstOf(ways, (way) => cores.find((c) => way(c) && isNew(c))) ??
    firstOf(ways, (way) => cores.find(way)) ??
    cores.find((c) => isPlain(c) && hasNear(c, cores)) ??
    cores.find(isPlain) ??
    cores[0]
  );
}

/** Whether the name of the document is not enough to identify the provision within it. */
function needsTopic({ pool: { rivals } }: Talk, core: CoreQuestion): boolean {
  return rivals?.hasRival(core, `${subjectOf(core.documentTitle)} ${contentOf(core)}`) ?? true;
}

/** Whether a question identifies its provision by itself, or with its topic. */
function isClear({ pool: { rivals } }: Talk, core: CoreQuestion, isTopicNamed: boolean): boolean {
  const needed = rivals === undefined ? undefined : contextFor(core, rivals)?.text;
  return needed === '' || (isTopicNamed && needed === core.topic);
}

const isPlain = (core: CoreQuestion): boolean => !core.isException && !core.isComparison;

/** Whether there is another question that the seed can be compared with. */
const hasNear = (core: CoreQuestion, cores: readonly CoreQuestion[]): boolean =>
  isPlain(core) && cores.some((other) => other.quote !== core.quote && isPlain(other) && isNear(core, other));

function firstOf<T, R>(list: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of list) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function coreNeed(persona: Persona, core: CoreQuestion): string {
  const [goal = ''] = persona.goals;
  return core.language === 'ko'
    ? `${core.documentTitle}의 ${core.topic}에 관하여 자신에게 해당하는 기준을 알아야 한다(목표: ${goal}).`
    : `Know what applies to ${core.topic} (goal: ${goal}).`;
}

function openingTurn(talk: Talk, core: CoreQuestion, single: Question | undefined): DialogueTurn {
  const id = questionId('fact', `${talk.persona.id}/dialogue`, [core.key]);
  const topic = core.language === 'ko' ? fullTopic(core) : core.topic;
  const speech = { kind: 'fact', language: core.language, topic, forms: [core.forms], slot: core.slot } as const;
  // As a single question would be asked; where none is told apart from others, by the full name of the provision.
  const text = single?.text ?? inVoice(speech, talk.persona, new SeededRandom(id));
  return turnOf(talk, { id, turn: 1, followUp: undefined }, { text, cores: [core], implied: [], completed: text });
}

function followUpTurn(talk: Talk, turn: number, followUp: FollowUpKind, made: FollowUp): DialogueTurn {
  const keys = [followUp, ...made.cores.map((core) => core.key), made.text];
  return turnOf(talk, { id: questionId('fact', `${talk.persona.id}/dialogue`, keys), turn, followUp }, made);
}

function turnOf(
  talk: Talk,
  place: { id: string; turn: number; followUp: FollowUpKind | undefined },
  made: FollowUp,
): DialogueTurn {
  const [core] = made.cores;
  const language = core?.language ?? talk.persona.language;
  const wording = { text: made.text, language, topic: core?.topic ?? '', asked: core?.forms.embedded ?? made.text };
  const kind = place.followUp === 'comparison' ? 'comparison' : core?.isProcedure === true ? 'procedure' : 'fact';
  const is = { kind, difficulty: 'medium', asOf: undefined, asks: asksOf(made.cores) } as const;
  const question = questionOf(place.id, talk.persona, is, { wording, gold: goldOf(made.cores, talk.pool.textOf) });
  const turn = {
    ...question,
    turn: place.turn,
    followUp: place.followUp,
    implied: made.implied,
    completed: made.completed,
  };
  if (talk.pool.search === undefined) return turn;
  const plain = plainResult(turn, talk.pool.search);
  const measured = { ...turn, measuredDifficulty: measuredDifficulty(plain) };
  return place.followUp === undefined
    ? measured
    : { ...measured, standsAlone: plain.firstSentence || plain.nearestSentence };
}
