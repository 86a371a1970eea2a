// Follows staging/src/k8s.io/apimachinery/pkg/runtime/error.go (v1.36)

import { goQuote } from '../meta/index.js';

/** The kind is not registered in that apiVersion, or not even the version if the kind is empty. */
export class NotRegisteredError extends Error {
  override readonly name = 'NotRegisteredError';

  /** `schemeName` may be undefined: the message does not name the scheme. */
  constructor(schemeName: string | undefined, apiVersion: string, kind: string) {
    const subject =
      kind === ''
        ? `no version ${goQuote(apiVersion)} has been registered`
        : `no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)}`;
    super(schemeName === undefined ? subject : `${subject} in scheme ${goQuote(schemeName)}`);
  }
}

/** The kind does not exist in the requested apiVersion. */
export class NotConvertibleError extends Error {
  override readonly name = 'NotConvertibleError';

  constructor(schemeName: string, from: string, to: string) {
    super(`${goQuote(from)} is not suitable for converting to ${goQuote(to)} in scheme ${goQuote(schemeName)}`);
  }
}

/** An object without a kind, if there is no default. */
export class MissingKindError extends Error {
  override readonly name = 'MissingKindError';

  constructor(data: string) {
    super(`Object 'Kind' is missing in '${data}'`);
  }
}

/** An object without an apiVersion, if there is no default. */
export class MissingVersionError extends Error {
  override readonly name = 'MissingVersionError';

  constructor(data: string) {
    super(`Object 'apiVersion' is missing in '${data}'`);
  }
}
