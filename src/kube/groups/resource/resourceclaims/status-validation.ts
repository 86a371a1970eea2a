import { goJson, type JsonObject, jsonEqual, metadataOf } from '../../../../apimachinery/meta/index.js';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalidValue,
  required,
  tooLong,
  tooMany,
  VerbatimValue,
  validateConditions,
  validateInterfaceAddress,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { validateImmutableOf } from '../../../field-checks.js';
import { objectIn } from '../../../fields.js';
import { validateDriverName } from '../../storage/driver-name.js';
import { RequestNames } from '../claim-validation.js';
import { validateData } from '../device-configuration.js';
import { requestsOf } from '../device-requests.js';
import { validateList } from '../list-rules.js';
import { validatePoolName, validateShortName, validateUid } from '../names.js';
import { validateAllocation } from './allocation-validation.js';
import { type Consumer, type DeviceStatus, placeKey, statusOf } from './claim-status.js';

const path = FieldPath.of('status');
const [maxConsumers, maxConditions, maxAddresses] = [256, 8, 16];
const [maxInterfaceName, maxHardwareAddress] = [256, 128];

export function validateClaimStatus({ object, old }: Replacement): FieldError[] {
  const { reservedFor, devices } = statusOf(object);
  const allocated = new Set(devicesOf(object));
  return [
    ...validateList(reservedFor, path.child('reservedFor'), {
      max: maxConsumers,
      check: validateConsumer,
      keyOf: ({ uid }) => uid,
    }),
    ...validateList(devices, path.child('devices'), {
      check: (device, place) => validateDevice(device, place, allocated),
      keyOf: placeKey,
    }),
    ...reservationErrors({ object, old }),
    ...allocationErrors({ object, old }),
  ];
}

/** Removes the status of devices that are no longer allocated. */
export function dropReleasedDevices({ object, old }: Replacement): void {
  const status = statusOf(object);
  if (!status.devices) return;
  const kept = new Set(devicesOf(object));
  const released = new Set(devicesOf(old).filter((device) => !kept.has(device)));
  status.devices = status.devices.filter((device) => !released.has(placeKey(device)));
  if (status.devices.length === 0) delete status.devices;
}

function devicesOf(claim: JsonObject): string[] {
  return (statusOf(claim).allocation?.devices?.results ?? []).map(placeKey);
}

function validateConsumer({ resource, name, uid }: Consumer, place: FieldPath): FieldError[] {
  return Object.entries({ resource, name, uid })
    .filter(([, value]) => !value)
    .map(([field]) => required(place.child(field), ''));
}

function reservationErrors({ object, old }: Replacement): FieldError[] {
  const { reservedFor = [], allocation } = statusOf(object);
  if (reservedFor.length === 0) return [];
  const place = path.child('reservedFor');
  if (!allocation) return [forbidden(place, 'may not be specified when `allocated` is not set')];
  const before = statusOf(old).reservedFor ?? [];
  const isNew = (consumer: Consumer): boolean =>
    !before.some((known) => jsonEqual({ ...known } as JsonObject, { ...consumer } as JsonObject));
  if (metadataOf(object).deletionTimestamp === undefined || !reservedFor.some(isNew)) return [];
  const detail = 'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set';
  return [forbidden(place, detail)];
}

function allocationErrors({ object, old }: Replacement): readonly FieldError[] {
  const [after, before] = [statusOf(object).allocation, statusOf(old).allocation];
  const place = path.child('allocation');
  if (!after) return [];
  if (before) {
    const change = { value: after as JsonObject, old: before as JsonObject };
    return validateImmutableOf('resource/v1.AllocationResult', change, place);
  }
  return validateAllocation(after, place, new RequestNames(requestsOf(objectIn(object['spec']))));
}

function validateDevice(device: DeviceStatus, place: FieldPath, allocated: ReadonlySet<string>): FieldError[] {
  const { driver, pool, device: name, shareID, data } = device;
  const conditions = device.conditions ?? [];
  const conditionsPath = place.child('conditions');
  return [
    ...validateDriverName(driver, place.child('driver')),
    ...validatePoolName(pool, place.child('pool')),
    ...validateShortName(name, place.child('device')),
    ...(shareID === undefined ? [] : validateUid(shareID, place.child('shareID'))),
    ...(allocated.has(placeKey(device)) ? [] : [invalidValue(place, deviceValue(device), notAllocated)]),
    ...(conditions.length > maxConditions ? [tooMany(conditionsPath, conditions.length, maxConditions)] : []),
    ...validateConditions(conditions, conditionsPath),
    ...(data === undefined ? [] : validateData(data, place.child('data'))),
    ...validateNetwork(device, place.child('networkData')),
  ];
}

const notAllocated = 'must be an allocated device in the claim';

/** Formats a device for messages. */
function deviceValue({ driver, pool, device, shareID = '' }: DeviceStatus): VerbatimValue {
  const members = Object.entries({ Driver: driver, Pool: pool, Device: device, ShareID: shareID });
  return new VerbatimValue(`{${members.map(([name, value]) => `"${name}":${goJson(value)}`).join(',')}}`);
}

function validateNetwork({ networkData }: DeviceStatus, place: FieldPath): FieldError[] {
  const { interfaceName = '', hardwareAddress = '', ips } = networkData ?? {};
  const atMost = (text: string, field: string, max: number): FieldError[] =>
    Buffer.byteLength(text) > max ? [tooLong(place.child(field), '', max)] : [];
  return [
    ...atMost(interfaceName, 'interfaceName', maxInterfaceName),
    ...atMost(hardwareAddress, 'hardwareAddress', maxHardwareAddress),
    ...validateList(ips, place.child('ips'), {
      max: maxAddresses,
      check: (address, item) => validateInterfaceAddress(address, item),
      keyOf: (address) => address,
    }),
  ];
}
