import { formatTime, type JsonObject, mutableMetadataOf } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  duplicate,
  type FieldError,
  FieldPath,
  invalidValue,
  required,
  tooMany,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import { defineResource, type Replacement } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { checked, countGeneration, eachItem } from '../../../rules.js';
import { builtInVersion } from '../../../types/index.js';
import { validateDriverName } from '../../storage/driver-name.js';

interface SliceSpec {
  readonly driver: string;
  readonly pool: { readonly name: string; readonly generation: number; readonly resourceSliceCount: number };
  readonly nodeName?: string;
  readonly nodeSelector?: JsonObject;
  readonly allNodes?: boolean;
  readonly perDeviceNodeSelection?: boolean;
  readonly devices?: readonly { readonly name: string; readonly taints?: readonly { timeAdded?: string }[] }[];
}

/** Devices that a driver offers. */
export const resourceSlices = defineResource({
  kind: 'ResourceSlice',
  plural: 'resourceslices',
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('resource.k8s.io/v1', 'ResourceSlice', {
      columns: [
        nameColumn,
        textColumn('Node', (slice) => specOf(slice).nodeName ?? ''),
        textColumn('Driver', (slice) => specOf(slice).driver),
        textColumn('Pool', (slice) => specOf(slice).pool.name),
        ageColumn,
      ],
      applyDefaults: (slice) => {
        const taints = (specOf(slice).devices ?? []).flatMap((device) => device.taints ?? []);
        for (const taint of taints) taint.timeAdded ??= formatTime(Date.now());
      },
    }),
  },
  strategy: {
    prepareForCreate: (slice) => {
      mutableMetadataOf(slice)['generation'] = 1;
    },
    prepareForUpdate: (change) => countGeneration(change, ['spec']),
    validate: validateSlice,
    validateUpdate: validateSliceUpdate,
  },
  selectableFields: ['spec.driver', 'spec.nodeName'],
});

const path = FieldPath.of('spec');
const maxDevices = 128;
const places = ['nodeName', 'nodeSelector', 'allNodes', 'perDeviceNodeSelection'] as const;

function specOf({ spec }: JsonObject): SliceSpec {
  return spec as unknown as SliceSpec;
}

function validateSlice(slice: JsonObject): FieldError[] {
  const spec = specOf(slice);
  return [
    ...validateDriverName(spec.driver, path.child('driver')),
    ...validatePool(spec.pool, path.child('pool')),
    ...validatePlace(spec),
    ...validateDevices(spec.devices ?? [], path.child('devices')),
  ];
}

function validatePool(
  { name, generation, resourceSliceCount: count }: SliceSpec['pool'],
  place: FieldPath,
): FieldError[] {
  const counted = place.child('resourceSliceCount');
  return [
    ...(name === ''
      ? [required(place.child('name'), '')]
      : name.split('/').flatMap((part) => checked(part, checkDns1123Subdomain, place.child('name')))),
    ...(generation < 0
      ? [invalidValue(place.child('generation'), generation, 'must be greater than or equal to 0')]
      : []),
    ...(count <= 0 ? [invalidValue(counted, count, 'must be greater than zero')] : []),
  ];
}

/** Where the devices are is said in one way. */
function validatePlace(spec: SliceSpec): FieldError[] {
  const said = places.filter((field) => spec[field] !== undefined && spec[field] !== false);
  const one = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';
  if (said.length === 0) return [required(path, one)];
  return said.length === 1 ? [] : [invalidValue(path, `{${said.map((field) => `\`${field}\``).join(', ')}}`, one)];
}

function validateDevices(devices: NonNullable<SliceSpec['devices']>, place: FieldPath): FieldError[] {
  const names = devices.map(({ name }) => name);
  return [
    ...(devices.length > maxDevices ? [tooMany(place, devices.length, maxDevices)] : []),
    ...eachItem(devices, place, ({ name }, item, index) => [
      ...(name === '' ? [required(item.child('name'), '')] : checked(name, checkDns1123Label, item.child('name'))),
      ...(names.indexOf(name) < index ? [duplicate(item, name)] : []),
    ]),
  ];
}

function validateSliceUpdate({ object, old }: Replacement): FieldError[] {
  const [after, before] = [specOf(object), specOf(old)];
  return [
    ...validateImmutableField(after.nodeName ?? null, before.nodeName ?? null, path.child('nodeName')),
    ...validateImmutableField(after.driver, before.driver, path.child('driver')),
    ...validateImmutableField(after.pool.name, before.pool.name, path.child('pool', 'name')),
    ...validateSlice(object),
  ];
}
