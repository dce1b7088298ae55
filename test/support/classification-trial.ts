import { FileSampleCorpus } from '../../src/documents/infrastructure/sample-documents.js';
import type { DocumentDraft } from '../../src/documents/domain/document.js';
import { OptimizeIndex } from '../../src/search/maintenance/application/optimize-index.js';
import { PassageRanking } from '../../src/search/ranking/domain/passage-ranking.js';
import { type RunningApplication, startApplication } from './application.js';
import { shuffled } from './shuffled.js';

/** Four fifths of the sample corpora in a running application, and the held-out fifth. */
export interface Split {
  readonly running: RunningApplication;
  readonly stored: readonly DocumentDraft[];
  /** Held-out documents whose category has others, in a random order. */
  readonly asked: readonly DocumentDraft[];
  /** Held-out documents whose category has no other document: nothing can find it, so they are not asked about. */
  readonly unreachable: number;
  /** Name of the embedding in service. */
  readonly embedding: string;
}

/** A held-out document with what POST /classify said of it. */
export interface Judged {
  readonly path: readonly string[];
  readonly candidates: readonly { readonly canonical_path: readonly string[]; readonly confidence: number }[];
  /** The candidates that hold documents themselves. */
  readonly leaves: readonly string[];
  readonly needsReview: boolean;
  readonly tookMs: number;
}

export interface Trial extends Pick<Split, 'stored' | 'unreachable' | 'embedding'> {
  readonly judged: readonly Judged[];
}

export interface TrialOptions {
  /** Documents to ask about; all when left out. */
  readonly sample?: number;
  readonly withTitles?: boolean;
}

const keyOf = (path: readonly string[]) => path.join('/');

/** Editions of one regulation belong together: with one stored, finding the category of the other is trivial. */
export const workOf = (document: DocumentDraft) => document.documentId?.split('@')[0] ?? document.title;

/** Which works are held out: one fifth, from 0, of all in a random order. */
export interface SplitChoice {
  readonly seed: number;
  readonly fifth: number;
}

/** The works that a split holds out. */
export function heldOutWorks(documents: readonly DocumentDraft[], { seed, fifth }: SplitChoice): ReadonlySet<string> {
  const works = shuffled([...new Set(documents.map(workOf))], seed);
  const size = Math.floor(works.length / 5);
  return new Set(works.slice(fifth * size, fifth === 4 ? works.length : (fifth + 1) * size));
}

const lineOf = (document: DocumentDraft) =>
  JSON.stringify({
    document_id: document.documentId,
    title: document.title,
    text: document.text,
    content_type: document.contentType,
    canonical_path: document.canonicalPath,
    ...(document.effectiveFrom === null ? {} : { effective_from: document.effectiveFrom }),
    ...(document.effectiveTo === null ? {} : { effective_to: document.effectiveTo }),
  });

/** Stores four fifths of the sample corpora, fits the embedding on them, and lends the application to `use`. */
export async function withSplit<T>(choice: SplitChoice, use: (split: Split) => Promise<T>): Promise<T> {
  const documents = await new FileSampleCorpus().documents();
  const heldOut = heldOutWorks(documents, choice);
  const stored = documents.filter((document) => !heldOut.has(workOf(document)));
  const held = documents.filter((document) => heldOut.has(workOf(document)));
  const categories = new Set(stored.map((document) => keyOf(document.canonicalPath)));
  const asked = held.filter((document) => categories.has(keyOf(document.canonicalPath)));
  const running = await startApplication();
  try {
    const headers = { 'content-type': 'application/x-ndjson' };
    const payload = stored.map(lineOf).join('\n');
    const { failed } = (await running.call({ method: 'POST', url: '/documents/bulk', headers, payload })).json();
    if (failed !== 0) throw new Error(`${failed} samples could not be stored.`);
    await running.app.get(OptimizeIndex, { strict: false }).optimize(() => undefined);
    const { model } = await running.app.get(PassageRanking, { strict: false }).served();
    const unreachable = held.length - asked.length;
    return await use({ running, stored, asked: shuffled(asked, choice.seed), unreachable, embedding: model });
  } finally {
    await running.stop();
  }
}

async function classify(running: RunningApplication, document: DocumentDraft, withTitle: boolean) {
  const started = performance.now();
  const { title, text } = document;
  const response = await running.post('/classify', { ...(withTitle ? { title } : {}), text, top_k: 20 });
  if (response.statusCode !== 200) throw new Error(`POST /classify: ${response.body}`);
  return { body: response.json(), tookMs: performance.now() - started };
}

/** Classifies held-out documents of a split. */
export async function classificationTrial(choice: SplitChoice, options: TrialOptions = {}): Promise<Trial> {
  return withSplit(choice, async ({ running, stored, asked, unreachable, embedding }) => {
    const holders = new Set(stored.map((document) => keyOf(document.canonicalPath)));
    const judged: Judged[] = [];
    for (const document of asked.slice(0, options.sample)) {
      const { body, tookMs } = await classify(running, document, options.withTitles ?? true);
      const paths: string[] = body.candidates.map((candidate: { canonical_path: string[] }) =>
        keyOf(candidate.canonical_path),
      );
      judged.push({
        path: document.canonicalPath,
        candidates: body.candidates,
        leaves: paths.filter((path) => holders.has(path)),
        needsReview: body.needs_review,
        tookMs,
      });
    }
    return { judged, stored, unreachable, embedding };
  });
}

/** Whether the first candidate is the document's own category or one of its ancestors. */
export function isRight({ path, candidates }: Judged): boolean {
  const first = candidates[0]?.canonical_path ?? [];
  return first.length > 0 && first.every((label, i) => label === path[i]);
}

/** Whether the document's own category is among the first n that hold documents. */
export function isLeafAmong({ path, leaves }: Judged, n: number): boolean {
  return leaves.slice(0, n).includes(keyOf(path));
}

/** Levels of the first candidate, on average. */
export function meanDepth(judged: readonly Judged[]): number {
  return judged.reduce((sum, { candidates }) => sum + (candidates[0]?.canonical_path.length ?? 0), 0) / judged.length;
}

/** Wilson's score interval of a share, 95 %. */
export function wilson(successes: number, n: number): readonly [low: number, high: number] {
  const z = 1.96;
  const share = successes / n;
  const centre = (share + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n);
  return [centre - half, centre + half];
}

/** `0.912 (95 % interval 0.870 to 0.942, n = 234)` */
export function shareOf(judged: readonly Judged[], holds: (one: Judged) => boolean): string {
  const successes = judged.filter(holds).length;
  const [low, high] = wilson(successes, judged.length);
  const [share, from, to] = [successes / judged.length, low, high].map((value) => value.toFixed(3));
  return judged.length === 0 ? 'none' : `${share} (95 % interval ${from} to ${to}, n = ${judged.length})`;
}

/** The figures of a trial for the specs and the bench. */
export function figures(judged: readonly Judged[]): readonly string[] {
  const sure = judged.filter((one) => !one.needsReview);
  return [
    `first candidate right:     ${shareOf(judged, isRight)}`,
    `no review needed:          ${shareOf(judged, (one) => !one.needsReview)}`,
    `  of those, right:         ${shareOf(sure, isRight)}`,
    `exact category first:      ${shareOf(judged, (one) => isLeafAmong(one, 1))}`,
    `exact category in three:   ${shareOf(judged, (one) => isLeafAmong(one, 3))}`,
    `levels of the first:       ${meanDepth(judged).toFixed(2)} on average`,
  ];
}
