import { compileObjectType } from '../../apimachinery/apply/index.js';
import { type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import { statusOf } from '../../apimachinery/status/index.js';
import { type AdmissionHandler, AdmissionRequest } from '../../server/admission/index.js';
import type { AdmissionAttributes } from '../../server/handlers/index.js';
import type { RequestContext, UserInfo } from '../../server/index.js';
import type { PluginLister } from './plugin-lister.js';

export interface RequestFields extends Partial<Omit<AdmissionAttributes, 'resource'>> {
  /** `pods`, or `leases.coordination.k8s.io`. */
  readonly resource: string;
  readonly user?: UserInfo;
}

/** Builds a request; defaults: user alice creates `object`. */
export function requestOf({
  resource,
  user = { name: 'alice', groups: [] },
  ...given
}: RequestFields): AdmissionRequest {
  const [plural = '', ...group] = resource.split('.');
  const attributes: AdmissionAttributes = {
    operation: 'CREATE',
    kind: { group: group.join('.'), version: 'v1', kind: '' },
    resource: { group: group.join('.'), version: 'v1', resource: plural },
    subresource: '',
    namespace: '',
    name: metadataOf(given.object ?? given.old ?? {}).name ?? '',
    object: undefined,
    old: undefined,
    options: {},
    dryRun: false,
    versions: {
      all: [],
      mutationErrors: () => [],
      convert: (object) => object,
      shape: () => [],
      typeOf: () => compileObjectType(undefined),
    },
    ...given,
  };
  return new AdmissionRequest({ user } as RequestContext, attributes);
}

/** Returns the object after mutation by a plug-in. */
export async function admitted(plugin: AdmissionHandler, given: RequestFields): Promise<JsonObject> {
  const request = requestOf(given);
  await plugin.admit?.(request);
  return request.object ?? {};
}

/** Returns the rejection of a plug-in, with its HTTP status code; undefined if it admits the request. */
export async function refusal(
  plugin: AdmissionHandler,
  phase: 'admit' | 'validate',
  given: RequestFields,
): Promise<string | undefined> {
  try {
    await plugin[phase]?.(requestOf(given));
    return undefined;
  } catch (error) {
    const { code, message } = statusOf(error);
    return `${code} ${message}`;
  }
}

/** A fake cache with the given objects, which have only the fields that matter. */
export function known<T extends JsonObject>(...objects: JsonObject[]): PluginLister<T> {
  const inNamespace = (namespace: string): ReadonlyMap<string, T> =>
    new Map(
      objects.flatMap((object) => {
        const { namespace: own = '', name = '' } = metadataOf(object);
        return own === namespace ? [[name, object as T] as const] : [];
      }),
    );
  return {
    ready: () => undefined,
    get: ({ namespace, name }) => inNamespace(namespace).get(name),
    inNamespace,
    all: () => objects as T[],
  };
}
