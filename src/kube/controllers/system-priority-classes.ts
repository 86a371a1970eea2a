// Follows pkg/registry/scheduling/rest/storage_scheduling.go (v1.36)

import type { RestClient } from '../../client/rest/index.js';
import { createIfMissing } from '../create-if-missing.js';
import { systemClasses } from '../groups/scheduling/priorityclasses/system-classes.js';

const collection = '/apis/scheduling.k8s.io/v1/priorityclasses';

/** Creates missing system priority classes. */
export async function createSystemPriorityClasses(client: RestClient): Promise<void> {
  const create = ([name, fields]: [string, object]): Promise<void> =>
    createIfMissing(client, collection, {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name },
      ...fields,
    });
  await Promise.all(Object.entries(systemClasses).map(create));
}
