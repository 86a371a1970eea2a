import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  duplicate,
  type FieldError,
  FieldPath,
  required,
  validateImmutableField,
  validateLabels,
} from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { deprecatedNodeLabelMessage } from '../../../deprecated-node-labels.js';
import { checked, repetitionsIn } from '../../../field-checks.js';
import { textIn } from '../../../fields.js';
import { type ResourceList, type Toleration, validateOverhead, validateTolerations } from '../../../pod-spec/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion, goValue } from '../../../types/index.js';

interface RuntimeClass {
  readonly handler: string;
  readonly overhead?: { readonly podFixed?: ResourceList };
  readonly scheduling?: {
    readonly nodeSelector?: Readonly<Record<string, string>>;
    readonly tolerations?: readonly Toleration[];
  };
}

export const runtimeClasses = defineResource({
  kind: 'RuntimeClass',
  plural: 'runtimeclasses',
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('node.k8s.io/v1', 'RuntimeClass', {
      columns: [nameColumn, textColumn('Handler', ({ handler }) => textIn(handler)), ageColumn],
    }),
  },
  strategy: {
    allowCreateOnUpdate: true,
    allowUnconditionalUpdate: false,
    validate: validateRuntimeClass,
    validateUpdate: ({ object, old }) => [
      ...validateRuntimeClass(object),
      ...validateImmutableField(object['handler'], old['handler'], handlerPath),
    ],
    warningsOnCreate: selectorWarnings,
    warningsOnUpdate: ({ object }) => selectorWarnings(object),
  },
});

const handlerPath = FieldPath.of('handler');
const schedulingPath = FieldPath.of('scheduling');

function classOf(object: JsonObject): RuntimeClass {
  return object as unknown as RuntimeClass;
}

function validateRuntimeClass(object: JsonObject): FieldError[] {
  const { handler, overhead, scheduling = {} } = classOf(object);
  const { nodeSelector, tolerations = [] } = scheduling;
  const tolerationsPath = schedulingPath.child('tolerations');
  return [
    ...(handler === '' ? [required(handlerPath, '')] : checked(handler, checkDns1123Label, handlerPath)),
    ...(overhead ? validateOverhead(overhead.podFixed ?? {}, FieldPath.of('overhead')) : []),
    ...(nodeSelector ? validateLabels(nodeSelector, schedulingPath.child('nodeSelector')) : []),
    ...validateTolerations(tolerations, tolerationsPath),
    ...repeatedErrors(tolerations, tolerationsPath),
  ];
}

/** `tolerationSeconds` is not considered in finding duplicates. */
function repeatedErrors(tolerations: readonly Toleration[], path: FieldPath): FieldError[] {
  const isRepeated = repetitionsIn(
    tolerations.map(({ key, operator, value, effect }) => JSON.stringify([key, operator, value, effect])),
  );
  return tolerations.flatMap((toleration, index) =>
    isRepeated[index] ? [duplicate(path.index(index), goValue('core/v1.Toleration', toleration))] : [],
  );
}

function selectorWarnings(object: JsonObject): string[] {
  return Object.keys(classOf(object).scheduling?.nodeSelector ?? {}).flatMap((label) => {
    const message = deprecatedNodeLabelMessage(label);
    return message === undefined ? [] : [`${schedulingPath.child('nodeSelector')}: ${message}`];
  });
}
