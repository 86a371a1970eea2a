// Follows pkg/apis/resource/validation/validation.go (v1.36)
// Follows pkg/registry/resource/deviceclass/strategy.go (v1.36)

import type { DeviceClass, DeviceClassSpec } from '../../../../api/resource/v1.js';
import { type FieldError, FieldPath, invalidValue } from '../../../../apimachinery/validation/index.js';
import { defineResource, generationOnly } from '../../../../server/registry/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../../metadata-validation.js';
import { isExtendedResource } from '../../../pod-spec/index.js';
import { ageColumn, nameColumn } from '../../../printing/index.js';
import { maxConfigurations, validateConfiguration } from '../device-configuration.js';
import { validateSelectors } from '../device-selectors.js';
import { dropDisabledClassFields } from '../disabled-fields.js';
import { validateList } from '../list-rules.js';
import { resourceVersions } from '../versions.js';

export const deviceClasses = defineResource<DeviceClass>({
  kind: 'DeviceClass',
  plural: 'deviceclasses',
  scope: 'Cluster',
  versions: resourceVersions('DeviceClass', { columns: [nameColumn, ageColumn] }),
  strategy: generationOnly<DeviceClass>({
    returnsDeletedObject: true,
    prepareForCreate: (object, { features }) => dropDisabledClassFields({ object, features }),
    prepareForUpdate: (change, { features }) => dropDisabledClassFields({ ...change, features }),
    validate: (object, context) => [...validateMetadata(object, context), ...validateSpec(object.spec)],
    validateUpdate: ({ object }, context) => [
      ...validateMetadata(object, context),
      ...validateMetadataUpdate(object, context),
      ...validateSpec(object.spec),
    ],
  }),
});

const path = FieldPath.of('spec');

function validateSpec({ selectors, config, extendedResourceName: name }: DeviceClassSpec): FieldError[] {
  const isWrong = name !== undefined && !isExtendedResource(name);
  return [
    ...validateSelectors(selectors, path.child('selectors')),
    ...validateList(config, path.child('config'), { max: maxConfigurations, check: validateConfiguration }),
    ...(isWrong
      ? [invalidValue(path.child('extendedResourceName'), name, 'must be a valid extended resource name')]
      : []),
  ];
}
