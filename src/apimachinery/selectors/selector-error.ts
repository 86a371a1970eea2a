/** An invalid selector. The message is returned to the client. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
}
