import type { RequestMatch } from './request-match.js';

/** What happens to a request instead of a normal response. */
export type FaultEffect =
  /** It is refused with a Status. */
  | {
      readonly type: 'fail';
      /** HTTP code, such as 409, 429, 500 or 504. */
      readonly code: number;
      /** Unset: the usual reason of the code. */
      readonly reason?: string;
      readonly message?: string;
      /** Sets the header `Retry-After`. */
      readonly retryAfterSeconds?: number;
    }
  /** It is not processed until the fault is lifted, the client gives up, or the timeout of requests has passed. */
  | { readonly type: 'hang' }
  /** It is processed, but the connection breaks within the response. A watch breaks, also one that is open already. */
  | { readonly type: 'cut' }
  /** A watch, also one that is open already, ends with 410 Gone: its client has to list again. */
  | { readonly type: 'gone' }
  /** Events of watches, also of open ones, are held back until the fault is lifted: their clients see an old state. */
  | { readonly type: 'hold' };

/** Which requests a fault concerns, and how often. */
export interface FaultOptions extends RequestMatch {
  readonly effect: FaultEffect;
  /** The number of requests that it affects. Unset: one; for `hold`: all. */
  readonly times?: number | 'always';
}

/** A fault and what it has done so far. */
export interface Fault {
  readonly id: string;
  readonly options: FaultOptions;
  /** The number of requests that it has affected. */
  readonly hits: number;
  /** Whether it will affect further requests, or affects some at the moment. */
  readonly isActive: boolean;
  /** Ends it: requests that hang are processed, and events that were held back are delivered. */
  lift(): void;
}

/** Throws if the fault makes no sense. */
export function checkFault({ effect, times, verb }: FaultOptions): void {
  if (!effectTypes.has(effect?.type)) throw new Error(`effect.type must be one of ${[...effectTypes].join(', ')}`);
  if (effect.type === 'fail' && !(Number.isInteger(effect.code) && effect.code >= 400 && effect.code <= 599)) {
    throw new Error('effect.code must be an HTTP status code from 400 to 599');
  }
  if (times !== undefined && times !== 'always' && !(Number.isInteger(times) && times > 0)) {
    throw new Error('times must be a positive number, or "always"');
  }
  const isForWatches = effect.type === 'gone' || effect.type === 'hold';
  if (isForWatches && verb !== undefined && verb !== 'watch') {
    throw new Error(`the effect ${effect.type} is for the verb watch only`);
  }
}

const effectTypes: ReadonlySet<string | undefined> = new Set(['fail', 'hang', 'cut', 'gone', 'hold']);
