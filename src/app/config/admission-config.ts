import { goQuote } from '../../apimachinery/meta/index.js';
import type { DefaultTolerationOptions } from '../../kube/index.js';
import type { KubeApiServerValues } from '../flags/index.js';
import { admissionPluginNames } from './admission-plugin-names.js';

/** Which plug-ins are enabled, and their configuration. */
export interface AdmissionConfig {
  /** Plug-ins that are enabled in addition to the default ones. */
  readonly enabled: readonly string[];
  /** Plug-ins that are disabled, unless they are also enabled. */
  readonly disabled: readonly string[];
  /** The file with the configuration of plug-ins. */
  readonly file: string | undefined;
  readonly tolerations: DefaultTolerationOptions;
}

export function admissionConfig(flags: KubeApiServerValues): AdmissionConfig {
  const only = flags['admission-control'];
  return {
    enabled: only.length > 0 ? only : flags['enable-admission-plugins'],
    disabled: only.length > 0 ? admissionPluginNames : flags['disable-admission-plugins'],
    file: flags['admission-control-config-file'] || undefined,
    tolerations: {
      notReadySeconds: flags['default-not-ready-toleration-seconds'],
      unreachableSeconds: flags['default-unreachable-toleration-seconds'],
    },
  };
}

/** The problems with plug-in names in flags. */
export function validateAdmission(flags: KubeApiServerValues): string[] {
  const { 'enable-admission-plugins': enabled, 'disable-admission-plugins': disabled } = flags;
  const unknown = (['admission-control', 'enable-admission-plugins', 'disable-admission-plugins'] as const).flatMap(
    (flag) =>
      flags[flag]
        .filter((name) => !admissionPluginNames.includes(name))
        .map((name) => `${flag} plugin ${goQuote(name)} is unknown`),
  );
  const overlap = [...new Set(enabled)].filter((name) => disabled.includes(name)).sort();
  if (overlap.length > 0) {
    unknown.push(`[${overlap.join(' ')}] in enable-admission-plugins and disable-admission-plugins overlapped`);
  }
  if (flags['admission-control'].length === 0 || enabled.length + disabled.length === 0) return unknown;
  return [
    'admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive',
    ...unknown,
  ];
}
