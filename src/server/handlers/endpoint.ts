import { FieldManager } from '../../apimachinery/apply/index.js';
import type { CodecRegistry } from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { Resource, ResourceStore, Strategy, WriteContext } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';

/** What is done to an object before it is stored; the admission plug-ins behind it are somebody else's business. */
export interface Admission {
  /** May give back another object. Throws to refuse. */
  mutate(context: RequestContext, attributes: AdmissionAttributes): Promise<JsonObject>;
  validate(context: RequestContext, attributes: AdmissionAttributes): Promise<void>;
}

export interface AdmissionAttributes {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
  readonly object: JsonObject | undefined;
  readonly old: JsonObject | undefined;
  readonly dryRun: boolean;
  readonly options: JsonObject;
}

/** Lets everything pass. */
export const admitAll: Admission = {
  mutate: async (_context, { object, old }) => object ?? old ?? {},
  validate: async () => undefined,
};

export interface EndpointOptions {
  readonly store: ResourceStore;
  readonly version: string;
  readonly subresource?: 'status';
  readonly codecs: CodecRegistry;
  readonly admission: Admission;
  readonly now: () => number;
  readonly maxBodyBytes: number;
  readonly minRequestTimeoutSeconds: number;
}

/** One resource, or subresource, in one version: what handlers work on. */
export class Endpoint {
  readonly store: ResourceStore;
  readonly version: string;
  readonly subresource: 'status' | undefined;
  readonly codecs: CodecRegistry;
  readonly admission: Admission;
  readonly maxBodyBytes: number;
  readonly minRequestTimeoutSeconds: number;
  readonly #now: () => number;
  #fieldManager: FieldManager | undefined;

  constructor(options: EndpointOptions) {
    this.store = options.store;
    this.version = options.version;
    this.subresource = options.subresource;
    this.codecs = options.codecs;
    this.admission = options.admission;
    this.maxBodyBytes = options.maxBodyBytes;
    this.minRequestTimeoutSeconds = options.minRequestTimeoutSeconds;
    this.#now = options.now;
  }

  get resource(): Resource {
    return this.store.resource;
  }

  get apiVersion(): string {
    return this.resource.apiVersion(this.version);
  }

  get workingVersion(): string {
    return this.resource.workingVersion(this.version);
  }

  get strategy(): Strategy {
    const { subresources, strategy = {} } = this.resource.definition;
    return this.subresource === undefined ? strategy : (subresources?.[this.subresource]?.strategy ?? strategy);
  }

  get fieldManager(): FieldManager {
    this.#fieldManager ??= new FieldManager({
      apiVersion: this.apiVersion,
      kind: this.resource.definition.kind,
      ...(this.subresource && { subresource: this.subresource }),
      versions: this.resource.applyVersions,
      now: () => new Date(this.#now()),
    });
    return this.#fieldManager;
  }

  /** The request as the store sees it. */
  writeContext(context: RequestContext, dryRun: boolean): WriteContext {
    const { namespace } = context.info;
    return {
      namespace: this.resource.isNamespaced ? namespace : '',
      user: context.user.name,
      dryRun,
      warn: (message) => context.warn(message),
    };
  }
}
