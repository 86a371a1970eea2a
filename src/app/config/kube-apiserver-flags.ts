// Follows cmd/kube-apiserver/app/options/options.go (v1.36)
// Follows cmd/kube-apiserver/app/options/validation.go (v1.36)

import {
  auditFlags,
  egressFlags,
  genericFlags,
  logFlags,
  servingFlags,
  storageFlags,
  tracingFlags,
  validateAudit,
  validateEgress,
  validateGeneric,
  validateLogging,
  validateServing,
  validateStorage,
  validateTracing,
} from '../../server/config/index.js';
import { type FlagValues, type GroupedFlagTable, validateValues } from '../../server/flags/index.js';
import { admissionFlags, validateAdmission } from './admission-config.js';
import { aggregatorFlags, validateAggregator } from './aggregator-config.js';
import { authenticationFlags, validateAuthentication } from './authentication-config.js';
import { authorizationFlags, validateAuthorization } from './authorization-config.js';
import { consoleFlags } from './console-config.js';
import { controllersFlags } from './controllers-config.js';
import { featureProblems, featuresConfig, featuresFlags, validateFeatures } from './features-config.js';
import { kubeFlags, validateKube } from './kube-config.js';
import { kubeletFlags, validateKubelets } from './kubelets-config.js';
import { leaderElectionFlags, validateLeaderElection } from './leader-election-config.js';
import { metricsFlags, validateMetrics } from './metrics-config.js';
import { oidcFlags } from './oidc-config.js';
import { otherFlags, validatePeers } from './other-flags.js';
import { serviceAccountFlags, validateServiceAccounts } from './service-account-config.js';
import { workersFlags } from './workers-config.js';

/** The flags of kube-apiserver v1.36, and some of our own. Each is declared where it becomes configuration. */
export const kubeApiServerFlags = {
  ...featuresFlags,
  ...genericFlags,
  ...logFlags,
  ...servingFlags,
  ...storageFlags,
  ...serviceAccountFlags,
  ...authenticationFlags,
  ...oidcFlags,
  ...authorizationFlags,
  ...admissionFlags,
  ...auditFlags,
  ...kubeFlags,
  ...kubeletFlags,
  ...aggregatorFlags,
  ...consoleFlags,
  ...controllersFlags,
  ...leaderElectionFlags,
  ...workersFlags,
  ...metricsFlags,
  ...egressFlags,
  ...tracingFlags,
  ...otherFlags,
} satisfies GroupedFlagTable;

export type KubeApiServerValues = FlagValues<typeof kubeApiServerFlags>;

/**
 * The problems with flag values, in kube-apiserver's words where it has some. `given`: the flags that were set
 * explicitly.
 */
export function validateFlags(flags: KubeApiServerValues, given: ReadonlySet<string> = new Set()): readonly string[] {
  const unusable = featureProblems(flags);
  if (unusable.length > 0) return unusable;
  const { features } = featuresConfig(flags);
  return [
    ...validateFeatures(flags),
    ...validateLogging(flags, features),
    ...validatePeers(flags, features),
    ...validateValues(kubeApiServerFlags, flags),
    ...validateGeneric(flags),
    ...validateServing(flags),
    ...validateAggregator(flags),
    ...validateKubelets(flags),
    ...validateStorage(flags),
    ...validateServiceAccounts(flags),
    ...validateAuthentication(flags, given),
    ...validateAuthorization(flags, given),
    ...validateAdmission(flags),
    ...validateAudit(flags),
    ...validateKube(flags),
    ...validateMetrics(flags),
    ...validateEgress(flags),
    ...validateTracing(flags),
    ...validateLeaderElection(flags),
  ];
}
