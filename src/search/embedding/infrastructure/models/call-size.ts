const START = 8;

/**
 * How many texts go into one call of a server. It grows while calls are quick and shrinks when they are slow, so that a question that
 * comes while passages are embedded waits about as long as one call takes, on a graphics card as on two busy cores.
 */
export class CallSize {
  private current: number;

  /**
   * @param most texts of a call
   * @param goalMs longer than this no call should take
   */
  constructor(
    private readonly most: number,
    private readonly goalMs: number,
  ) {
    this.current = Math.min(START, most);
  }

  get texts(): number {
    return this.current;
  }

  /** @param tookMs of a call; `texts` is how many it had: fewer than allowed say nothing about more */
  note(tookMs: number, texts: number): void {
    if (tookMs > this.goalMs) this.current = Math.max(1, Math.floor(Math.min(this.current, texts) / 2));
    else if (tookMs < this.goalMs / 2 && texts >= this.current) this.current = Math.min(this.most, this.current * 2);
  }
}
