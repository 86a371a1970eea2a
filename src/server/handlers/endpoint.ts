import { excludingFields, FieldManager, FieldSet, fieldElement } from '../../apimachinery/apply/index.js';
import type { Clock } from '../../apimachinery/clock/index.js';
import { type CodecRegistry, cborCodec } from '../../apimachinery/codec/index.js';
import { type GroupVersionKind, type GroupVersionResource, groupVersionKind } from '../../apimachinery/meta/index.js';
import { patchTypes as allPatchTypes, type PatchType, withCborApply } from '../../apimachinery/patch/index.js';
import type { Authorizer } from '../authorization/index.js';
import type { ObjectDecoding, ObjectOutput, ObjectTarget, RequestRouting } from '../dialect/index.js';
import type { ApiServerMetrics, WatchEventMetrics } from '../metrics/index.js';
import type {
  Connect,
  ConnectionOptions,
  Resource,
  ResourceStore,
  Strategy,
  Verb,
  WriteContext,
} from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';
import type { Admission } from './admission.js';
import { TypedDecoding } from './input/typed-decoding.js';
import { EndpointVersions, type ObjectVersions } from './object-versions.js';
import type { EncodedForm } from './output/encoded-items.js';
import { StoredItems } from './output/stored-items.js';
import { typedOutput } from './output/typed-output.js';
import { pathRouting } from './path-routing.js';
import { type ObjectView, WholeView } from './views/object-view.js';
import { StoredFrames } from './watch/stored-frames.js';

/** Services that all endpoints of a server share. */
export interface EndpointServices {
  readonly codecs: CodecRegistry;
  readonly admission: Admission;
  /** Called a second time when an update turns out to create the object. */
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  /** Spreads watch timeouts; default: Math.random. */
  readonly random?: (() => number) | undefined;
  readonly maxBodyBytes: number;
  readonly minRequestTimeoutSeconds: number;
  /** Whether lists are as those of kube-apiserver from its watch cache, which ignores limits with resourceVersion=0. */
  readonly hasWatchCache?: boolean;
  readonly metrics?: ApiServerMetrics;
}

export interface EndpointOptions extends EndpointServices {
  readonly store: ResourceStore;
  readonly version: string;
  readonly subresource?: string;
  /** Unset: the whole object. */
  readonly view?: ObjectView;
  /** Unset: the strategy of the resource. */
  readonly strategy?: Strategy;
  /** Handles all requests. */
  readonly connect?: Connect;
  readonly connection?: ConnectionOptions | undefined;
}

/** A resource or subresource in one version; handlers operate on it. */
export class Endpoint {
  readonly store: ResourceStore;
  readonly version: string;
  /** Empty for the resource itself. */
  readonly subresource: string;
  readonly view: ObjectView;
  readonly strategy: Strategy;
  readonly connect: Connect | undefined;
  readonly connection: ConnectionOptions | undefined;
  readonly codecs: CodecRegistry;
  readonly admission: Admission;
  readonly authorizer: Authorizer;
  readonly maxBodyBytes: number;
  readonly minRequestTimeoutSeconds: number;
  readonly hasWatchCache: boolean;
  readonly routing: RequestRouting;
  readonly output: ObjectOutput;
  /** The supported patches. */
  readonly patchTypes: readonly PatchType[];
  readonly clock: Clock;
  readonly random: () => number;
  readonly #metrics: ApiServerMetrics | undefined;
  #watchEvents: WatchEventMetrics | undefined;
  #storedFrames: StoredFrames | undefined;
  #storedItems: StoredItems | undefined;
  #encodedForms: Map<string, EncodedForm> | undefined;
  #fieldManager: FieldManager | undefined;
  #groupVersionKind: GroupVersionKind | undefined;
  #groupVersionResource: GroupVersionResource | undefined;
  #versions: ObjectVersions | undefined;
  #decoding: ObjectDecoding | undefined;
  #target: ObjectTarget | undefined;

  constructor(options: EndpointOptions) {
    const { resource } = options.store;
    this.store = options.store;
    this.version = options.version;
    this.subresource = options.subresource ?? '';
    this.view = options.view ?? new WholeView(resource, options.version);
    this.strategy = options.strategy ?? resource.strategy(options.version);
    this.connect = options.connect;
    this.connection = options.connection;
    this.codecs = options.codecs;
    this.admission = options.admission;
    this.authorizer = options.authorizer;
    this.maxBodyBytes = options.maxBodyBytes;
    this.minRequestTimeoutSeconds = options.minRequestTimeoutSeconds;
    this.hasWatchCache = options.hasWatchCache ?? true;
    const { routing = pathRouting, output, kinds } = resource.dialect;
    this.routing = routing;
    this.output = output ?? typedOutput(kinds);
    const { patchTypes = allPatchTypes } = resource.dialect;
    this.patchTypes = options.codecs.find(cborCodec.mediaType) ? withCborApply(patchTypes) : patchTypes;
    this.clock = options.clock;
    this.random = options.random ?? Math.random;
    this.#metrics = options.metrics;
  }

  /** Counts the events that are sent to watchers. */
  get watchEvents(): WatchEventMetrics | undefined {
    const { group, resource } = this.resource.groupResource;
    this.#watchEvents ??= this.#metrics?.watchEvents({ group, version: this.version, resource });
    return this.#watchEvents;
  }

  /** Notes that a deprecated version is in use; its warning names the release that removes it, if that is known. */
  countDeprecated(info: RequestInfo, warning: string): void {
    this.#metrics?.deprecatedApiRequested(info, /unavailable in v(\d+\.\d+)\+/.exec(warning)?.[1] ?? '');
  }

  /** Records how long a watch took to send its initial events. */
  watchListed(scope: string, milliseconds: number): void {
    this.#metrics?.watchListed({ ...this.groupVersionResource, scope }, milliseconds / 1000);
  }

  /** Shared by all watches, so that each event is encoded once. */
  get storedFrames(): StoredFrames {
    this.#storedFrames ??= new StoredFrames(this.resource, this.version);
    return this.#storedFrames;
  }

  /** Shared by all lists, so that each item is encoded once; undefined: this version differs from the stored one. */
  get storedItems(): StoredItems | undefined {
    this.#storedItems ??= StoredItems.of(this.resource, this.version);
    return this.#storedItems;
  }

  /** The items of lists in another form, such as protobuf; shared by all lists in that form. */
  encodedForm(key: string, make: () => EncodedForm): EncodedForm {
    this.#encodedForms ??= new Map();
    const form = this.#encodedForms.get(key) ?? make();
    this.#encodedForms.set(key, form);
    return form;
  }

  get resource(): Resource {
    return this.store.resource;
  }

  /** Returns the custom handler for a verb, if any. */
  handlerOf(verb: Verb): Connect | undefined {
    return this.connect ?? (this.subresource === '' ? this.resource.definition.handlers?.[verb] : undefined);
  }

  /** API version of the resource, regardless of the endpoint's view. */
  get apiVersion(): string {
    return this.resource.apiVersion(this.version);
  }

  get workingVersion(): string {
    return this.resource.workingVersion(this.version);
  }

  /** The kind that clients send and receive. */
  get kind(): string {
    return this.view.groupKind.kind;
  }

  get groupVersionKind(): GroupVersionKind {
    this.#groupVersionKind ??= groupVersionKind(this.view.apiVersion, this.kind);
    return this.#groupVersionKind;
  }

  get groupVersionResource(): GroupVersionResource {
    this.#groupVersionResource ??= { ...this.resource.groupResource, version: this.version };
    return this.#groupVersionResource;
  }

  /** How objects are decoded that clients send to the endpoint. */
  get decoding(): ObjectDecoding {
    const { decoding, kinds } = this.resource.dialect;
    this.#decoding ??= this.view.decoding ?? decoding ?? new TypedDecoding({ kinds });
    return this.#decoding;
  }

  /** The objects that clients send to the endpoint. */
  get target(): ObjectTarget {
    const { resource, subresource, view } = this;
    const { apiVersion, groupKind, formerApiVersions } = view;
    this.#target ??= {
      apiVersion,
      groupKind,
      subresource,
      formerApiVersions,
      hasVersion: (groupVersion) => view.isWhole && resource.kind.has(groupVersion),
      shape: (object, options) => view.shape(object, options),
    };
    return this.#target;
  }

  /** Conversions of the endpoint's objects to other versions. */
  get versions(): ObjectVersions {
    this.#versions ??= new EndpointVersions(this);
    return this.#versions;
  }

  get fieldManager(): FieldManager {
    this.#fieldManager ??= new FieldManager({
      apiVersion: this.view.apiVersion,
      kind: this.kind,
      ...(this.subresource && { subresource: this.subresource }),
      versions: this.view.versions,
      ...(this.view.emptyObject && { emptyObject: this.view.emptyObject }),
      resetFields: this.#resetFields(),
      now: () => new Date(this.clock.now()),
    });
    return this.#fieldManager;
  }

  /** The part of the request that the store needs. */
  writeContext(context: RequestContext, dryRun: boolean): WriteContext {
    const { namespace } = context.info;
    return {
      namespace: this.resource.isNamespaced ? namespace : '',
      user: context.user.name,
      userInfo: context.user,
      info: context.info,
      dryRun,
      mayDropManagedFields: true,
      warn: (message) => context.warn(message),
    };
  }

  #resetFields() {
    const { strategy, store } = this;
    const resetFields = strategy.resetFieldsWith?.(store.features) ?? strategy.resetFields ?? [];
    if (resetFields.length === 0 || !this.view.isWhole) return new Map();
    const paths = resetFields.map((path) => path.split('.').map(fieldElement));
    const filter = excludingFields(FieldSet.fromPaths(...paths));
    return new Map(this.resource.kind.versions.map((name) => [this.resource.apiVersion(name), filter]));
  }
}
