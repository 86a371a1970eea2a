/**
 * The bytes are not a valid document of their media type. The message is upstream's; handlers wrap it in the message of
 * their Status (`error decoding patch: …`, `couldn't get version/kind; json parse error: …`).
 */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/** The document is well-formed, but has a value that the server does not accept. */
export class UnacceptableValueError extends DecodeError {}

/** The document is nested more deeply than the decoder can follow. */
export class TooDeepError extends DecodeError {}
