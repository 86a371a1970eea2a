// Follows pkg/registry/core/service/ipallocator/interfaces.go (v1.36)
// Follows pkg/registry/core/service/portallocator/allocator.go (v1.36)

/** An address or port cannot be allocated. Messages match upstream. */
export class AllocationError extends Error {
  override readonly name = 'AllocationError';
  /** The range is exhausted, which is not the fault of the request. */
  readonly isFull: boolean;

  constructor(message: string, { isFull = false }: { isFull?: boolean } = {}) {
    super(message);
    this.isFull = isFull;
  }
}

export function rangeIsFull(): AllocationError {
  return new AllocationError('range is full', { isFull: true });
}
