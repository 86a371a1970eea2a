/** Why an address or a port cannot be had, in upstream's words. */
export class AllocationError extends Error {
  override readonly name = 'AllocationError';
  /** Nothing is left: no client is to blame. */
  readonly isFull: boolean;

  constructor(message: string, { isFull = false }: { isFull?: boolean } = {}) {
    super(message);
    this.isFull = isFull;
  }
}

export function rangeIsFull(): AllocationError {
  return new AllocationError('range is full', { isFull: true });
}
