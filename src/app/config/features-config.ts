// Follows staging/src/k8s.io/component-base/compatibility/registry.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/options/feature.go (v1.36)

import { apiExtensionsFeatureGates } from '../../apiextensions/index.js';
import { kubeFeatureGates } from '../../kube/feature-gates/index.js';
import {
  type EffectiveVersion,
  effectiveVersion,
  FeatureGates,
  formatRelease,
  InvalidFeatureGates,
  parseFeatureSettings,
  parseVersion,
  type Release,
  validateEffectiveVersion,
} from '../../server/feature-gates/index.js';
import { type FlagValues, inGroup } from '../../server/flags/index.js';
import { kubernetesReleases } from '../version.js';

/** The only component of this program whose version and gates can be set. */
const component = 'kube';
const gates = { ...apiExtensionsFeatureGates, ...kubeFeatureGates };
const byDefault = effectiveVersion(kubernetesReleases);
const { binary, floor } = kubernetesReleases;

export const featuresFlags = inGroup('generic', {
  'emulated-version': {
    type: 'strings',
    default: [],
    help: `Release to emulate, as ${component}=major.minor or major.minor: which features there are, and their defaults`,
    options: () => [`Options are: ${component}=${rangeText(byDefault.emulation)}`],
  },
  'emulation-forward-compatible': {
    type: 'bool',
    default: false,
    help: 'Also serve API versions introduced after the emulated version',
    ignored: 'API versions introduced later are not served',
  },
  'feature-gates': {
    type: 'multimap',
    default: new Map(),
    help: `Features to turn on or off, as ${component}:Feature=true|false or Feature=true|false, comma separated; may be repeated`,
    options: () => ['Options are:', ...new FeatureGates({ gates }).describe().map((line) => `${component}:${line}`)],
    limited: '[feature-gates.md](feature-gates.md) lists the gates that can be changed',
  },
  'min-compatibility-version': {
    type: 'strings',
    default: [],
    help: `Oldest release of control plane components to be compatible with, as ${component}=major.minor or major.minor`,
    options: () => [`Options are: ${component}=${rangeText(byDefault.minCompatibility)}`],
  },
  'runtime-config-emulation-forward-compatible': {
    type: 'bool',
    default: false,
    help: 'Also serve API versions named in --runtime-config that were introduced after the emulated version',
    ignored: 'API versions introduced later are not served',
  },
});

export type FeaturesFlags = FlagValues<typeof featuresFlags>;

export interface FeaturesConfig {
  readonly version: EffectiveVersion;
  readonly features: FeatureGates;
}

const configs = new WeakMap<FeaturesFlags, FeaturesConfig>();

/** The same for the same flags: they are validated before they are used. */
export function featuresConfig(flags: FeaturesFlags): FeaturesConfig {
  const config = configs.get(flags) ?? createConfig(flags);
  configs.set(flags, config);
  return config;
}

function createConfig(flags: FeaturesFlags): FeaturesConfig {
  const emulation = releaseOf(flags['emulated-version']);
  const minCompatibility = releaseOf(flags['min-compatibility-version']);
  const version = effectiveVersion(kubernetesReleases, {
    ...(emulation && { emulation }),
    ...(minCompatibility && { minCompatibility }),
  });
  const settings = parseFeatureSettings(settingsOf(flags['feature-gates']));
  return { version, features: new FeatureGates({ gates, version, settings }) };
}

/** The problems because of which there is no configuration; nothing else is validated then. */
export function featureProblems(flags: FeaturesFlags): readonly string[] {
  try {
    featuresConfig(flags);
    return [];
  } catch (error) {
    return error instanceof InvalidFeatureGates ? error.problems : [(error as Error).message];
  }
}

export function validateFeatures(flags: FeaturesFlags): string[] {
  const { version } = featuresConfig(flags);
  const problems = validateEffectiveVersion(version, kubernetesReleases);
  if (formatRelease(version.emulation) !== formatRelease(binary)) return problems;
  const isSame = 'cannot be set to true if the emulation version is the same as the binary version';
  if (flags['emulation-forward-compatible']) problems.push(`ServerRunOptions.EmulationForwardCompatible ${isSame}`);
  if (flags['runtime-config-emulation-forward-compatible']) {
    problems.push(`ServerRunOptions.RuntimeConfigEmulationForwardCompatible ${isSame}`);
  }
  return problems;
}

function rangeText(current: Release): string {
  return `${formatRelease(floor)}..${formatRelease(binary)}(default:${formatRelease(current)})`;
}

/** Throws an Error that states the problem. */
function releaseOf(texts: readonly string[]): Release | undefined {
  const releases = new Map<string, string>();
  for (const text of texts) {
    const equals = text.indexOf('=');
    const name = equals < 0 ? component : text.slice(0, equals).trim();
    const version = parseVersion(equals < 0 ? text : text.slice(equals + 1).trim());
    if (version.patch !== 0) throw new Error(`patch version not allowed, got: ${name}=${version.text}`);
    const before = releases.get(name);
    if (before !== undefined) {
      throw new Error(`duplicate version flag, ${name}=${before} and ${name}=${version.text}`);
    }
    releases.set(name, version.text);
  }
  checkComponents([...releases.keys()]);
  const text = releases.get(component);
  return text === undefined ? undefined : parseVersion(text);
}

function settingsOf(map: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const [withoutPrefix, withPrefix] = [map.get(''), map.get(component)];
  if (withoutPrefix && withPrefix) {
    throw new Error('set kube feature gates with default empty prefix or kube: prefix consistently, do not mix use');
  }
  checkComponents([...map.keys()].filter((name) => name !== ''));
  return withoutPrefix ?? withPrefix ?? [];
}

function checkComponents(names: readonly string[]): void {
  const unknown = names.find((name) => name !== component);
  if (unknown !== undefined) throw new Error(`component not registered: ${unknown}`);
}
