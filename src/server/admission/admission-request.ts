import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { AdmissionAttributes, AdmissionOperation } from '../handlers/index.js';
import type { RequestContext, UserInfo } from '../request-context.js';
import type { AdmissionPlugin } from './plugin.js';

/** What plug-ins are asked about: the attributes of a request, and the object as far as it has come. */
export class AdmissionRequest {
  readonly context: RequestContext;
  readonly attributes: AdmissionAttributes;
  /** What is to be stored; undefined when something is deleted. Mutating plug-ins may put another one in its place. */
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

  /** The mutating plug-ins are asked for the second time, and the last. */
  get isReinvocation(): boolean {
    return this.#isReinvocation;
  }

  /**
   * Wishes that the plug-ins before this one are asked once more, because it has changed what they decided about. Those
   * that call others (webhooks) look at `isReinvocation` and at what these want; the rest are simply asked again.
   */
  requestReinvocation(): void {
    this.#wantsReinvocation = true;
  }

  /** Whether a second round is due; true once. */
  beginReinvocation(): boolean {
    if (!this.#wantsReinvocation || this.#isReinvocation) return false;
    this.#isReinvocation = true;
    return true;
  }

  /** What a plug-in keeps from its first round for its second. */
  memoryOf<Memory>(plugin: AdmissionPlugin, create: () => Memory): Memory {
    if (!this.#memories.has(plugin)) this.#memories.set(plugin, create());
    return this.#memories.get(plugin) as Memory;
  }

  /** Told to the client in a Warning header. */
  warn(message: string): void {
    this.context.warn(message);
  }

  /** Written down with the request where it is audited; the key is `<plug-in's domain>/<what>`. */
  annotate(key: string, value: string, level: 'Metadata' | 'Request' = 'Metadata'): void {
    this.context.record?.annotate(key, value, level);
  }
}
