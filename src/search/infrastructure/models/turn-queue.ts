/** Runs one piece of work at a time. Urgent work goes before all waiting work, but does not interrupt running work. */
export class TurnQueue {
  private readonly urgent: (() => void)[] = [];
  private readonly patient: (() => void)[] = [];
  private busy = false;

  async run<T>(isUrgent: boolean, work: () => Promise<T>): Promise<T> {
    if (this.busy) await new Promise<void>((resolve) => (isUrgent ? this.urgent : this.patient).push(resolve));
    this.busy = true;
    try {
      return await work();
    } finally {
      const next = this.urgent.shift() ?? this.patient.shift();
      // The turn is passed on without being released: otherwise a new piece of work could run at the same time as the
      // next one.
      if (next === undefined) this.busy = false;
      else next();
    }
  }
}
