/** Whether this process wants requests: its start is over, and its end has not begun. Facts that the composition root sets and the probe reads. */
export class Readiness {
  private started = false;
  private leaving = false;

  markReady(): void {
    this.started = true;
  }

  /** From now on whoever spreads requests over processes is to send them elsewhere; those that come are still answered. */
  markLeaving(): void {
    this.leaving = true;
  }

  get isLeaving(): boolean {
    return this.leaving;
  }

  get ready(): boolean {
    return this.started && !this.leaving;
  }
}
