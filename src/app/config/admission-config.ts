import type { DefaultTolerationOptions } from '../../kube/index.js';
import type { KubeApiServerValues } from '../flags/index.js';

/** Which plug-ins are asked about writes, and what they are told. */
export interface AdmissionConfig {
  /** Names of plug-ins beside those that are asked anyway. */
  readonly enabled: readonly string[];
  /** Names of plug-ins that are not asked. */
  readonly disabled: readonly string[];
  readonly tolerations: DefaultTolerationOptions;
}

export function admissionConfig(flags: KubeApiServerValues): AdmissionConfig {
  return {
    enabled: flags['enable-admission-plugins'],
    disabled: flags['disable-admission-plugins'],
    tolerations: {
      notReadySeconds: flags['default-not-ready-toleration-seconds'],
      unreachableSeconds: flags['default-unreachable-toleration-seconds'],
    },
  };
}
