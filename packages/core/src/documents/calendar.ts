/** The day for which all documents are in force: one for all instances. */
export interface Calendar {
  /**
   * Moves to a later day. In one transaction, each document gets the version that is in force on that day, and each
   * change on the way is recorded once. MUST wait for publications that are being written, and MUST change nothing where
   * another instance has moved already. It never moves back: a clock that is slow undoes nothing.
   *
   * @param timeZone decides when a day begins; the first call states it for all instances
   * @returns how many documents changed
   * @throws UnavailableError if the instances' time zone is another one; nothing is changed then
   */
  moveTo(day: string, timeZone: string): Promise<number>;

  /**
   * States the time zone and the day, also an earlier one, and gives each document the version of that day. Only an
   * operator decides this.
   *
   * @returns how many documents changed
   */
  set(day: string, timeZone: string): Promise<number>;

  /** The time zone is null before the first instance has started. */
  read(): Promise<{ readonly day: string; readonly time_zone: string | null }>;
}
