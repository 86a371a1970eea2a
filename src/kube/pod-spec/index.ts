export type {
  Container,
  PodAffinity,
  PodSpec,
  ResourceList,
  ResourceRequirements,
  Toleration,
  Volume,
} from '../../api/core/v1.js';
export {
  appArmorPrefix,
  mirrorAnnotation,
  seccompContainerPrefix,
  seccompPodAnnotation,
  validatePodAnnotations,
  validateProfileAnnotations,
} from './annotation-validation.js';
export { validateAccessModes, validateClaimSpec, volumeModes } from './claim-spec-validation.js';
export { claimSpecWarnings } from './claim-spec-warnings.js';
export { validateTemplateMetadata } from './claim-template-validation.js';
export { validateImageText } from './container-validation.js';
export { applyPodDefaults, applyPodTemplateDefaults } from './defaults.js';
export { dropDisabledFields } from './disabled-fields.js';
export { type LegacySource, validateLegacySource } from './legacy-volume-validation.js';
export { validateNoBacksteps } from './path-validation.js';
export { isSidecar, placedContainers, podSpecOf } from './pod.js';
export {
  type Amounts,
  addAll,
  aggregateResources,
  amountsIn,
  isPodLevelResource,
  qosClassOf,
  type ResourceKind,
  raiseAll,
  sumOfContainers,
} from './pod-resources.js';
export { podSpecAt, refusePrivileged } from './privileged.js';
export {
  isExtendedResource,
  isHugePages,
  isIntegerResource,
  isNativeResource,
  isOvercommitAllowed,
} from './resource-names.js';
export { validateContainerResourceName, validateOverhead, validateResourceName } from './resource-validation.js';
export { taintEffects, validateNodeSelector, validateTolerations } from './scheduling-validation.js';
export { validateAppArmor } from './security-validation.js';
export { validatePodTemplate } from './template.js';
export { validatePodSpec } from './validation.js';
export { validateHostPath } from './volume-validation.js';
export { nodeSelectorTermWarnings, podWarnings } from './warnings.js';
