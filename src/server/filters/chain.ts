import type { CodecRegistry } from '../../apimachinery/codec/index.js';
import type { Auditor } from '../audit/index.js';
import type { Authenticator } from '../authentication/index.js';
import type { Authorizer } from '../authorization/index.js';
import type { FlowControl, ObjectStatistics } from '../flow-control/index.js';
import type { Logger } from '../logging/index.js';
import type { AccessMetrics } from '../metrics/index.js';
import { allowOrigins } from './allow-origins.js';
import { auditRequests } from './audit-requests.js';
import { authenticate } from './authenticate.js';
import { authorize } from './authorize.js';
import { controlFlow } from './control-flow.js';
import { enforceDeadline } from './enforce-deadline.js';
import type { Filter } from './filter.js';
import { impersonate } from './impersonate.js';
import { type InFlightLimits, limitInFlight } from './limit-in-flight.js';
import { limitRequest } from './limit-request.js';
import { logRequests } from './log-requests.js';
import { type Observers, observeRequests } from './observe-requests.js';
import { recoverFromPanics } from './recover-from-panics.js';
import { resolveRequestInfo } from './resolve-request-info.js';
import { setResponseHeaders } from './set-response-headers.js';
import { spreadClients } from './spread-clients.js';

/** What of the filters a server's operator decides; what is not asked for is not in the chain. */
export interface FilterOptions {
  /** `--request-timeout`; a minute unless told. */
  readonly requestTimeoutMilliseconds?: number;
  /** `--max-requests-inflight`, `--max-mutating-requests-inflight`; 400 and 200 unless told, 0 for no limit. */
  readonly inFlight?: InFlightLimits;
  /** `--enable-priority-and-fairness`; the limits on requests in flight hold where it is absent. */
  readonly flowControl?: FlowControl;
  /** `--strict-transport-security-directives` */
  readonly strictTransportSecurityDirectives?: readonly string[];
  /** `--cors-allowed-origins`: regular expressions (RE2). */
  readonly corsAllowedOrigins?: readonly string[];
  /** `--goaway-chance`: between 0 and 0.02. */
  readonly goawayChance?: number;
  /** `--audit-policy-file` and where events go: see Auditor. */
  readonly audit?: Auditor;
  /** Told of requests: of each from verbosity (`--v`) 3 on, and of slow ones. */
  readonly log?: Logger;
}

export interface FilterDependencies extends Observers, FilterOptions {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  /** The forms in which failures are told. */
  readonly codecs: CodecRegistry;
  /** Told who was known, and who was let in. */
  readonly access?: AccessMetrics;
  readonly onPanic: (error: unknown) => void;
  /** How many objects there are, for those who must guess what a list costs. */
  readonly statistics: ObjectStatistics;
}

const oneMinute = 60_000;

/** What every request passes on its way to a handler, the first one outermost. */
export function defaultFilters(dependencies: FilterDependencies): readonly Filter[] {
  const { authenticator, authorizer, codecs, onPanic, audit, log, access } = dependencies;
  const { requestTimeoutMilliseconds = oneMinute, corsAllowedOrigins = [], goawayChance = 0 } = dependencies;
  return [
    setResponseHeaders(dependencies),
    recoverFromPanics(onPanic, codecs),
    resolveRequestInfo(),
    ...(log ? [logRequests(log)] : []),
    observeRequests(dependencies),
    limitRequest(),
    ...(goawayChance > 0 ? [spreadClients(goawayChance)] : []),
    enforceDeadline(requestTimeoutMilliseconds, dependencies),
    ...(corsAllowedOrigins.length > 0 ? [allowOrigins(corsAllowedOrigins)] : []),
    authenticate(authenticator, dependencies),
    ...(audit ? [auditRequests(audit, dependencies)] : []),
    impersonate(authorizer),
    ...limits(dependencies),
    authorize(authorizer, access),
  ];
}

/** Priority and fairness, or else simple limits; nothing where these are 0. */
function limits(dependencies: FilterDependencies): readonly Filter[] {
  const { flowControl, inFlight } = dependencies;
  if (flowControl) return [controlFlow(flowControl, dependencies)];
  return inFlight?.readOnly === 0 && inFlight.mutating === 0 ? [] : [limitInFlight(dependencies)];
}
