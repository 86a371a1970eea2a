import type { CodecRegistry } from '../../apimachinery/codec/index.js';
import type { Authenticator } from '../authentication/index.js';
import type { Authorizer } from '../authorization/index.js';
import { authenticate } from './authenticate.js';
import { authorize } from './authorize.js';
import { enforceDeadline } from './enforce-deadline.js';
import type { Filter } from './filter.js';
import { type InFlightLimits, limitInFlight } from './limit-in-flight.js';
import { type Observers, observeRequests } from './observe-requests.js';
import { recoverFromPanics } from './recover-from-panics.js';
import { resolveRequestInfo } from './resolve-request-info.js';
import { sendWarnings } from './send-warnings.js';
import { setResponseHeaders } from './set-response-headers.js';

export interface FilterDependencies extends Observers {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  /** The forms in which failures are told. */
  readonly codecs: CodecRegistry;
  readonly requestTimeoutMilliseconds: number;
  readonly inFlight: InFlightLimits;
  readonly onPanic: (error: unknown) => void;
}

/** What every request passes on its way to a handler, the first one outermost. */
export function defaultFilters(dependencies: FilterDependencies): readonly Filter[] {
  const { isLongRunning } = dependencies;
  return [
    setResponseHeaders(),
    sendWarnings(),
    recoverFromPanics(dependencies.onPanic, dependencies.codecs),
    resolveRequestInfo(),
    observeRequests(dependencies),
    enforceDeadline(dependencies.requestTimeoutMilliseconds, isLongRunning),
    authenticate(dependencies.authenticator),
    limitInFlight(dependencies.inFlight, isLongRunning),
    authorize(dependencies.authorizer),
  ];
}
