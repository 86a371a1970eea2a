// Follows pkg/apis/node/validation/validation.go (v1.36)
// Follows pkg/registry/node/runtimeclass/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { Toleration } from '../../../../api/core/v1.js';
import type { RuntimeClass } from '../../../../api/node/v1.js';
import {
  checkDns1123Label,
  type FieldError,
  FieldPath,
  validateImmutableField,
  validateLabels,
} from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { deprecatedNodeLabelMessage } from '../../../deprecated-node-labels.js';
import { checkedRequired, duplicates, eachItem } from '../../../field-checks.js';
import { validateOverhead, validateTolerations } from '../../../pod-spec/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { goValue } from '../../../types/index.js';

export const runtimeClasses = builtInResource<RuntimeClass>('node.k8s.io/v1', 'RuntimeClass', {
  plural: 'runtimeclasses',
  scope: 'Cluster',
  columns: [nameColumn, textColumn('Handler', ({ handler }) => handler), ageColumn],
  strategy: {
    allowCreateOnUpdate: true,
    allowUnconditionalUpdate: false,
    validate: validateRuntimeClass,
    validateUpdate: ({ object, old }, context) => [
      ...validateRuntimeClass(object, context),
      ...context.validateMetadataUpdate(),
      ...validateImmutableField(object.handler, old.handler, handlerPath),
    ],
    warningsOnCreate: selectorWarnings,
    warningsOnUpdate: ({ object }) => selectorWarnings(object),
  },
});

const handlerPath = FieldPath.of('handler');
const selectorPath = FieldPath.of('scheduling', 'nodeSelector');
const tolerationsPath = FieldPath.of('scheduling', 'tolerations');

function validateRuntimeClass({ handler, overhead, scheduling = {} }: RuntimeClass, context: ValidationContext) {
  const { nodeSelector = {}, tolerations = [] } = scheduling;
  return [
    ...context.validateMetadata(),
    ...checkedRequired(handler, checkDns1123Label, handlerPath),
    ...(overhead ? validateOverhead(overhead.podFixed ?? {}, FieldPath.of('overhead')) : []),
    ...validateLabels(nodeSelector, selectorPath),
    ...validateTolerations(tolerations, tolerationsPath),
    ...repeatedErrors(tolerations),
  ];
}

/** `tolerationSeconds` is not considered in finding duplicates. */
function repeatedErrors(tolerations: readonly Toleration[]): FieldError[] {
  const duplicated = duplicates();
  return eachItem(tolerations, tolerationsPath, (toleration, path) => {
    const { key, operator, value, effect } = toleration;
    return duplicated(JSON.stringify([key, operator, value, effect]), path, goValue('core/v1.Toleration', toleration));
  });
}

function selectorWarnings({ scheduling }: RuntimeClass): string[] {
  return Object.keys(scheduling?.nodeSelector ?? {}).flatMap((label) => {
    const message = deprecatedNodeLabelMessage(label);
    return message === undefined ? [] : [`${selectorPath}: ${message}`];
  });
}
