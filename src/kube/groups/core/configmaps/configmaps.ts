// Follows pkg/registry/core/configmap/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { ConfigMap } from '../../../../api/core/v1.js';
import { defineResource } from '../../../../server/registry/index.js';
import { sizeOf } from '../../../fields.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { validateConfigMap, validateConfigMapUpdate } from './validation.js';

const dataColumn = textColumn<ConfigMap>('Data', ({ data, binaryData }) => sizeOf(data) + sizeOf(binaryData), {
  description: ['core/v1.ConfigMap', 'data'],
});

export const configMaps = defineResource<ConfigMap>({
  kind: 'ConfigMap',
  plural: 'configmaps',
  shortNames: ['cm'],
  scope: 'Namespaced',
  versions: { v1: builtInVersion<ConfigMap>('v1', 'ConfigMap', { columns: [nameColumn, dataColumn, ageColumn] }) },
  strategy: { validate: validateConfigMap, validateUpdate: validateConfigMapUpdate },
});
