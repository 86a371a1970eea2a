// Follows staging/src/k8s.io/apiserver/pkg/server/options/admission.go (v1.36)

import { goQuote } from '../../apimachinery/meta/index.js';
import type { AdmissionPlugin } from '../admission/index.js';
import { type FlagValues, inGroup } from '../flags/index.js';

/** A plug-in that flags can enable and disable. */
export interface AdmissionPluginDefinition<Plugin extends AdmissionPlugin = AdmissionPlugin> {
  readonly name: string;
  /** Whether it is on unless --disable-admission-plugins contains it. Unset: true. */
  readonly isDefault?: boolean;
  /** Called once, if the plug-in is enabled. */
  create(): Plugin;
}

/** Plug-ins that need the cluster which the server extends, in call order. */
export const clusterPlugins = [
  'NamespaceLifecycle',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
] as const;

export type ClusterPlugin = (typeof clusterPlugins)[number];

/** The flags that enable and disable these plug-ins, and those of the cluster. */
export function admissionFlags(plugins: readonly AdmissionPluginDefinition[]) {
  const byDefault = plugins.filter(({ isDefault = true }) => isDefault).map(({ name }) => name);
  const all = [...clusterPlugins, ...plugins.map(({ name }) => name)];
  return inGroup('admission', {
    'disable-admission-plugins': {
      type: 'strings',
      default: [],
      help: `Admission plug-ins to turn off, among those that are on by default: ${[...clusterPlugins, ...byDefault].join(', ')}`,
      validate: unknownIn(all),
    },
    'enable-admission-plugins': {
      type: 'strings',
      default: [],
      help: `Admission plug-ins to turn on, in addition to those that are on by default, of ${[...all].sort().join(', ')}`,
      validate: unknownIn(all),
    },
  });
}

export type AdmissionFlags = FlagValues<ReturnType<typeof admissionFlags>>;

function unknownIn(all: readonly string[]) {
  return (names: readonly string[], flag: string): string[] =>
    names.filter((name) => !all.includes(name)).map((name) => `${flag} plugin ${goQuote(name)} is unknown`);
}

export function validateAdmission(flags: AdmissionFlags): string[] {
  const disabled = flags['disable-admission-plugins'];
  const both = [...new Set(flags['enable-admission-plugins'])].filter((name) => disabled.includes(name)).sort();
  return both.length === 0
    ? []
    : [`[${both.join(' ')}] in enable-admission-plugins and disable-admission-plugins overlapped`];
}

export function isPluginEnabled(flags: AdmissionFlags, name: string, isDefault = true): boolean {
  const { 'enable-admission-plugins': enabled, 'disable-admission-plugins': disabled } = flags;
  return enabled.includes(name) || (isDefault && !disabled.includes(name));
}
