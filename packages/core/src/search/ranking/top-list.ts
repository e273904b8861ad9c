/** The best of many, at most `size`. */
export class TopList<T> {
  /** The best first. */
  readonly items: T[] = [];

  /** @param compare negative if the first is better; never 0 for different items */
  constructor(
    private readonly size: number,
    private readonly compare: (a: T, b: T) => number,
  ) {}

  get isFull(): boolean {
    return this.items.length === this.size;
  }

  /** Whether an item as good as this one would be taken. */
  takes(item: T): boolean {
    return this.items.length < this.size || this.compare(item, this.items[this.items.length - 1] as T) < 0;
  }

  add(item: T): void {
    if (!this.takes(item)) return;
    let from = 0;
    let to = this.items.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.compare(item, this.items[middle] as T) < 0) to = middle;
      else from = middle + 1;
    }
    this.items.splice(from, 0, item);
    if (this.items.length > this.size) this.items.pop();
  }
}
