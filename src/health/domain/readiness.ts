/** Whether the start is over. A fact that the composition root sets and the probe reads. */
export class Readiness {
  private done = false;

  markReady(): void {
    this.done = true;
  }

  get ready(): boolean {
    return this.done;
  }
}
