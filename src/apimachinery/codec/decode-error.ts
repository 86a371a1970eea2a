/**
 * The bytes are not a document of their media type. The message is the text that upstream's decoder gives; a handler
 * wraps it into the sentence of its Status (`error decoding patch: …`, `couldn't get version/kind; json parse error: …`).
 */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}
