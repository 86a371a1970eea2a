// Follows pkg/controller/storageversionmigrator/storageversionmigrator.go (v1.36)
import {
  isConflict,
  isInternalError,
  isServerTimeout,
  isServiceUnavailable,
  isTimeout,
  isTooManyRequests,
  messageOf,
} from '../../apimachinery/status/index.js';
import { TransportError } from '../../client/rest/index.js';
import type { ControllerContext } from '../controller.js';
import type { DiscoveredResource } from '../discover-resources.js';

interface MigrationRange {
  /** Objects that were written later are stored in the present version already. */
  readonly upTo: bigint;
  readonly manager: string;
  readonly context: ControllerContext;
}

/**
 * Applies nothing to each object, which writes it again. Returns why an object cannot be migrated; rejects if that may
 * change.
 */
export async function migrateObjects(
  resource: DiscoveredResource,
  { upTo, manager, context: { client, signal } }: MigrationRange,
): Promise<string | undefined> {
  const { group, version, kind } = resource;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  for await (const { items } of client.metadata(resource).pages({ signal })) {
    for (const { metadata } of items) {
      const { uid, resourceVersion = '', name = '', namespace } = metadata;
      if (BigInt(resourceVersion) > upTo) continue;
      // Both are set: an object that has been changed, deleted or created again meanwhile is a conflict.
      const body = { apiVersion, kind, metadata: { name, uid, resourceVersion } } as never;
      const objects = client.metadata(resource, namespace);
      try {
        await objects.patch(name, { type: 'apply', body }, { fieldManager: manager, signal, ignoreResponse: true });
      } catch (error) {
        if (isConflict(error)) continue;
        if (isTemporary(error)) throw error;
        return messageOf(error);
      }
    }
  }
  return undefined;
}

function isTemporary(error: unknown): boolean {
  const kinds = [isServerTimeout, isTooManyRequests, isServiceUnavailable, isInternalError, isTimeout];
  return error instanceof TransportError || kinds.some((is) => is(error));
}
