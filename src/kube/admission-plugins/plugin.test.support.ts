import { compileObjectType } from '../../apimachinery/apply/index.js';
import { type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import { statusOf } from '../../apimachinery/status/index.js';
import { type AdmissionPlugin, AdmissionRequest } from '../../server/admission/index.js';
import type { AdmissionAttributes } from '../../server/handlers/index.js';
import type { RequestContext, UserInfo } from '../../server/index.js';
import type { KnownObjects } from './known-objects.js';

export interface Asked extends Partial<Omit<AdmissionAttributes, 'resource'>> {
  /** `pods`, or `leases.coordination.k8s.io`. */
  readonly resource: string;
  readonly user?: UserInfo;
}

/** A request of somebody to create `object` as it is, unless told otherwise. */
export function requestOf({ resource, user = { name: 'alice', groups: [] }, ...asked }: Asked): AdmissionRequest {
  const [plural = '', ...group] = resource.split('.');
  const attributes: AdmissionAttributes = {
    operation: 'CREATE',
    kind: { group: group.join('.'), version: 'v1', kind: '' },
    resource: { group: group.join('.'), version: 'v1', resource: plural },
    subresource: '',
    namespace: '',
    name: metadataOf(asked.object ?? asked.old ?? {}).name ?? '',
    object: undefined,
    old: undefined,
    options: {},
    dryRun: false,
    forms: {
      all: [],
      areCustom: false,
      convert: (object) => object,
      shape: () => [],
      typeOf: () => compileObjectType(undefined),
    },
    ...asked,
  };
  return new AdmissionRequest({ user } as RequestContext, attributes);
}

/** The object as a plug-in leaves it. */
export async function admitted(plugin: AdmissionPlugin, asked: Asked): Promise<JsonObject> {
  const request = requestOf(asked);
  await plugin.admit?.(request);
  return request.object ?? {};
}

/** Why a plug-in refuses, with the code that clients get; undefined if it does not. */
export async function refusal(
  plugin: AdmissionPlugin,
  phase: 'admit' | 'validate',
  asked: Asked,
): Promise<string | undefined> {
  try {
    await plugin[phase]?.(requestOf(asked));
    return undefined;
  } catch (error) {
    const { code, message } = statusOf(error);
    return `${code} ${message}`;
  }
}

/** Objects by which a plug-in is to decide. */
export function known(...objects: JsonObject[]): KnownObjects {
  const inNamespace = (namespace: string): ReadonlyMap<string, JsonObject> =>
    new Map(
      objects.flatMap((object) => {
        const { namespace: own = '', name = '' } = metadataOf(object);
        return own === namespace ? [[name, object] as const] : [];
      }),
    );
  return {
    ready: () => undefined,
    get: ({ namespace, name }) => inNamespace(namespace).get(name),
    inNamespace,
    all: () => objects,
  };
}
