import type { FlagGroups, FlagValues } from './flag.js';
import { admissionFlags } from './groups/admission.js';
import { apiEnablementFlags } from './groups/api-enablement.js';
import { auditingFlags } from './groups/auditing.js';
import { authenticationFlags } from './groups/authentication.js';
import { authorizationFlags } from './groups/authorization.js';
import { etcdFlags } from './groups/etcd.js';
import { featuresFlags } from './groups/features.js';
import { genericFlags } from './groups/generic.js';
import { globalFlags } from './groups/global.js';
import { miscFlags } from './groups/misc.js';
import { egressSelectorFlags, logsFlags, metricsFlags, tracesFlags } from './groups/observability.js';
import { secureServingFlags } from './groups/secure-serving.js';

/** The flags of kube-apiserver v1.36 in the order of its help text, and `--data-dir`. */
export const kubeApiServerGroups = {
  generic: genericFlags,
  etcd: etcdFlags,
  'secure serving': secureServingFlags,
  auditing: auditingFlags,
  features: featuresFlags,
  authentication: authenticationFlags,
  authorization: authorizationFlags,
  'API enablement': apiEnablementFlags,
  'egress selector': egressSelectorFlags,
  admission: admissionFlags,
  metrics: metricsFlags,
  logs: logsFlags,
  traces: tracesFlags,
  misc: miscFlags,
  global: globalFlags,
} as const satisfies FlagGroups;

export const kubeApiServerFlags = {
  ...genericFlags,
  ...etcdFlags,
  ...secureServingFlags,
  ...auditingFlags,
  ...featuresFlags,
  ...authenticationFlags,
  ...authorizationFlags,
  ...apiEnablementFlags,
  ...egressSelectorFlags,
  ...admissionFlags,
  ...metricsFlags,
  ...logsFlags,
  ...tracesFlags,
  ...miscFlags,
  ...globalFlags,
};

export type KubeApiServerValues = FlagValues<typeof kubeApiServerFlags>;
