import { contentTerms } from '../../text/tokens/content-terms.js';
import { withoutQuestionBoilerplate } from '../../text/questions/question-preamble.js';

/**
 * Mean cosine from which two groups of questions ask about the same thing, in Korean, English, or one in each. Of 30 Korean questions in 8
 * meanings that chose it, 30 are in the right group; of 30 others 26, and no group of either mixes two meanings.
 */
const SAME_TOPIC = 0.36;

/** A pair of groups, and how near they are. */
interface Partner {
  readonly at: number;
  readonly cosine: number;
}

const NOBODY: Partner = { at: -1, cosine: -1 };

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

/** Groups that grow together: the members of each, and the sum of the vectors of its members. */
class GrowingGroups {
  private readonly members: (readonly number[])[];
  private readonly sums: Float32Array[];
  private readonly alive: Set<number>;
  private readonly nearest: Partner[];

  constructor(vectors: readonly Float32Array[]) {
    this.members = vectors.map((_, i) => [i]);
    this.sums = [...vectors];
    this.alive = new Set(vectors.keys());
    this.nearest = vectors.map((_, i) => this.nearestAfter(i));
  }

  /** The mean cosine of the pairs of two groups: the mean of unit vectors' products is the product of their means. */
  private cosine(a: number, b: number): number {
    const pairs = (this.members[a]?.length ?? 1) * (this.members[b]?.length ?? 1);
    return dot(this.sums[a] ?? new Float32Array(), this.sums[b] ?? new Float32Array()) / pairs;
  }

  /** The nearest of the later groups: each pair is looked at once. */
  private nearestAfter(group: number): Partner {
    let best = NOBODY;
    for (const other of this.alive) {
      if (other <= group) continue;
      const cosine = this.cosine(group, other);
      if (cosine > best.cosine) best = { at: other, cosine };
    }
    return best;
  }

  /** Joins the two groups that are nearest to one another. @returns false if no two are about the same thing */
  join(): boolean {
    let first = -1;
    for (const group of this.alive)
      if ((this.nearest[group] ?? NOBODY).cosine > (this.nearest[first] ?? NOBODY).cosine) first = group;
    const { at: second, cosine } = this.nearest[first] ?? NOBODY;
    if (cosine < SAME_TOPIC) return false;
    const added = this.sums[second];
    this.sums[first] = (this.sums[first] ?? new Float32Array()).map((x, i) => x + (added?.[i] ?? 0));
    this.members[first] = [...(this.members[first] ?? []), ...(this.members[second] ?? [])];
    this.alive.delete(second);
    for (const group of this.alive) {
      const before = this.nearest[group] ?? NOBODY;
      if (group === first || before.at === first || before.at === second)
        this.nearest[group] = this.nearestAfter(group);
      else if (group < first) {
        const now = this.cosine(group, first);
        if (now > before.cosine) this.nearest[group] = { at: first, cosine: now };
      }
    }
    return true;
  }

  /** Members of each group, the most central one first: it is the nearest to the sum of all. */
  groups(vectors: readonly Float32Array[]): readonly (readonly number[])[] {
    return [...this.alive].map((group) => {
      const nearness = (i: number) => dot(vectors[i] ?? new Float32Array(), this.sums[group] ?? new Float32Array());
      return (this.members[group] ?? []).toSorted((a, b) => nearness(b) - nearness(a) || a - b);
    });
  }
}

/**
 * Groups texts by meaning: the two nearest groups become one, until no two are about the same thing (agglomerative clustering with average
 * linkage, Sokal and Michener 1958). The same texts in the same order give the same groups.
 * @param vectors unit vectors, in the order of the texts
 * @returns positions of the texts, the most central one first; the largest group first, then by the position of the center
 */
export function groupByMeaning(vectors: readonly Float32Array[]): readonly (readonly number[])[] {
  const growing = new GrowingGroups(vectors);
  while (growing.join());
  return growing.groups(vectors).toSorted((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}
