/** One item that all workers share, changed by compare-and-set, in DynamoDB or memory. Throws what its store throws. */
export type ItemStore<Shared extends { writeId: string }> = {
  /** The item, consistently read. */
  read(): Promise<Shared | undefined>
  /**
   * Writes `next` on condition that the stored item still has `previous.writeId` (or does not exist, where `previous` is
   * undefined). False: somebody else was faster, nothing written. An own write whose answer was lost is true: after a failed
   * condition one consistent read compares the stored `writeId` with `next.writeId`.
   */
  replace(next: Shared, options: { previous: Shared | undefined }): Promise<boolean>
}
