import type { IndexSnapshotFile } from './index-snapshot-file.js';
import type { InMemoryIndex } from './in-memory-index.js';
import { messageOf } from '../../infrastructure/models/model-peer.js';

/** Passages that are analysed in a quarter of a second: for fewer changes a snapshot does not pay. */
const LEAST = 1_000;
/** Share of the index that may remain to be read at the next start, if there are no writes. */
const QUIET_SHARE = 0.02;
/** The same while writes continue: snapshots write up to five times the size of the index to the disk. */
const BUSY_SHARE = 0.25;
/** Looks without a change after which writes count as paused; the engine looks five times a second. */
const QUIET_LOOKS = 10;
/** After this many (ten minutes) any change is saved: words of removed documents should not stay. */
const LONG_QUIET_LOOKS = 3_000;

/**
 * Writes the snapshot of an index when enough has changed. A write takes 1 to 3 ms per megabyte, during which no search
 * is answered.
 */
export class SnapshotMaintenance {
  /** Changes that the snapshot already includes. */
  private saved = 0;
  private seen: number;
  private quiet = 0;

  constructor(
    private readonly live: InMemoryIndex,
    private readonly snapshot: Pick<IndexSnapshotFile, 'save'>,
    private readonly onFault: (reason: string) => void,
  ) {
    this.seen = live.changes;
  }

  /**
   * Looks before the first search is answered: a process that is restarted repeatedly must not analyse the same
   * passages each time.
   */
  begin(): void {
    this.quiet = QUIET_LOOKS;
    this.writeWhenWorthwhile();
    this.quiet = 0;
  }

  look(): void {
    const { changes } = this.live;
    this.quiet = changes === this.seen ? this.quiet + 1 : 0;
    this.seen = changes;
    this.writeWhenWorthwhile();
  }

  private writeWhenWorthwhile(): void {
    const { changes } = this.live;
    if (!this.live.isSettled || !this.isWorthwhile(changes - this.saved)) return;
    // Also after a failure: the next attempt follows when as much has changed again.
    this.saved = changes;
    try {
      this.snapshot.save(this.live);
    } catch (error) {
      this.onFault(`The snapshot of the index could not be written, the next start takes longer: ${messageOf(error)}`);
    }
  }

  private isWorthwhile(unsaved: number): boolean {
    const share = unsaved / Math.max(1, this.live.slots.length);
    if (unsaved >= LEAST && share >= BUSY_SHARE) return true;
    if (this.quiet < QUIET_LOOKS || unsaved === 0) return false;
    return (unsaved >= LEAST && share >= QUIET_SHARE) || this.quiet >= LONG_QUIET_LOOKS;
  }
}
