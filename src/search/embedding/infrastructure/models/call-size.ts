const START = 8;

/**
 * Number of texts per call of a server. It grows while calls are fast and shrinks when they are slow. So a question that
 * arrives while passages are embedded waits about as long as one call takes, on a graphics card as on two busy cores.
 */
export class CallSize {
  private current: number;

  /**
   * @param most maximum number of texts per call
   * @param goalMs maximum time that a call should take
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

  /** @param tookMs of a call with `texts` texts: a call with fewer than allowed gives no evidence about more */
  note(tookMs: number, texts: number): void {
    if (tookMs > this.goalMs) this.current = Math.max(1, Math.floor(Math.min(this.current, texts) / 2));
    else if (tookMs < this.goalMs / 2 && texts >= this.current) this.current = Math.min(this.most, this.current * 2);
  }
}
