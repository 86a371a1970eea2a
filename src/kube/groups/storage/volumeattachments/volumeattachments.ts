// Follows pkg/registry/storage/volumeattachment/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { VolumeAttachment } from '../../../../api/storage/v1.js';
import { specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { ageColumn, booleanColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { validateAttachment, validateAttachmentUpdate } from './validation.js';

export const volumeAttachments = builtInResource<VolumeAttachment>('storage.k8s.io/v1', 'VolumeAttachment', {
  plural: 'volumeattachments',
  scope: 'Cluster',
  columns: [
    nameColumn,
    {
      ...textColumn<VolumeAttachment>('Attacher', 'spec.attacher'),
      format: 'name',
    },
    textColumn('PV', 'spec.source.persistentVolumeName'),
    textColumn('Node', 'spec.nodeName'),
    booleanColumn('Attached', (attachment) => attachment.status.attached === true, { field: 'status.attached' }),
    ageColumn,
  ],
  strategies: specAndStatus<VolumeAttachment>(
    {
      returnsDeletedObject: true,
      allowUnconditionalUpdate: false,
      validate: validateAttachment,
      validateUpdate: validateAttachmentUpdate,
    },
    { generation: 'absent' },
  ),
});
