import type { JsonObject, JsonValue } from '../../../../apimachinery/meta/index.js';
import {
  checkLabelValue,
  type FieldError,
  FieldPath,
  forbidden,
  invalidValue,
  required,
  validateLabelName,
} from '../../../../apimachinery/validation/index.js';
import { listIn, objectIn, textIn } from '../../../fields.js';
import { goValue } from '../../../types/index.js';

const specPath = FieldPath.of('spec');
const attributesPath = specPath.child('resourceAttributes');
const pathAttributesPath = specPath.child('nonResourceAttributes');

export function validateSelfSubjectAccessReview(review: JsonObject): FieldError[] {
  const spec = objectIn(review['spec']);
  return [...validateUnion(spec), ...validateAttributes(spec), ...validateNoMetadata(review)];
}

export function validateSubjectAccessReview(review: JsonObject): FieldError[] {
  return [...validateSpec(objectIn(review['spec'])), ...validateNoMetadata(review)];
}

export function validateLocalSubjectAccessReview(review: JsonObject): FieldError[] {
  const spec = objectIn(review['spec']);
  const { namespace } = objectIn(review['metadata']);
  const { resourceAttributes, nonResourceAttributes } = spec;
  const errors = [...validateSpec(spec), ...validateNoMetadata(review, { exceptNamespace: true })];
  const asked = textIn(objectIn(resourceAttributes)['namespace']);
  if (resourceAttributes && asked !== namespace) {
    errors.push(invalidValue(attributesPath.child('namespace'), asked, 'must match metadata.namespace'));
  }
  if (nonResourceAttributes) {
    const problem = 'disallowed on this kind of request';
    errors.push(invalidValue(pathAttributesPath, shownPath(nonResourceAttributes), problem));
  }
  return errors;
}

function validateSpec(spec: JsonObject): FieldError[] {
  return [...validateUnion(spec), ...validateSubject(spec), ...validateAttributes(spec)];
}

function validateSubject({ user, groups }: JsonObject): FieldError[] {
  if (textIn(user) !== '' || listIn(groups).length > 0) return [];
  return [invalidValue(specPath.child('user'), '', 'at least one of user or group must be specified')];
}

function validateUnion({ resourceAttributes, nonResourceAttributes }: JsonObject): FieldError[] {
  if (resourceAttributes && nonResourceAttributes) {
    const problem = 'cannot be specified in combination with resourceAttributes';
    return [invalidValue(pathAttributesPath, shownPath(nonResourceAttributes), problem)];
  }
  if (resourceAttributes || nonResourceAttributes) return [];
  const problem = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  return [invalidValue(attributesPath, null, problem)];
}

/** Upstream shows Go field names. */
function shownPath(attributes: JsonValue): JsonObject {
  const { path, verb } = objectIn(attributes);
  return { Path: textIn(path), Verb: textIn(verb) };
}

function validateNoMetadata(review: JsonObject, { exceptNamespace = false } = {}): FieldError[] {
  const metadata = objectIn(review['metadata']);
  const ignored = exceptNamespace ? ['managedFields', 'namespace'] : ['managedFields'];
  if (Object.keys(metadata).every((field) => ignored.includes(field))) return [];
  const problem = exceptNamespace ? 'must be empty except for namespace' : 'must be empty';
  return [invalidValue(FieldPath.of('metadata'), goValue('meta/v1.ObjectMeta', metadata), problem)];
}

function validateAttributes({ resourceAttributes }: JsonObject): FieldError[] {
  const { fieldSelector, labelSelector } = objectIn(resourceAttributes);
  return [
    ...validateSelector(fieldSelector, attributesPath.child('fieldSelector'), validateFieldRequirement),
    ...validateSelector(labelSelector, attributesPath.child('labelSelector'), validateLabelRequirement),
  ];
}

type ValidateRequirement = (requirement: JsonObject, path: FieldPath) => FieldError[];

function validateSelector(
  selector: JsonObject[string] | undefined,
  path: FieldPath,
  validateRequirement: ValidateRequirement,
): FieldError[] {
  if (!selector) return [];
  const raw = textIn(objectIn(selector)['rawSelector']);
  const requirements = listIn(objectIn(selector)['requirements']);
  const requirementsPath = path.child('requirements');
  const errors: FieldError[] = [];
  if (raw !== '' && requirements.length > 0) {
    errors.push(invalidValue(path.child('rawSelector'), raw, 'may not specified at the same time as requirements'));
  }
  if (raw === '' && requirements.length === 0) {
    errors.push(required(requirementsPath, `when ${path} is specified, requirements or rawSelector is required`));
  }
  const ofRequirements = requirements.flatMap((requirement, index) =>
    validateRequirement(objectIn(requirement), requirementsPath.index(index)),
  );
  return [...errors, ...ofRequirements];
}

function validateFieldRequirement(requirement: JsonObject, path: FieldPath): FieldError[] {
  const noKey = textIn(requirement['key']) === '' ? [required(path.child('key'), 'must be specified')] : [];
  return [...noKey, ...validateValueCount(requirement, path)];
}

function validateLabelRequirement(requirement: JsonObject, path: FieldPath): FieldError[] {
  const values = listIn(requirement['values']).map(textIn);
  return [
    ...validateValueCount(requirement, path),
    ...validateLabelName(textIn(requirement['key']), path.child('key')),
    ...values.flatMap((value, index) =>
      checkLabelValue(value).map((problem) => invalidValue(path.child('values').index(index), value, problem)),
    ),
  ];
}

/** Unknown operators, from newer clients, are accepted and omitted from the check. */
function validateValueCount({ operator, values }: JsonObject, path: FieldPath): FieldError[] {
  const count = listIn(values).length;
  if ((operator === 'In' || operator === 'NotIn') && count === 0) {
    return [required(path.child('values'), "must be specified when `operator` is 'In' or 'NotIn'")];
  }
  if ((operator === 'Exists' || operator === 'DoesNotExist') && count > 0) {
    return [forbidden(path.child('values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
  }
  return [];
}
