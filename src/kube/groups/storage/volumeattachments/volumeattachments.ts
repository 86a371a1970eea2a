// Follows pkg/registry/storage/volumeattachment/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { VolumeAttachment } from '../../../../api/storage/v1.js';
import { defineResource, specAndStatus } from '../../../../server/registry/index.js';
import { ageColumn, booleanColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { validateAttachment, validateAttachmentUpdate } from './validation.js';

const { main, status } = specAndStatus<VolumeAttachment>(
  {
    returnsDeletedObject: true,
    allowUnconditionalUpdate: false,
    validate: validateAttachment,
    validateUpdate: validateAttachmentUpdate,
  },
  { generation: 'absent' },
);

export const volumeAttachments = defineResource<VolumeAttachment>({
  kind: 'VolumeAttachment',
  plural: 'volumeattachments',
  scope: 'Cluster',
  versions: {
    v1: builtInVersion<VolumeAttachment>('storage.k8s.io/v1', 'VolumeAttachment', {
      columns: [
        nameColumn,
        {
          ...textColumn<VolumeAttachment>('Attacher', ({ spec }) => spec.attacher, {
            description: ['storage/v1.VolumeAttachmentSpec', 'attacher'],
          }),
          format: 'name',
        },
        textColumn('PV', ({ spec }) => spec.source.persistentVolumeName ?? '', {
          description: ['storage/v1.VolumeAttachmentSource', 'persistentVolumeName'],
        }),
        textColumn('Node', ({ spec }) => spec.nodeName, {
          description: ['storage/v1.VolumeAttachmentSpec', 'nodeName'],
        }),
        booleanColumn('Attached', (attachment) => attachment.status.attached === true, {
          description: ['storage/v1.VolumeAttachmentStatus', 'attached'],
        }),
        ageColumn,
      ],
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});
