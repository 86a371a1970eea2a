import {
  type ApiList,
  type CreateOptions,
  type DeleteOptions,
  type GetOptions,
  type GroupVersionResource,
  type JsonObject,
  type JsonValue,
  type ListOptions,
  metadataOf,
  type PatchOptions,
  type UpdateOptions,
  type WatchEvent,
} from '../../apimachinery/meta/index.js';
import { collectionPath, withQuery } from './request-target.js';
import type { RestClient, RestRequest } from './rest-client.js';
import { watchEvents } from './watch-events.js';

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The response is not decoded: if the call succeeds, it resolves with an empty object. */
  readonly ignoreResponse?: boolean | undefined;
}

/** `watch` is set by the method that is called. */
export type SelectOptions = Omit<ListOptions, 'watch'>;

/** `apply` is the desired state of the fields that the field manager owns; the others describe changes. */
export type PatchType = 'json' | 'merge' | 'strategic' | 'apply';

/** A patch and its type. */
export interface Patch {
  readonly type: PatchType;
  readonly body: JsonValue;
}

const patchContentTypes: Readonly<Record<PatchType, string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};

/** The number of objects in a page, unless a limit is set. */
export const defaultPageSize = 500;

/** The media types in which a client requests objects and lists. Unset: JSON, as they are. */
export interface Representation {
  readonly object?: string;
  readonly list?: string;
}

/** Requests the metadata of objects alone. */
export const metadataOnly: Representation = {
  object: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
  list: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
};

/** The verbs of one resource, in one namespace or across all. */
export class ResourceClient<Item extends object = JsonObject> {
  readonly resource: GroupVersionResource;
  /** Empty: all namespaces, or a cluster-scoped resource. */
  readonly namespace: string;
  readonly #client: RestClient;
  readonly #representation: Representation;
  readonly #path: string;

  constructor(
    client: RestClient,
    resource: GroupVersionResource,
    { namespace = '', representation = {} }: { namespace?: string; representation?: Representation } = {},
  ) {
    this.#client = client;
    this.resource = resource;
    this.namespace = namespace;
    this.#representation = representation;
    this.#path = collectionPath(resource, namespace);
  }

  /** Returns a client for the same resource in another namespace. */
  inNamespace(namespace: string): ResourceClient<Item> {
    return new ResourceClient(this.#client, this.resource, { namespace, representation: this.#representation });
  }

  get(name: string, options: GetOptions & CallOptions = {}): Promise<Item> {
    return this.#on(name).get(options);
  }

  async list({ signal, ...options }: SelectOptions & CallOptions = {}): Promise<ApiList<Item>> {
    const target = withQuery(this.#path, options);
    const request = this.#request('GET', { target, signal, accept: this.#representation.list });
    return withTypedItems(await this.#client.object<ApiList<Item>>(request));
  }

  /** Lists in pages of `limit` objects, all from one consistent snapshot. */
  async *pages(options: SelectOptions & CallOptions = {}): AsyncGenerator<ApiList<Item>> {
    let page = await this.list({ limit: defaultPageSize, ...options });
    yield page;
    // From now on, the continue token determines the snapshot.
    const { resourceVersion: _version, resourceVersionMatch: _match, ...further } = options;
    while (page.metadata?.continue) {
      page = await this.list({ limit: defaultPageSize, ...further, continue: page.metadata.continue });
      yield page;
    }
  }

  /**
   * Yields the events after the options' resourceVersion. Ends when the signal is aborted or the server ends the watch;
   * throws a `StatusError` when the server cannot continue, such as Expired if that version has been compacted.
   */
  watch({ signal, ...options }: SelectOptions & CallOptions = {}): AsyncGenerator<WatchEvent<Item>> {
    const target = withQuery(this.#path, { watch: true, ...options });
    const request = this.#request('GET', { target, signal, accept: this.#representation.object });
    return watchEvents<Item>(this.#client, request);
  }

  create(object: Item, { signal, ignoreResponse, ...options }: CreateOptions & CallOptions = {}): Promise<Item> {
    const target = withQuery(this.#path, options);
    const accept = this.#representation.object;
    const body = object as JsonObject;
    return this.#client.object(this.#request('POST', { target, body, signal, ignoreResponse, accept }));
  }

  /** Replaces the object. If its resourceVersion is set, it must be the latest. */
  update(object: Item, options: UpdateOptions & CallOptions = {}): Promise<Item> {
    return this.#on(nameOf(object)).update(object, options);
  }

  updateStatus(object: Item, options: UpdateOptions & CallOptions = {}): Promise<Item> {
    return this.subresource(nameOf(object), 'status').update(object, options);
  }

  patch(name: string, patch: Patch, options: PatchOptions & CallOptions = {}): Promise<Item> {
    return this.#on(name).patch(patch, options);
  }

  /** Server-side apply: the object contains exactly the fields that the field manager wants to own. */
  apply(object: Item, options: PatchOptions & CallOptions & { readonly fieldManager: string }): Promise<Item> {
    return this.patch(nameOf(object), { type: 'apply', body: object as JsonObject }, options);
  }

  /** Returns the object if finalizers or a grace period keep it, otherwise a Status. */
  delete(name: string, { signal, ignoreResponse, ...options }: DeleteOptions & CallOptions = {}): Promise<JsonObject> {
    const target = `${this.#path}/${segment(name)}`;
    const body = deleteBody(options);
    return this.#client.object(this.#request('DELETE', { target, body, signal, ignoreResponse, name }));
  }

  /** Deletes all objects that match the selectors. */
  deleteCollection(
    selection: SelectOptions = {},
    { signal, ignoreResponse, ...options }: DeleteOptions & CallOptions = {},
  ): Promise<JsonObject> {
    const target = withQuery(this.#path, selection);
    return this.#client.object(this.#request('DELETE', { target, body: deleteBody(options), signal, ignoreResponse }));
  }

  /** A subresource of an object, such as `status` or `scale`. */
  subresource<Sub extends object = Item>(name: string, subresource: string): ObjectClient<Sub> {
    return this.#on<Sub>(name, `/${segment(subresource)}`);
  }

  #on<Sub extends object = Item>(name: string, suffix = ''): ObjectClient<Sub> {
    return new ObjectClient<Sub>(this.#client, {
      path: `${this.#path}/${segment(name)}${suffix}`,
      about: { resource: this.resource, name },
      accept: this.#representation.object,
    });
  }

  #request(
    method: RestRequest['method'],
    { name, ...rest }: Omit<RestRequest, 'method' | 'about'> & { name?: string },
  ): RestRequest {
    return { ...rest, method, about: { resource: this.resource, ...(name !== undefined && { name }) } };
  }
}

interface ObjectLocation {
  readonly path: string;
  readonly about: NonNullable<RestRequest['about']>;
  readonly accept: string | undefined;
}

/** The verbs of one object, or of one of its subresources. */
export class ObjectClient<Item extends object> {
  readonly #client: RestClient;
  readonly #at: ObjectLocation;

  constructor(client: RestClient, at: ObjectLocation) {
    this.#client = client;
    this.#at = at;
  }

  get({ signal, ...options }: GetOptions & CallOptions = {}): Promise<Item> {
    return this.#send('GET', { options, signal });
  }

  /** For action subresources, such as `eviction` and `token`. */
  create(object: object, { signal, ignoreResponse, ...options }: CreateOptions & CallOptions = {}): Promise<Item> {
    return this.#send('POST', { options, signal, ignoreResponse, body: object as JsonObject });
  }

  update(object: Item, { signal, ignoreResponse, ...options }: UpdateOptions & CallOptions = {}): Promise<Item> {
    return this.#send('PUT', { options, signal, ignoreResponse, body: object as JsonObject });
  }

  patch({ type, body }: Patch, { signal, ignoreResponse, ...options }: PatchOptions & CallOptions = {}): Promise<Item> {
    return this.#send('PATCH', { options, signal, ignoreResponse, body, contentType: patchContentTypes[type] });
  }

  #send(
    method: RestRequest['method'],
    {
      options,
      ...rest
    }: Pick<RestRequest, 'body' | 'contentType' | 'signal' | 'ignoreResponse'> & {
      options: object;
    },
  ): Promise<Item> {
    const { path, about, accept } = this.#at;
    return this.#client.object({ ...rest, method, target: withQuery(path, options), about, accept });
  }
}

function deleteBody(options: DeleteOptions): JsonObject | undefined {
  if (Object.keys(options).length === 0) return undefined;
  return { kind: 'DeleteOptions', apiVersion: 'v1', ...options } as unknown as JsonObject;
}

function nameOf(object: object): string {
  const { name = '' } = metadataOf(object as JsonObject);
  if (name === '') throw new TypeError('the object has no name');
  return name;
}

/** Rejects names that would change the request's path. */
function segment(name: string): string {
  if (name === '' || name === '.' || name === '..') throw new TypeError(`${JSON.stringify(name)} is not a name`);
  return encodeURIComponent(name);
}

/**
 * Servers omit apiVersion and kind from list items; sets them, so that each item is self-describing. Servers write an
 * empty list of metadata as null.
 */
function withTypedItems<Item extends object>(list: ApiList<Item>): ApiList<Item> {
  const { apiVersion, kind = '' } = list;
  const items: readonly Item[] = list.items ?? [];
  if (!apiVersion || !kind.endsWith('List')) return { ...list, items };
  const type = { apiVersion, kind: kind.slice(0, -'List'.length) };
  return { ...list, items: items.map((item) => ('kind' in item ? item : { ...type, ...item })) };
}
