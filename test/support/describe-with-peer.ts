import { isInstalled, MODEL_PEER } from '../../src/search/infrastructure/models/model-peer.js';
import { describeUnless } from './lacking.js';

/** Describes what needs the optional package of local models, which `npm run models` adds. */
export function describeWithPeer(name: string, tests: () => void): void {
  describeUnless(isInstalled(MODEL_PEER) ? undefined : `no ${MODEL_PEER}`, name, tests);
}
