// Follows staging/src/k8s.io/apiserver/pkg/server/options/recommended.go (v1.36)

import {
  auditFlags,
  genericFlags,
  logFlags,
  portProblems,
  servingFlags,
  storageFlags,
  validateAudit,
  validateGeneric,
  validateServing,
  validateStorage,
} from '../config/index.js';
import { type FlagTable, type FlagValues, inGroup } from '../flags/index.js';
import { type AdmissionPluginDefinition, admissionFlags, validateAdmission } from './admission-lists.js';
import { delegationFlags, validateDelegation } from './delegation-config.js';
import { type FeatureFlagsOptions, featureFlags } from './feature-flags.js';

export interface RecommendedFlagsOptions extends FeatureFlagsOptions {
  readonly plugins: readonly AdmissionPluginDefinition[];
}

/** The flags of an API server that extends a cluster. */
export function recommendedFlags(options: RecommendedFlagsOptions) {
  return {
    ...featureFlags(options),
    ...genericFlags,
    ...storageFlags,
    ...servingFlags,
    ...delegationFlags,
    ...auditFlags,
    ...admissionFlags(options.plugins),
    ...logFlags,
    ...inGroup('global', { help: { type: 'bool', short: 'h', default: false, help: 'Show this help' } }),
  };
}

export type RecommendedFlags = ReturnType<typeof recommendedFlags>;
/** The values of the recommended flags. */
export type RecommendedValues = FlagValues<RecommendedFlags>;

/** The same flags with other defaults. */
export function withDefaults<Table extends FlagTable>(table: Table, defaults: Partial<FlagValues<Table>>): Table {
  const entries = Object.entries(table).map(([name, flag]) => {
    return [name, Object.hasOwn(defaults, name) ? { ...flag, default: defaults[name] } : flag];
  });
  return Object.fromEntries(entries) as Table;
}

/** The problems of flags with each other. */
export function validateTogether(values: RecommendedValues): string[] {
  return [
    ...validateGeneric(values),
    ...validateServing(values),
    ...portProblems('secure-port', values['secure-port'], { least: 0 }),
    ...validateStorage(values),
    ...validateDelegation(values),
    ...validateAdmission(values),
    ...validateAudit(values),
  ];
}
