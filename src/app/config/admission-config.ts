import { goQuote } from '../../apimachinery/meta/index.js';
import { admissionPlugins, type PluginDependencies } from '../../kube/index.js';
import { type FlagValues, inGroup } from '../../server/flags/index.js';

const pluginNames = admissionPlugins.map(({ name }) => name);
const defaultNames = admissionPlugins.filter(({ isDefault }) => isDefault).map(({ name }) => name);

export const admissionFlags = inGroup('admission', {
  'admission-control': {
    type: 'strings',
    default: [],
    help: 'Admission plug-ins to run, and no others',
    deprecated:
      'Use --enable-admission-plugins or --disable-admission-plugins instead. Will be removed in a future version.',
  },
  'admission-control-config-file': {
    type: 'string',
    default: '',
    help: 'File with the AdmissionConfiguration, which configures admission plug-ins',
  },
  'default-not-ready-toleration-seconds': {
    type: 'int',
    default: 300,
    help: 'Toleration seconds of notReady:NoExecute that pods get by default',
  },
  'default-unreachable-toleration-seconds': {
    type: 'int',
    default: 300,
    help: 'Toleration seconds of unreachable:NoExecute that pods get by default',
  },
  'disable-admission-plugins': {
    type: 'strings',
    default: [],
    help: `Admission plug-ins to turn off, among those that are on by default: ${defaultNames.join(', ')}`,
  },
  'enable-admission-plugins': {
    type: 'strings',
    default: [],
    help: `Admission plug-ins to turn on, in addition to those that are on by default, of ${[...pluginNames].sort().join(', ')}`,
  },
});

type AdmissionFlags = FlagValues<typeof admissionFlags>;

/** Which plug-ins are enabled, and their configuration. */
export interface AdmissionConfig {
  /** Plug-ins that are enabled in addition to the default ones. */
  readonly enabled: readonly string[];
  /** Plug-ins that are disabled, unless they are also enabled. */
  readonly disabled: readonly string[];
  /** The file with the configuration of plug-ins. */
  readonly file: string | undefined;
  readonly tolerationSeconds: PluginDependencies['tolerationSeconds'];
}

export function admissionConfig(flags: AdmissionFlags): AdmissionConfig {
  const only = flags['admission-control'];
  return {
    enabled: only.length > 0 ? only : flags['enable-admission-plugins'],
    disabled: only.length > 0 ? pluginNames : flags['disable-admission-plugins'],
    file: flags['admission-control-config-file'] || undefined,
    tolerationSeconds: {
      notReady: flags['default-not-ready-toleration-seconds'],
      unreachable: flags['default-unreachable-toleration-seconds'],
    },
  };
}

/** The problems with plug-in names in flags. */
export function validateAdmission(flags: AdmissionFlags): string[] {
  const { 'enable-admission-plugins': enabled, 'disable-admission-plugins': disabled } = flags;
  const unknown = (['admission-control', 'enable-admission-plugins', 'disable-admission-plugins'] as const).flatMap(
    (flag) =>
      flags[flag]
        .filter((name) => !pluginNames.includes(name))
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
