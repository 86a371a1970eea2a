export {
  type EffectiveVersion,
  effectiveVersion,
  type VersionRange,
  validateEffectiveVersion,
} from './effective-version.js';
export { type FeatureGate, type FeatureGateTable, maturityLabels } from './feature-gate.js';
export { FeatureGates, type FeatureGatesOptions, type FeatureState, InvalidFeatureGates } from './feature-gates.js';
export { parseFeatureSettings } from './parse-settings.js';
export { compareReleases, formatRelease, parseVersion, type Release } from './release.js';
export { customStorageCodec, servedCodecs } from './served-codecs.js';
