import fc from 'fast-check';

/**
 * Properties run on one seed, so that a run can be repeated and an unlucky one does not stop others' work.
 * FAST_CHECK_SEED=random explores; a number repeats a run.
 */
const wanted = process.env['FAST_CHECK_SEED'] ?? '20261121';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });
