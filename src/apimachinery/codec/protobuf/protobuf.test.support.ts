import type { FieldType, FindMessage, MessageField, MessageType } from './message-type.js';

/** A message with these fields, by JSON name; the number comes first, `pointer` if it is one. */
function message(
  name: string,
  fields: () => Record<string, readonly [number: number, type: FieldType, pointer?: 'pointer']>,
): MessageType {
  const toField = ([field, [number, type, pointer]]: [string, ReturnType<typeof fields>[string]]): MessageField => ({
    name: field === 'inlined' ? '' : field,
    number,
    type,
    isPointer: pointer !== undefined,
    omitsEmpty: true,
  });
  return { name, fields: () => Object.entries(fields()).map(toField) };
}

const source = message('Source', () => ({ path: [1, { form: 'string' }, 'pointer'], size: [2, { form: 'int64' }] }));

const metadata = message('ObjectMeta', () => ({
  name: [1, { form: 'string' }],
  created: [8, { form: 'time' }],
  labels: [11, { form: 'map', of: { form: 'string' } }],
}));

/** A kind with a field of every form. */
const sample: MessageType = message('Sample', () => ({
  metadata: [1, { form: 'message', message: metadata }],
  inlined: [2, { form: 'message', message: source }],
  flag: [3, { form: 'bool' }],
  count: [4, { form: 'int32' }],
  ratio: [5, { form: 'double' }, 'pointer'],
  blob: [6, { form: 'bytes' }],
  names: [7, { form: 'list', of: { form: 'string' } }],
  numbers: [8, { form: 'list', of: { form: 'int64' } }],
  child: [9, { form: 'message', message: sample }, 'pointer'],
  children: [10, { form: 'list', of: { form: 'message', message: sample } }],
  amounts: [11, { form: 'map', of: { form: 'quantity' } }],
  port: [12, { form: 'int-or-string' }, 'pointer'],
  moment: [13, { form: 'micro-time' }, 'pointer'],
  anything: [14, { form: 'raw' }, 'pointer'],
  extra: [15, { form: 'map', of: { form: 'list-message' } }],
  blobs: [16, { form: 'map', of: { form: 'bytes' } }],
  either: [17, { form: 'variant', object: { number: 2, message: source }, boolean: 1 }, 'pointer'],
  several: [
    18,
    { form: 'variant', object: { number: 1, message: source }, list: { number: 2, of: { form: 'string' } } },
    'pointer',
  ],
}));

const status = message('Status', () => ({ message: [3, { form: 'string' }] }));

export const findSample: FindMessage = (apiVersion, kind) => {
  if (apiVersion === 'v1' && kind === 'Status') return status;
  return apiVersion === 'example.com/v1' && kind === 'Sample' ? sample : undefined;
};
