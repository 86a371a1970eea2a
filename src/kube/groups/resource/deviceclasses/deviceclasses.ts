import { type JsonObject, mutableMetadataOf } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath, invalidValue } from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { countGeneration } from '../../../field-checks.js';
import { isExtendedResource } from '../../../pod-spec/index.js';
import { ageColumn, nameColumn } from '../../../printing/index.js';
import { type DeviceConfiguration, maxConfigurations, validateConfiguration } from '../device-configuration.js';
import { type DeviceSelector, validateSelectors } from '../device-selectors.js';
import { validateList } from '../list-rules.js';
import { resourceVersions } from '../versions.js';

interface ClassSpec {
  readonly selectors?: DeviceSelector[];
  readonly config?: DeviceConfiguration[];
  readonly extendedResourceName?: string;
}

export const deviceClasses = defineResource({
  kind: 'DeviceClass',
  plural: 'deviceclasses',
  scope: 'Cluster',
  versions: resourceVersions('DeviceClass', { columns: [nameColumn, ageColumn] }),
  strategy: {
    returnsDeletedObject: true,
    prepareForCreate: (object) => {
      mutableMetadataOf(object)['generation'] = 1;
    },
    prepareForUpdate: (change) => countGeneration(change, ['spec']),
    validate: validateDeviceClass,
    validateUpdate: ({ object }) => validateDeviceClass(object),
  },
});

const path = FieldPath.of('spec');

function validateDeviceClass({ spec }: JsonObject): FieldError[] {
  const { selectors, config, extendedResourceName: name } = (spec ?? {}) as unknown as ClassSpec;
  const isWrong = name !== undefined && !isExtendedResource(name);
  return [
    ...validateSelectors(selectors, path.child('selectors')),
    ...validateList(config, path.child('config'), { max: maxConfigurations, check: validateConfiguration }),
    ...(isWrong
      ? [invalidValue(path.child('extendedResourceName'), name, 'must be a valid extended resource name')]
      : []),
  ];
}
