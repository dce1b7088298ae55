/**
 * Whether this process accepts requests: startup is complete, and shutdown has not begun. The composition root sets
 * these facts and the probe reads them.
 */
export class Readiness {
  private started = false;
  private leaving = false;

  markReady(): void {
    this.started = true;
  }

  /** Load balancers send no new requests from now on; requests that still arrive are answered. */
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
