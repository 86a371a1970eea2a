/** A selector that cannot be read. Its message is what a client is told. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
}
