import { messageOf } from '../../infrastructure/models/error-message.js';
import type { IndexSnapshotFile } from './index-snapshot-file.js';
import type { InMemoryIndex } from './in-memory-index.js';

/** Passages that are analysed in a quarter of a second: fewer are not worth an image. */
const LEAST = 1_000;
/** Share of the index that is left to be read at the next start, when nothing is written just now. */
const QUIET_SHARE = 0.02;
/** The same while writes go on: what is written to the disk for images is at most five times the index. */
const BUSY_SHARE = 0.25;
/** Looks without a change after which writes are over for the moment; the engine looks five times a second. */
const QUIET_LOOKS = 10;
/** After so many (ten minutes) anything is worth it: words of what was removed should not stay. */
const LONG_QUIET_LOOKS = 3_000;

/** Writes the image of an index when enough changed. A write takes 1 to 3 ms for each megabyte, in which no search is answered. */
export class SnapshotMaintenance {
  /** What an image brought was not counted. */
  private saved = 0;
  private seen: number;
  private quiet = 0;

  constructor(
    private readonly live: InMemoryIndex,
    private readonly image: Pick<IndexSnapshotFile, 'save'>,
    private readonly onFault: (reason: string) => void,
  ) {
    this.seen = live.changes;
  }

  /** Looks before the first search is answered: a process that is ended again and again must not analyse the same passages each time. */
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
    // After a failure too: it is tried again when as much has changed.
    this.saved = changes;
    try {
      this.image.save(this.live);
    } catch (error) {
      this.onFault(`The image of the index could not be written, the next start takes longer: ${messageOf(error)}`);
    }
  }

  private isWorthwhile(unsaved: number): boolean {
    const share = unsaved / Math.max(1, this.live.slots.length);
    if (unsaved >= LEAST && share >= BUSY_SHARE) return true;
    if (this.quiet < QUIET_LOOKS || unsaved === 0) return false;
    return (unsaved >= LEAST && share >= QUIET_SHARE) || this.quiet >= LONG_QUIET_LOOKS;
  }
}
