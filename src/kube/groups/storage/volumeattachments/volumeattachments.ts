import { defineResource, type Strategy } from '../../../../server/registry/index.js';
import { keepField, keepMetadata } from '../../../field-checks.js';
import { objectIn, textIn } from '../../../fields.js';
import { ageColumn, booleanColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { validateAttachment, validateAttachmentUpdate } from './validation.js';

const main: Strategy = {
  returnsDeletedObject: true,
  allowUnconditionalUpdate: false,
  resetFields: ['status'],
  prepareForCreate: (attachment) => {
    delete attachment['status'];
  },
  prepareForUpdate: (change) => keepField(change, 'status'),
  validate: validateAttachment,
  validateUpdate: validateAttachmentUpdate,
};

const status: Strategy = {
  ...main,
  resetFields: ['metadata', 'spec'],
  prepareForUpdate: (change) => {
    keepField(change, 'spec');
    keepMetadata(change);
  },
};

export const volumeAttachments = defineResource({
  kind: 'VolumeAttachment',
  plural: 'volumeattachments',
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('storage.k8s.io/v1', 'VolumeAttachment', {
      columns: [
        nameColumn,
        { ...textColumn('Attacher', ({ spec }) => textIn(objectIn(spec)['attacher'])), format: 'name' },
        textColumn('PV', ({ spec }) => textIn(objectIn(objectIn(spec)['source'])['persistentVolumeName'])),
        textColumn('Node', ({ spec }) => textIn(objectIn(spec)['nodeName'])),
        booleanColumn('Attached', (attachment) => objectIn(attachment['status'])['attached'] === true),
        ageColumn,
      ],
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});
