// Follows staging/src/k8s.io/apiserver/pkg/server/config.go (v1.36)

import type { CodecRegistry } from '../../apimachinery/codec/index.js';
import type { Auditor } from '../audit/index.js';
import type { Authenticator } from '../authentication/index.js';
import type { Authorizer } from '../authorization/index.js';
import type { FeatureGates } from '../feature-gates/index.js';
import type { FlowControl, ObjectStatistics } from '../flow-control/index.js';
import type { Logger } from '../logging/index.js';
import type { AccessMetrics } from '../metrics/index.js';
import type { Tracer } from '../tracing/index.js';
import { allowOrigins } from './allow-origins.js';
import { auditRequests } from './audit-requests.js';
import { authenticate } from './authenticate.js';
import { authorize } from './authorize.js';
import { enforceDeadline } from './enforce-deadline.js';
import type { Filter } from './filter.js';
import { impersonate } from './impersonate.js';
import { type InFlightLimits, limitInFlight } from './limit-in-flight.js';
import { limitRequest } from './limit-request.js';
import { logRequests } from './log-requests.js';
import { type Observers, observeRequests } from './observe-requests.js';
import { priorityAndFairness } from './priority-and-fairness.js';
import { probabilisticGoaway } from './probabilistic-goaway.js';
import { recoverFromPanics } from './recover-from-panics.js';
import { resolveRequestInfo } from './resolve-request-info.js';
import { setResponseHeaders } from './set-response-headers.js';
import { tracedFilter, traceRequests } from './trace-requests.js';

/** The filter options that flags set. Optional filters are in the chain only if their option is set. */
export interface FilterOptions {
  /** `--request-timeout`. Unset: one minute. */
  readonly requestTimeoutMilliseconds?: number;
  /** `--max-requests-inflight`, `--max-mutating-requests-inflight`. Unset: 400 and 200; 0: no limit. */
  readonly inFlight?: InFlightLimits;
  /** `--enable-priority-and-fairness`. Unset: the in-flight limits apply. */
  readonly flowControl?: FlowControl;
  /** `--strict-transport-security-directives` */
  readonly strictTransportSecurityDirectives?: readonly string[];
  /** `--cors-allowed-origins`: regular expressions (RE2). */
  readonly corsAllowedOrigins?: readonly string[];
  /** `--goaway-chance`: between 0 and 0.02. */
  readonly goawayChance?: number;
  /** `--audit-policy-file` and the backends: see Auditor. */
  readonly audit?: Auditor;
  /** `--tracing-config-file`: traces requests, and what they cause. */
  readonly tracer?: Tracer;
  /** Logs slow requests, and every request from verbosity (`--v`) 3 on. */
  readonly log?: Logger;
}

export interface FilterDependencies extends Observers, FilterOptions {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  readonly features: FeatureGates;
  /** The encodings of error responses. */
  readonly codecs: CodecRegistry;
  /** Records authentication and authorization metrics. */
  readonly access?: AccessMetrics;
  readonly onPanic: (error: unknown) => void;
  /** Object counts, for the cost estimates of lists. */
  readonly statistics: ObjectStatistics;
}

const oneMinute = 60_000;

/**
 * The filters that every request passes before it reaches a handler, outermost first. Each has the name of its
 * function.
 */
export function defaultFilters(dependencies: FilterDependencies): readonly Filter[] {
  const { authenticator, authorizer, features, codecs, onPanic, audit, log, access, tracer } = dependencies;
  const { requestTimeoutMilliseconds = oneMinute, corsAllowedOrigins = [], goawayChance = 0 } = dependencies;
  const afterAuthentication: readonly Filter[] = [
    ...(audit ? [{ name: 'auditRequests', handle: auditRequests(audit, dependencies) }] : []),
    { name: 'impersonate', handle: impersonate(authorizer, features) },
    ...limits(dependencies),
    { name: 'authorize', handle: authorize(authorizer, access) },
  ];
  return [
    { name: 'setResponseHeaders', handle: setResponseHeaders(dependencies) },
    { name: 'recoverFromPanics', handle: recoverFromPanics(onPanic, codecs) },
    { name: 'resolveRequestInfo', handle: resolveRequestInfo() },
    ...(log ? [{ name: 'logRequests', handle: logRequests(log) }] : []),
    { name: 'observeRequests', handle: observeRequests(dependencies) },
    { name: 'limitRequest', handle: limitRequest() },
    ...(goawayChance > 0 ? [{ name: 'probabilisticGoaway', handle: probabilisticGoaway(goawayChance) }] : []),
    { name: 'enforceDeadline', handle: enforceDeadline(requestTimeoutMilliseconds, dependencies) },
    ...(corsAllowedOrigins.length > 0 ? [{ name: 'allowOrigins', handle: allowOrigins(corsAllowedOrigins) }] : []),
    { name: 'authenticate', handle: authenticate(authenticator, dependencies) },
    ...(tracer ? tracedFilters(tracer, afterAuthentication, features) : afterAuthentication),
  ];
}

/** Adds a span for each request, and one within it for each filter that upstream measures. */
function tracedFilters(tracer: Tracer, filters: readonly Filter[], features: FeatureGates): readonly Filter[] {
  const names: Readonly<Record<string, string>> = {
    auditRequests: 'audit',
    impersonate: features.isEnabled('ConstrainedImpersonation') ? 'constrainedimpersonation' : 'impersonation',
    priorityAndFairness: 'priorityandfairness',
    authorize: 'authorization',
  };
  const traced = filters.map((filter) => {
    const name = names[filter.name];
    return name === undefined ? filter : tracedFilter(filter, name);
  });
  return [{ name: 'traceRequests', handle: traceRequests(tracer) }, ...traced];
}

/** API priority and fairness, or else the in-flight limits; no filter if these are 0. */
function limits(dependencies: FilterDependencies): readonly Filter[] {
  const { flowControl, inFlight } = dependencies;
  if (flowControl) return [{ name: 'priorityAndFairness', handle: priorityAndFairness(flowControl, dependencies) }];
  if (inFlight?.readOnly === 0 && inFlight.mutating === 0) return [];
  return [{ name: 'limitInFlight', handle: limitInFlight(dependencies) }];
}
