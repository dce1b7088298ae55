/** Lets one piece of work run at a time. Urgent work goes before all that waits, but does not interrupt what runs. */
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
      // The place is handed over and not given free: a newcomer between the two would run beside the next one.
      if (next === undefined) this.busy = false;
      else next();
    }
  }
}
