// Follows pkg/apis/authorization/validation/validation.go (v1.36)

import type {
  FieldSelectorAttributes,
  LabelSelectorAttributes,
  LocalSubjectAccessReview,
  NonResourceAttributes,
  SelfSubjectAccessReview,
  SelfSubjectAccessReviewSpec,
  SubjectAccessReview,
  SubjectAccessReviewSpec,
} from '../../../../api/authorization/v1.js';
import type { FieldSelectorRequirement, LabelSelectorRequirement, ObjectMeta } from '../../../../api/meta/v1.js';
import {
  checkLabelValue,
  type FieldError,
  FieldPath,
  validateLabelName,
} from '../../../../apimachinery/validation/index.js';
import { eachItem, validateRequired } from '../../../field-checks.js';
import { goValue } from '../../../types/index.js';

const specPath = FieldPath.of('spec');
const attributesPath = specPath.child('resourceAttributes');
const pathAttributesPath = specPath.child('nonResourceAttributes');

export function validateSelfSubjectAccessReview({ spec, metadata }: SelfSubjectAccessReview): FieldError[] {
  return [...validateUnion(spec), ...validateAttributes(spec), ...validateNoMetadata(metadata)];
}

export function validateSubjectAccessReview({ spec, metadata }: SubjectAccessReview): FieldError[] {
  return [...validateSpec(spec), ...validateNoMetadata(metadata)];
}

export function validateLocalSubjectAccessReview({ spec, metadata }: LocalSubjectAccessReview): FieldError[] {
  const { resourceAttributes, nonResourceAttributes } = spec;
  const errors = [...validateSpec(spec), ...validateNoMetadata(metadata, { exceptNamespace: true })];
  const { namespace = '' } = resourceAttributes ?? {};
  if (resourceAttributes && namespace !== metadata.namespace) {
    errors.push(attributesPath.child('namespace').invalid(namespace, 'must match metadata.namespace'));
  }
  if (nonResourceAttributes) {
    const problem = 'disallowed on this kind of request';
    errors.push(pathAttributesPath.invalid(shownPath(nonResourceAttributes), problem));
  }
  return errors;
}

function validateSpec(spec: SubjectAccessReviewSpec): FieldError[] {
  return [...validateUnion(spec), ...validateSubject(spec), ...validateAttributes(spec)];
}

function validateSubject({ user, groups }: SubjectAccessReviewSpec): FieldError[] {
  if (user || groups?.length) return [];
  return [specPath.child('user').invalid('', 'at least one of user or group must be specified')];
}

function validateUnion({ resourceAttributes, nonResourceAttributes }: SelfSubjectAccessReviewSpec): FieldError[] {
  if (resourceAttributes && nonResourceAttributes) {
    const problem = 'cannot be specified in combination with resourceAttributes';
    return [pathAttributesPath.invalid(shownPath(nonResourceAttributes), problem)];
  }
  if (resourceAttributes || nonResourceAttributes) return [];
  const problem = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  return [attributesPath.invalid(null, problem)];
}

/** Upstream shows Go field names. */
function shownPath({ path = '', verb = '' }: NonResourceAttributes): Record<string, string> {
  return { Path: path, Verb: verb };
}

function validateNoMetadata(metadata: ObjectMeta, { exceptNamespace = false } = {}): FieldError[] {
  const ignored = exceptNamespace ? ['managedFields', 'namespace'] : ['managedFields'];
  if (Object.keys(metadata).every((field) => ignored.includes(field))) return [];
  const problem = exceptNamespace ? 'must be empty except for namespace' : 'must be empty';
  return [FieldPath.of('metadata').invalid(goValue('meta/v1.ObjectMeta', metadata), problem)];
}

function validateAttributes({ resourceAttributes = {} }: SelfSubjectAccessReviewSpec): FieldError[] {
  const { fieldSelector, labelSelector } = resourceAttributes;
  const [fieldPath, labelPath] = [attributesPath.child('fieldSelector'), attributesPath.child('labelSelector')];
  return [
    ...(fieldSelector ? validateSelector(fieldSelector, fieldPath) : []),
    ...eachItem(fieldSelector?.requirements, fieldPath.child('requirements'), validateFieldRequirement),
    ...(labelSelector ? validateSelector(labelSelector, labelPath) : []),
    ...eachItem(labelSelector?.requirements, labelPath.child('requirements'), validateLabelRequirement),
  ];
}

function validateSelector(
  { rawSelector = '', requirements = [] }: FieldSelectorAttributes | LabelSelectorAttributes,
  path: FieldPath,
): FieldError[] {
  if (rawSelector !== '' && requirements.length > 0) {
    const problem = 'may not specified at the same time as requirements';
    return [path.child('rawSelector').invalid(rawSelector, problem)];
  }
  if (rawSelector !== '' || requirements.length > 0) return [];
  return [path.child('requirements').required(`when ${path} is specified, requirements or rawSelector is required`)];
}

function validateFieldRequirement(requirement: FieldSelectorRequirement, path: FieldPath): FieldError[] {
  return [
    ...validateRequired(requirement.key, path.child('key'), 'must be specified'),
    ...validateValueCount(requirement, path),
  ];
}

function validateLabelRequirement(requirement: LabelSelectorRequirement, path: FieldPath): FieldError[] {
  return [
    ...validateValueCount(requirement, path),
    ...validateLabelName(requirement.key, path.child('key')),
    ...eachItem(requirement.values, path.child('values'), (value, place) => place.check(value, checkLabelValue)),
  ];
}

/** Unknown operators, from newer clients, are accepted and omitted from the check. */
function validateValueCount({ operator, values = [] }: LabelSelectorRequirement, path: FieldPath): FieldError[] {
  if ((operator === 'In' || operator === 'NotIn') && values.length === 0) {
    return [path.child('values').required("must be specified when `operator` is 'In' or 'NotIn'")];
  }
  if ((operator === 'Exists' || operator === 'DoesNotExist') && values.length > 0) {
    return [path.child('values').forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
  }
  return [];
}
