import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { AdmissionAttributes, AdmissionOperation } from '../handlers/index.js';
import type { RequestContext, UserInfo } from '../request-context.js';
import type { AdmissionPlugin } from './plugin.js';

/** What plug-ins decide about: the attributes of a request, and the object as mutated so far. */
export class AdmissionRequest {
  readonly context: RequestContext;
  readonly attributes: AdmissionAttributes;
  /** The object to be stored; undefined for deletions. Mutating plug-ins may replace it. */
  object: JsonObject | undefined;
  #isReinvocation = false;
  #wantsReinvocation = false;
  readonly #memories = new Map<AdmissionPlugin, unknown>();

  constructor(context: RequestContext, attributes: AdmissionAttributes) {
    this.context = context;
    this.attributes = attributes;
    this.object = attributes.object;
  }

  get operation(): AdmissionOperation {
    return this.attributes.operation;
  }

  get old(): JsonObject | undefined {
    return this.attributes.old;
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
  memoryOf<Memory>(plugin: AdmissionPlugin, create: () => Memory): Memory {
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
