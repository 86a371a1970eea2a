import { isAlreadyExists } from '../../apimachinery/status/index.js';
import type { RestClient } from '../../client/rest/index.js';
import { systemClasses } from '../groups/scheduling/priorityclasses/system-classes.js';

/** Creates those of the system's priority classes that are not there yet. */
export async function createSystemPriorityClasses(client: RestClient): Promise<void> {
  const target = '/apis/scheduling.k8s.io/v1/priorityclasses';
  const create = async ([name, fields]: [string, object]): Promise<void> => {
    const body = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, ...fields };
    try {
      await client.response({ method: 'POST', target, body });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  };
  await Promise.all(Object.entries(systemClasses).map(create));
}
