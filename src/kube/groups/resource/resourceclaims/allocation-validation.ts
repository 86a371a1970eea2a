// Follows pkg/apis/resource/validation/validation.go (v1.36)

import type { AllocationResult, DeviceRequestAllocationResult } from '../../../../api/resource/v1.js';
import type { FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { requiredOneOf } from '../../../field-checks.js';
import { validateNodeSelector } from '../../../pod-spec/index.js';
import { validateDriverName } from '../../storage/driver-name.js';
import { validateBindingConditions } from '../binding-conditions.js';
import type { RequestNames } from '../claim-validation.js';
import { maxConfigurations, validateConfiguration } from '../device-configuration.js';
import { validateList } from '../list-rules.js';
import { validatePoolName, validateShortName, validateUid } from '../names.js';

const maxResults = 32;
const sources = ['FromClaim', 'FromClass'];

/** Validates the devices allocated to a claim. */
export function validateAllocation(allocation: AllocationResult, path: FieldPath, names: RequestNames): FieldError[] {
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
