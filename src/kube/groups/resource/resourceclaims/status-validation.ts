// Follows pkg/apis/resource/validation/validation.go (v1.36)

import type {
  AllocatedDeviceStatus,
  AllocationResult,
  DeviceRequestAllocationResult,
  ResourceClaim,
  ResourceClaimConsumerReference,
} from '../../../../api/resource/v1.js';
import { goJson, jsonEqual } from '../../../../apimachinery/meta/index.js';
import {
  type FieldError,
  FieldPath,
  VerbatimValue,
  validateConditions,
  validateInterfaceAddress,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { requiredOneOf, validateImmutableOf, validateRequired } from '../../../field-checks.js';
import { validateNodeSelector } from '../../../pod-spec/index.js';
import { validateDriverName } from '../../storage/driver-name.js';
import { validateBindingConditions } from '../binding-conditions.js';
import { RequestNames } from '../claim-validation.js';
import { maxConfigurations, validateConfiguration, validateData } from '../device-configuration.js';
import { validateList } from '../list-rules.js';
import { validatePoolName, validateShortName, validateUid } from '../names.js';
import { placeKey } from './device-place.js';

const path = FieldPath.of('status');
const [maxConsumers, maxConditions, maxAddresses] = [256, 8, 16];
const [maxInterfaceName, maxHardwareAddress] = [256, 128];

export function validateClaimStatus({ object, old }: Replacement<ResourceClaim>): FieldError[] {
  const { reservedFor, devices } = object.status;
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
export function dropReleasedDevices({ object, old }: Replacement<ResourceClaim>): void {
  const { status } = object;
  if (!status.devices) return;
  const kept = new Set(devicesOf(object));
  const released = new Set(devicesOf(old).filter((device) => !kept.has(device)));
  status.devices = status.devices.filter((device) => !released.has(placeKey(device)));
  if (status.devices.length === 0) delete status.devices;
}

function devicesOf({ status }: ResourceClaim): string[] {
  return (status.allocation?.devices.results ?? []).map(placeKey);
}

function validateConsumer({ resource, name, uid }: ResourceClaimConsumerReference, place: FieldPath): FieldError[] {
  return Object.entries({ resource, name, uid }).flatMap(([field, value]) =>
    validateRequired(value, place.child(field)),
  );
}

function reservationErrors({ object, old }: Replacement<ResourceClaim>): FieldError[] {
  const { reservedFor = [], allocation } = object.status;
  if (reservedFor.length === 0) return [];
  const place = path.child('reservedFor');
  if (!allocation) return [place.forbidden('may not be specified when `allocated` is not set')];
  const before = old.status.reservedFor ?? [];
  const isNew = (consumer: ResourceClaimConsumerReference): boolean =>
    !before.some((known) => jsonEqual(known, consumer));
  if (object.metadata.deletionTimestamp === undefined || !reservedFor.some(isNew)) return [];
  const detail = 'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set';
  return [place.forbidden(detail)];
}

function allocationErrors({ object, old }: Replacement<ResourceClaim>): readonly FieldError[] {
  const [after, before] = [object.status.allocation, old.status.allocation];
  const place = path.child('allocation');
  if (!after) return [];
  if (before) return validateImmutableOf('resource/v1.AllocationResult', { value: after, old: before }, place);
  return validateAllocation(after, place, new RequestNames(object.spec.devices.requests ?? []));
}

function validateDevice(device: AllocatedDeviceStatus, place: FieldPath, allocated: ReadonlySet<string>): FieldError[] {
  const { driver, pool, device: name, shareID, data } = device;
  const conditions = device.conditions ?? [];
  const conditionsPath = place.child('conditions');
  return [
    ...validateDriverName(driver, place.child('driver')),
    ...validatePoolName(pool, place.child('pool')),
    ...validateShortName(name, place.child('device')),
    ...(shareID === undefined ? [] : validateUid(shareID, place.child('shareID'))),
    ...(allocated.has(placeKey(device)) ? [] : [place.invalid(deviceValue(device), notAllocated)]),
    ...(conditions.length > maxConditions ? [conditionsPath.tooMany(conditions.length, maxConditions)] : []),
    ...validateConditions(conditions, conditionsPath),
    ...(data === undefined ? [] : validateData(data, place.child('data'))),
    ...validateNetwork(device, place.child('networkData')),
  ];
}

const notAllocated = 'must be an allocated device in the claim';

/** Formats a device for messages. */
function deviceValue({ driver, pool, device, shareID = '' }: AllocatedDeviceStatus): VerbatimValue {
  const members = Object.entries({ Driver: driver, Pool: pool, Device: device, ShareID: shareID });
  return new VerbatimValue(`{${members.map(([name, value]) => `"${name}":${goJson(value)}`).join(',')}}`);
}

function validateNetwork({ networkData }: AllocatedDeviceStatus, place: FieldPath): FieldError[] {
  const { interfaceName = '', hardwareAddress = '', ips } = networkData ?? {};
  const atMost = (text: string, field: string, max: number): FieldError[] =>
    Buffer.byteLength(text) > max ? [place.child(field).tooLong(max)] : [];
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

const maxResults = 32;
const sources = ['FromClaim', 'FromClass'];

/** Validates the devices allocated to a claim. */
function validateAllocation(allocation: AllocationResult, path: FieldPath, names: RequestNames): FieldError[] {
  const { devices, nodeSelector } = allocation;
  const place = path.child('devices');
  return [
    ...validateList(devices.results, place.child('results'), {
      max: maxResults,
      check: (result, item) => validateResult(result, item, names),
    }),
    ...validateList(devices.config, place.child('config'), {
      max: 2 * maxConfigurations,
      check: (configuration, item) => [
        ...requiredOneOf(configuration.source, sources, item.child('source')),
        ...names.validateList(configuration.requests, item.child('requests')),
        ...validateConfiguration(configuration, item),
      ],
    }),
    ...(nodeSelector ? validateNodeSelector(nodeSelector, path.child('nodeSelector')) : []),
  ];
}

function validateResult(result: DeviceRequestAllocationResult, path: FieldPath, names: RequestNames): FieldError[] {
  const { request, driver, pool, device, shareID } = result;
  return [
    ...names.validate(request, path.child('request')),
    ...validateDriverName(driver, path.child('driver')),
    ...validatePoolName(pool, path.child('pool')),
    ...validateShortName(device, path.child('device')),
    ...validateBindingConditions(result, path),
    ...(shareID === undefined ? [] : validateUid(shareID, path.child('shareID'))),
  ];
}
