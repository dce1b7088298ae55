import {
  classificationTrial,
  figures,
  isLeafAmong,
  isRight,
  type Judged,
  type Trial,
} from './support/classification-trial.js';
import { type RunningApplication, startApplication } from './support/application.js';

/** One split, and this number of its held-out documents; test/bench/classification.ts takes other splits, and all documents. */
const SEED = 20261122;
const SAMPLE = 120;
const TRIAL_LIMIT_MS = 240_000;

describe('POST /classify on documents of the samples that were held out', () => {
  let trial: Trial;
  const shareOf = (judged: readonly Judged[], holds: (one: Judged) => boolean) =>
    judged.filter(holds).length / judged.length;

  beforeAll(async () => {
    trial = await classificationTrial({ seed: SEED, fifth: 0 }, { sample: SAMPLE });
    process.stdout.write(`${[trial.embedding, ...figures(trial.judged)].join('\n')}\n`);
  }, TRIAL_LIMIT_MS);

  it('names the right category or one above it first for at least 85 %', () => {
    expect(trial.judged).toHaveLength(SAMPLE);
    expect(shareOf(trial.judged, isRight)).toBeGreaterThanOrEqual(0.85);
  });

  it('needs no review for at least 60 %, of which at least 85 % are right', () => {
    const sure = trial.judged.filter((one) => !one.needsReview);
    expect(sure.length / trial.judged.length).toBeGreaterThanOrEqual(0.6);
    expect(shareOf(sure, isRight)).toBeGreaterThanOrEqual(0.85);
  });

  it('puts the exact one of all categories first for at least 75 %, and among the first three for at least 90 %', () => {
    expect(shareOf(trial.judged, (one) => isLeafAmong(one, 1))).toBeGreaterThanOrEqual(0.75);
    expect(shareOf(trial.judged, (one) => isLeafAmong(one, 3))).toBeGreaterThanOrEqual(0.9);
  });
});

describe('POST /classify', () => {
  let running: RunningApplication;
  const put = (canonical_path: string[], title: string, text: string) =>
    running.post('/documents', { canonical_path, title, text });
  const classify = async (body: object) => (await running.post('/classify', body)).json();

  beforeAll(async () => {
    running = await startApplication();
    await put(['Garden', 'Roses'], 'Pruning roses', 'Roses are pruned in March, above an outward bud. Roses need sun.');
    await put(['Garden', 'Lawn'], 'Mowing', 'The lawn is mown every week in summer. A short lawn dries out.');
    await put(['Harbour'], 'Berths', 'A berth is booked at the harbour office. Ships may stay three nights.');
  });
  afterAll(() => running.stop());

  it('puts a text where its kind is kept, by falling confidence', async () => {
    const { candidates, needs_review, degraded } = await classify({
      text: 'When are roses pruned, and above which bud?',
    });
    expect(candidates[0].canonical_path).toEqual(['Garden', 'Roses']);
    const confidences: number[] = candidates.map((candidate: { confidence: number }) => candidate.confidence);
    expect(confidences).toEqual([...confidences].sort((a, b) => b - a));
    expect(needs_review).toBe((confidences[0] ?? 0) < 0.7);
    expect(degraded).toEqual([]);
  });

  it('names no category outside the filter, and none at all where nothing is allowed', async () => {
    const text = 'Ships book a berth at the harbour office; roses and the lawn need water.';
    const all = await classify({ text });
    expect(all.candidates.map((c: { canonical_path: string[] }) => c.canonical_path)).toContainEqual(['Harbour']);
    const filters = { allowed_category_paths: [['Garden']] };
    const { candidates } = await classify({ text, filters });
    expect(candidates.length).toBeGreaterThan(0);
    for (const candidate of candidates) expect(candidate.canonical_path[0]).toBe('Garden');
    expect(await classify({ text, filters: { allowed_category_paths: [] } })).toEqual({
      candidates: [],
      needs_review: true,
      degraded: [],
    });
  });

  it('has a text from nowhere reviewed', async () => {
    expect((await classify({ text: 'qwxz blorp fnord snark jubjub' })).needs_review).toBe(true);
  });

  it('gives as many candidates as were asked for', async () => {
    expect((await classify({ text: 'roses, lawn, berth', top_k: 1 })).candidates).toHaveLength(1);
  });

  it.each<[object, string[]]>([
    [{ title: 'x' }, ['/text']],
    [{ text: ' ' }, ['/text']],
    [{ text: 'x', top_k: 0, title: '' }, ['/title', '/top_k']],
    [{ text: 'x', top_k: null }, ['/top_k']],
    [{ text: 'x', no_such_field: 1 }, ['/no_such_field']],
  ])('refuses %j with 422', async (body, expected) => {
    const response = await running.post('/classify', body);
    expect(response.statusCode).toBe(422);
    const pointers = response.json().errors.map((fault: { pointer: string }) => fault.pointer);
    expect([...new Set(pointers)].sort()).toEqual(expected);
  });

  it('refuses an invalid filter with 403', async () => {
    const response = await running.post('/classify', { text: 'x', filters: { bypass_attempt: true } });
    expect([response.statusCode, response.json().detail]).toEqual([
      403,
      expect.stringContaining('Filter bypass attempt detected'),
    ]);
  });
});
