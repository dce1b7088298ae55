import { isInstalled, MODEL_PEER } from '../../src/search/infrastructure/models/model-peer.js';

/** Describes what needs the optional peer. Without it the tests are skipped, and a line says why. */
export function describeWithPeer(name: string, tests: () => void): void {
  if (isInstalled(MODEL_PEER)) {
    describe(name, tests);
    return;
  }
  console.warn(`${name}: skipped, since the optional package ${MODEL_PEER} is not installed; "npm run models" adds it`);
  describe.skip(name, tests);
}
