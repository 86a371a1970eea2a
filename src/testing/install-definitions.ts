import type { JsonObject, WatchEvent } from '../apimachinery/meta/index.js';
import { metadataOf } from '../apimachinery/meta/index.js';
import { isAlreadyExists } from '../apimachinery/status/index.js';
import type { RestClient } from '../client/rest/index.js';

const definitions = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };

/** Creates or updates the definitions among the objects, and resolves when all of them are served. */
export async function installDefinitions(client: RestClient, objects: readonly JsonObject[]): Promise<void> {
  const wanted = objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
  await Promise.all(wanted.map((definition) => install(client, definition)));
}

async function install(client: RestClient, definition: JsonObject): Promise<void> {
  const resource = client.resource(definitions);
  const created = await resource.create(definition).catch((error) => {
    if (!isAlreadyExists(error)) throw error;
    return resource.apply(definition, { fieldManager: 'trestle-testing', force: true });
  });
  const { name = '', resourceVersion = '' } = metadataOf(created);
  if (isServed(created)) return;
  const events = resource.watch({ fieldSelector: `metadata.name=${name}`, resourceVersion });
  for await (const event of events) if (isServed((event as WatchEvent<JsonObject>).object)) return;
  throw new Error(`the definition ${name} is not served`);
}

function isServed({ status }: JsonObject): boolean {
  const { conditions } = (status ?? {}) as { conditions?: readonly JsonObject[] | null };
  return conditions?.some(({ type, status: is }) => type === 'Established' && is === 'True') ?? false;
}
