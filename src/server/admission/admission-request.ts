// Follows staging/src/k8s.io/apiserver/pkg/admission/attributes.go (v1.36)

import type { GroupResource, JsonObject } from '../../apimachinery/meta/index.js';
import type { AdmissionAttributes, AdmissionOperation } from '../handlers/index.js';
import type { RequestContext, UserInfo } from '../request-context.js';
import type { AdmissionHandler } from './plugin.js';

/**
 * What plug-ins decide about: the attributes of a request, and the object as mutated so far, in the version of the
 * request. A plug-in for a single kind with one version may declare the type of its objects:
 * `validate(request: AdmissionRequest<Flunder>)`; see also `objectIn`.
 */
export class AdmissionRequest<Type extends JsonObject = JsonObject> {
  readonly context: RequestContext;
  readonly attributes: AdmissionAttributes;
  /** The object to be stored; undefined for deletions. Mutating plug-ins may replace it. */
  object: Type | undefined;
  #isReinvocation = false;
  #wantsReinvocation = false;
  readonly #memories = new Map<AdmissionHandler, unknown>();

  constructor(context: RequestContext, attributes: AdmissionAttributes) {
    this.context = context;
    this.attributes = attributes;
    this.object = attributes.object as Type | undefined;
  }

  get operation(): AdmissionOperation {
    return this.attributes.operation;
  }

  get old(): Type | undefined {
    return this.attributes.old as Type | undefined;
  }

  /** Whether it is about an object of this resource, and not about a subresource of it. */
  isFor({ group, resource }: GroupResource): boolean {
    const { attributes } = this;
    return attributes.resource.resource === resource && attributes.resource.group === group && !attributes.subresource;
  }

  /** Returns the object in a version of its resource, whichever one the client sent; undefined for deletions. */
  async objectIn<Version extends JsonObject = JsonObject>(version: string): Promise<Version | undefined> {
    const { kind, versions } = this.attributes;
    return this.object && ((await versions.convert(this.object, { ...kind, version })) as Version);
  }

  get user(): UserInfo {
    return this.context.user;
  }

  /** True during the second and last round of the mutating plug-ins. */
  get isReinvocation(): boolean {
    return this.#isReinvocation;
  }

  /**
   * Requests a second round of the mutating plug-ins, because this one changed the object after earlier ones had seen
   * it. Webhooks and policies check `isReinvocation` and their reinvocationPolicy; the other plug-ins are simply called
   * again.
   */
  requestReinvocation(): void {
    this.#wantsReinvocation = true;
  }

  /** Starts the second round if one was requested. Returns true at most once. */
  beginReinvocation(): boolean {
    if (!this.#wantsReinvocation || this.#isReinvocation) return false;
    this.#isReinvocation = true;
    return true;
  }

  /** State that a plug-in keeps from the first round for the second; created on first use. */
  memoryOf<Memory>(plugin: AdmissionHandler, create: () => Memory): Memory {
    if (!this.#memories.has(plugin)) this.#memories.set(plugin, create());
    return this.#memories.get(plugin) as Memory;
  }

  /** Sent to the client in a Warning header. */
  warn(message: string): void {
    this.context.warn(message);
  }

  /** Adds an annotation to the audit event of the request; the key is `<domain of the plug-in>/<name>`. */
  annotate(key: string, value: string, level: 'Metadata' | 'Request' = 'Metadata'): void {
    this.context.record?.annotate(key, value, level);
  }
}
