import { type JsonObject, metadataOf, mutableMetadataOf } from '../../../../apimachinery/meta/index.js';
import { forbidden as forbiddenRequest } from '../../../../apimachinery/status/index.js';
import {
  type FieldError,
  FieldPath,
  forbidden,
  required,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import { defineResource, type Replacement } from '../../../../server/registry/index.js';
import { oneOf } from '../../../field-checks.js';
import { textIn } from '../../../fields.js';
import { ageColumn, booleanColumn, integerColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { highestUserPriority, isSystemClass, type PriorityClass, systemClasses } from './system-classes.js';

export const priorityClasses = defineResource({
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  shortNames: ['pc'],
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('scheduling.k8s.io/v1', 'PriorityClass', {
      columns: [
        nameColumn,
        integerColumn('Value', (object) => classOf(object).value),
        booleanColumn('Global-Default', (object) => classOf(object).globalDefault ?? false),
        ageColumn,
        textColumn('PreemptionPolicy', ({ preemptionPolicy }) => textIn(preemptionPolicy)),
      ],
      applyDefaults: (object) => {
        object['preemptionPolicy'] ??= 'PreemptLowerPriority';
      },
    }),
  },
  strategy: {
    prepareForCreate: (object) => {
      mutableMetadataOf(object)['generation'] = 1;
    },
    validate: validatePriorityClass,
    validateUpdate: validatePriorityClassUpdate,
    hold: (object) => {
      refuseSystemClass(metadataOf(object).name ?? '');
      return undefined;
    },
  },
});

const systemPrefix = 'system-';
const preemptionPolicies = ['PreemptLowerPriority', 'Never'];

function classOf(object: JsonObject): PriorityClass {
  return object as unknown as PriorityClass;
}

function validatePriorityClass(object: JsonObject): FieldError[] {
  const { name = '' } = metadataOf(object);
  const { preemptionPolicy } = object;
  const policy = FieldPath.of('preemptionPolicy');
  return [
    ...(name.startsWith(systemPrefix) ? validateSystemClass(name, classOf(object)) : validateValue(classOf(object))),
    ...(preemptionPolicy === '' ? [required(policy, '')] : oneOf(textIn(preemptionPolicy), preemptionPolicies, policy)),
  ];
}

function validateValue({ value }: PriorityClass): FieldError[] {
  if (value <= highestUserPriority) return [];
  const detail = `maximum allowed value of a user defined priority is ${highestUserPriority}`;
  return [forbidden(FieldPath.of('value'), detail)];
}

function validateSystemClass(name: string, object: PriorityClass): FieldError[] {
  const problem = systemClassProblem(name, object);
  if (problem === undefined) return [];
  const detail = `priority class names with '${systemPrefix}' prefix are reserved for system use only. error: ${problem}`;
  return [forbidden(FieldPath.of('metadata', 'name'), detail)];
}

function systemClassProblem(name: string, { value, globalDefault = false }: PriorityClass): string | undefined {
  const known = isSystemClass(name) ? systemClasses[name] : undefined;
  if (known === undefined) return `${name} is not a known system priority class`;
  if (known.value !== value) return `value of ${name} PriorityClass must be ${known.value}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

function validatePriorityClassUpdate({ object, old }: Replacement): FieldError[] {
  const isSame = classOf(object).value === classOf(old).value;
  return [
    ...(isSame ? [] : [forbidden(FieldPath.of('value'), 'may not be changed in an update.')]),
    ...validateImmutableField(object['preemptionPolicy'], old['preemptionPolicy'], FieldPath.of('preemptionPolicy')),
  ];
}

function refuseSystemClass(name: string): void {
  if (!isSystemClass(name)) return;
  const problem = 'this is a system priority class and cannot be deleted';
  throw forbiddenRequest({ group: 'scheduling.k8s.io', resource: 'priorityclasses' }, name, problem);
}
