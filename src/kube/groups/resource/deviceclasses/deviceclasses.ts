import { type JsonObject, mutableMetadataOf } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn } from '../../../printing/index.js';
import { countGeneration } from '../../../rules.js';
import { builtInVersion } from '../../../types/index.js';
import { type DeviceSelector, validateSelectors } from '../device-requests.js';

export const deviceClasses = defineResource({
  kind: 'DeviceClass',
  plural: 'deviceclasses',
  scope: 'Cluster',
  versions: { v1: builtInVersion('resource.k8s.io/v1', 'DeviceClass', { columns: [nameColumn, ageColumn] }) },
  strategy: {
    prepareForCreate: (object) => {
      mutableMetadataOf(object)['generation'] = 1;
    },
    prepareForUpdate: (change) => countGeneration(change, ['spec']),
    validate: validateDeviceClass,
    validateUpdate: ({ object }) => validateDeviceClass(object),
  },
});

function validateDeviceClass({ spec }: JsonObject): FieldError[] {
  const { selectors } = (spec ?? {}) as unknown as { selectors?: DeviceSelector[] };
  return validateSelectors(selectors, FieldPath.of('spec', 'selectors'));
}
