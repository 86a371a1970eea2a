import type { AllocatedDeviceStatus } from '../../../../api/resource/v1.js';
import { compositeKey } from '../../../../apimachinery/meta/index.js';

/** A device in a pool, or a share of one. */
type DevicePlace = Pick<AllocatedDeviceStatus, 'driver' | 'pool' | 'device' | 'shareID'>;

/** Pool names may contain slashes. */
export function placeKey({ driver, pool, device, shareID }: DevicePlace): string {
  return compositeKey(driver, pool, device, ...(shareID === undefined ? [] : [shareID]));
}
