// Follows pkg/registry/core/configmap/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { ConfigMap } from '../../../../api/core/v1.js';
import { builtInResource } from '../../../built-in-resource.js';
import { sizeOf } from '../../../fields.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { validateConfigMap, validateConfigMapUpdate } from './validation.js';

const dataColumn = textColumn<ConfigMap>('Data', ({ data, binaryData }) => sizeOf(data) + sizeOf(binaryData), {
  field: 'data',
});

export const configMaps = builtInResource<ConfigMap>('v1', 'ConfigMap', {
  plural: 'configmaps',
  shortNames: ['cm'],
  scope: 'Namespaced',
  columns: [nameColumn, dataColumn, ageColumn],
  strategy: { validate: validateConfigMap, validateUpdate: validateConfigMapUpdate },
});
