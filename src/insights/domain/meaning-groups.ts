import { Steps } from '../../shared/domain/steps.js';
import { contentTerms } from '../../text/tokens/content-terms.js';
import { withoutQuestionBoilerplate } from '../../text/questions/question-preamble.js';

/**
 * Mean cosine from which two groups of questions ask about the same thing, in Korean, English, or one in each. Of 30 Korean questions in 8
 * meanings that chose it, 30 are in the right group; of 30 others 26, and no group of either mixes two meanings.
 */
const SAME_TOPIC = 0.36;

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector : vector.map((x) => x / length);
}

/**
 * The meaning of a question: of its words, and again of what they ask about. Otherwise `어떻게 하나요` brings together questions that share
 * nothing else.
 * @param embed unit vector of a text
 * @returns a unit vector; all zero for a text without known words
 */
export function meaningOfQuestion(question: string, embed: (text: string) => Float32Array): Float32Array {
  const asked = embed(contentTerms(withoutQuestionBoilerplate(question)).join(' '));
  return unit(embed(question).map((x, i) => x + (asked[i] ?? 0)));
}

/** A group that grows. */
interface Group {
  readonly id: number;
  /** Positions of the texts. */
  readonly members: number[];
  /** Mean cosine of the pairs with each other group, by its id. */
  readonly cosines: Float64Array;
}

/** Texts that have their vector in common are one group. */
function* startingGroups(vectors: readonly Float32Array[]): Steps<Set<Group>> {
  const distinct = Map.groupBy(vectors.keys(), (i) => vectors[i] ?? new Float32Array());
  const groups = new Set<Group>();
  for (const [vector, members] of distinct) {
    const cosines = Float64Array.from(distinct.keys(), (other) => dot(vector, other));
    groups.add({ id: groups.size, members, cosines });
    yield;
  }
  return groups;
}

const firstOf = (open: ReadonlySet<Group>): Group | undefined => open.values().next().value;

const cosineOf = ({ cosines }: Group, other: Group | undefined): number =>
  other === undefined ? -Infinity : (cosines[other.id] ?? 0);

function join(into: Group, from: Group, open: ReadonlySet<Group>): void {
  const [a, b] = [into.members.length, from.members.length];
  for (const other of open) {
    const cosine = (a * (into.cosines[other.id] ?? 0) + b * (from.cosines[other.id] ?? 0)) / (a + b);
    into.cosines[other.id] = cosine;
    other.cosines[into.id] = cosine;
  }
  into.members.push(...from.members);
}

/** The members of a group, the most central one first: it is the nearest to the sum of all. */
function byCentrality({ members }: Group, vectors: readonly Float32Array[]): number[] {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const i of members) vectors[i]?.forEach((x, at) => (sum[at] = (sum[at] ?? 0) + x));
  const nearness = new Map(members.map((i) => [i, dot(vectors[i] ?? sum, sum)]));
  return members.toSorted((a, b) => (nearness.get(b) ?? 0) - (nearness.get(a) ?? 0) || a - b);
}

/**
 * Groups texts by meaning: the two nearest groups become one, until no two are about the same thing (agglomerative clustering with average
 * linkage, Sokal and Michener 1958). It follows a chain of nearest neighbours until two are the nearest of each other (Benzécri 1982): the
 * same groups in quadratic time. The same texts in the same order give the same groups.
 * @param vectors unit vectors, in the order of the texts; equal texts have the same object
 * @returns positions of the texts, the most central one first; the largest group first, then by the position of the center
 */
export function* groupByMeaning(vectors: readonly Float32Array[]): Steps<readonly (readonly number[])[]> {
  const open = yield* startingGroups(vectors);
  const groups: number[][] = [];
  const chain: Group[] = [];
  for (let last = firstOf(open); last !== undefined; last = chain.pop() ?? firstOf(open)) {
    const before = chain.at(-1);
    // Of equally near ones the one before is the nearest: otherwise the chain could turn in a circle.
    let nearest = before;
    for (const other of open) if (other !== last && cosineOf(last, other) > cosineOf(last, nearest)) nearest = other;
    yield;
    if (nearest === undefined || cosineOf(last, nearest) < SAME_TOPIC) {
      // A joined group is never nearer to others than the nearer one of its parts: nobody would join this one later.
      open.delete(last);
      groups.push(byCentrality(last, vectors));
    } else if (nearest === before) {
      chain.pop();
      open.delete(last);
      join(nearest, last, open);
    } else chain.push(last, nearest);
  }
  return groups.toSorted((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}

/** Groups questions by meaning, as `groupByMeaning`. Equal questions are together from the start. */
export function* groupQuestions(
  questions: readonly string[],
  embed: (text: string) => Float32Array,
): Steps<readonly (readonly number[])[]> {
  const meanings = new Map<string, Float32Array>();
  for (const question of new Set(questions)) {
    meanings.set(question, meaningOfQuestion(question, embed));
    yield;
  }
  return yield* groupByMeaning(questions.map((question) => meanings.get(question) ?? new Float32Array()));
}
