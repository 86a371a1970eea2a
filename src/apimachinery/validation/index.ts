export { conditionStatuses, validateConditions } from './conditions.js';
export {
  validateDomainPrefixedKey,
  validateDomainPrefixedPath,
  validateFullyQualifiedDomainName,
  validateFullyQualifiedName,
} from './domain-rules.js';
export {
  aggregateMessage,
  BoundedErrors,
  maxListedErrors,
  moreErrors,
  omittedErrors,
  reportErrors,
  reportMessage,
} from './error-report.js';
export {
  type FieldError,
  type FieldErrorType,
  fieldErrorBody,
  fieldErrorMessage,
  VerbatimValue,
} from './field-error.js';
export { FieldPath } from './field-path.js';
export {
  checkConfigMapKey,
  checkDecimalInteger,
  checkEnvVarName,
  checkHttpHeaderName,
  checkInRange,
  checkPercent,
  checkPortName,
  checkPortNumber,
  checkRelaxedEnvVarName,
  checkUserOrGroupId,
} from './formats.js';
export { generateName, type RandomIndex } from './generate-name.js';
export { GoUrlError, parseGoUrl } from './go-url.js';
export { type IntOrString, parseIntOrString, type ScaleOptions, scaledValue } from './int-or-percent.js';
export {
  type Cidr,
  formatCidr,
  formatIp,
  type IpAddress,
  isIpv4,
  networkAddress,
  parseCidrSloppy,
  parseIpSloppy,
} from './ip-address.js';
export {
  isGlobalUnicast,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isUnspecified,
} from './ip-kinds.js';
export {
  cidrWarnings,
  ipWarnings,
  type LegacyOptions,
  validateCidr,
  validateCidrForLegacyField,
  validateInterfaceAddress,
  validateIp,
  validateIpForLegacyField,
} from './ip-rules.js';
export { keysOf, limitedErrors, validateOnce, visitItems } from './limited-errors.js';
export {
  validateAnnotations,
  validateFieldManager,
  validateFinalizerName,
  validateFinalizers,
  validateLabelName,
  validateLabels,
  validateManagedFields,
  validateNoNewFinalizers,
  validateOwnerReferences,
} from './metadata-fields.js';
export {
  checkCIdentifier,
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkDns1123SubdomainCaseless,
  checkDns1123SubdomainWithUnderscore,
  checkLabelValue,
  checkPathSegmentName,
  checkPathSegmentPrefix,
  checkQualifiedName,
  checkWildcardDns1123Subdomain,
  type NameRule,
  nameIsDns1035Label,
  nameIsDnsLabel,
  nameIsDnsSubdomain,
  nameIsPathSegment,
} from './names.js';
export {
  fieldIsImmutable,
  type ObjectMetaRules,
  validateImmutableField,
  validateNonnegative,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from './object-meta.js';
export { canonicalQuantity, Quantity } from './quantity.js';
export { parseQuantity, QuantityError } from './quantity-parse.js';
export type { QuantityFormat } from './quantity-suffix.js';
export {
  type ListRules,
  validateCreateOptions,
  validateDeleteOptions,
  validateListOptions,
  validatePatchOptions,
  validateTableOptions,
} from './request-options.js';
export type { TextRule } from './text-rules.js';
