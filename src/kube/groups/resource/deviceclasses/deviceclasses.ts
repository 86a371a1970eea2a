// Follows pkg/apis/resource/validation/validation.go (v1.36)
// Follows pkg/registry/resource/deviceclass/strategy.go (v1.36)

import type { DeviceClass, DeviceClassSpec } from '../../../../api/resource/v1.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../../../server/feature-gates/index.js';
import { generationOnly } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { prepareBy } from '../../../feature-gates/index.js';
import { isExtendedResource } from '../../../pod-spec/index.js';
import { ageColumn, nameColumn } from '../../../printing/index.js';
import { validateMetadata, validateMetadataUpdate, validation } from '../../../validation.js';
import { maxConfigurations, validateConfiguration } from '../device-configuration.js';
import { validateSelectors } from '../device-selectors.js';
import { dropDisabledClassFields } from '../disabled-fields.js';
import { validateList } from '../list-rules.js';
import { resourceVersions } from '../versions.js';

export const deviceClasses = builtInResource<DeviceClass>('resource.k8s.io/v1', 'DeviceClass', {
  plural: 'deviceclasses',
  scope: 'Cluster',
  columns: [nameColumn, ageColumn],
  ...resourceVersions(),
  strategy: generationOnly<DeviceClass>({
    returnsDeletedObject: true,
    ...prepareBy(dropDisabledClassFields),
    validate: validation((object, { features }) => validateSpec(object.spec, features)),
    validateUpdate: ({ object }, context) => [
      ...validateMetadata(object, context),
      ...validateMetadataUpdate(object, context),
      ...validateSpec(object.spec, context.features),
    ],
  }),
});

const path = FieldPath.of('spec');

function validateSpec(
  { selectors, config, extendedResourceName: name }: DeviceClassSpec,
  features: FeatureGates,
): FieldError[] {
  const isWrong = name !== undefined && !isExtendedResource(name);
  return [
    ...validateSelectors(selectors, path.child('selectors'), features),
    ...validateList(config, path.child('config'), { max: maxConfigurations, check: validateConfiguration }),
    ...(isWrong ? [path.child('extendedResourceName').invalid(name, 'must be a valid extended resource name')] : []),
  ];
}
