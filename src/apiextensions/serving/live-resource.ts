// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { compositeKey, isBeingDeleted, type JsonObject, jsonEqual, metadataOf } from '../../apimachinery/meta/index.js';
import { forbidden } from '../../apimachinery/status/index.js';
import type { Admission, ApiResponse, InstallOptions, RequestContext } from '../../server/index.js';
import { InstalledResource, ResourceRouter } from '../../server/index.js';
import type { ResourceStore } from '../../server/registry/index.js';
import { type ConversionOptions, ConversionWebhook } from '../conversion/index.js';
import { type CustomResourceDefinition, isTerminating } from '../definition/index.js';
import { resourceDefinitionOf } from './resource-definition-of.js';

export interface LiveResourceOptions extends InstallOptions {
  readonly conversion: ConversionOptions;
  /** Called before an object is created. */
  readonly onCreate: () => void;
  /** How long open requests may take once the resource is retired. */
  readonly drainMilliseconds: number;
}

/** A served custom resource: cache, store and endpoints, built for one state of its definition. */
export class LiveResource {
  readonly #options: LiveResourceOptions;
  readonly #webhook: ConversionWebhook | undefined;
  readonly #installed: InstalledResource;
  readonly #router = new ResourceRouter();
  #definition: CustomResourceDefinition;
  #inFlight = 0;
  #onDrained: (() => void) | undefined;

  constructor(definition: CustomResourceDefinition, options: LiveResourceOptions) {
    const { conversion } = definition.spec;
    this.#definition = definition;
    this.#options = options;
    this.#webhook =
      conversion?.strategy === 'Webhook' ? new ConversionWebhook(definition, options.conversion) : undefined;
    const resource = resourceDefinitionOf(definition, {
      now: () => options.clock.now(),
      ...(this.#webhook && { convertAll: this.#webhook.convertAll }),
    });
    this.#installed = new InstalledResource(definition.spec.group, resource, {
      ...options,
      // Objects are cached as the schema of this generation shapes them.
      cachedForm: compositeKey(definition.metadata.uid ?? '', String(definition.metadata.generation ?? 0)),
      admission: this.#withCreation(options.admission),
    });
    for (const route of this.#installed.routes) this.#router.add(route);
  }

  /** Starts to fill the cache. */
  start(): void {
    this.#installed.start();
  }

  get store(): ResourceStore {
    return this.#installed.store;
  }

  /** Whether it has no objects, no watches and no requests: the next request can build another one in its place. */
  get isUnused(): boolean {
    return this.#inFlight === 0 && this.#installed.isUnused;
  }

  /** Whether it was built for an equal definition, disregarding conditions; if so, adopts the new one. */
  isMadeFor(definition: CustomResourceDefinition): boolean {
    const own = this.#definition;
    if (definition === own) return true;
    const isSame =
      own.metadata.uid === definition.metadata.uid &&
      (own.spec === definition.spec || isEqual(own.spec, definition.spec)) &&
      isEqual(own.status?.acceptedNames, definition.status?.acceptedNames);
    if (isSame) this.#definition = definition;
    return isSame;
  }

  /** Returns undefined if no route matches. */
  async serve(context: RequestContext): Promise<ApiResponse | undefined> {
    this.#inFlight++;
    try {
      return await this.#router.handle(context);
    } finally {
      this.#inFlight--;
      if (this.#inFlight === 0) this.#onDrained?.();
    }
  }

  /** Waits for open requests, then closes watches and releases everything. */
  async retire(): Promise<void> {
    await this.#drained();
    await this.#installed.close();
    this.#webhook?.close();
  }

  #drained(): Promise<void> {
    if (this.#inFlight === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const cancelTimer = systemClock.after(this.#options.drainMilliseconds, resolve);
      this.#onDrained = () => {
        cancelTimer();
        resolve();
      };
    });
  }

  /** Announces creations; rejects them while the definition, and with it all objects, is being deleted. */
  #withCreation(admission: Admission): Admission {
    const check = ({ operation, resource, name }: Parameters<Admission['validate']>[1]): void => {
      if (operation !== 'CREATE') return;
      if (this.#isEnding()) {
        const problem = 'create not allowed while custom resource definition is terminating';
        throw forbidden({ group: resource.group, resource: resource.resource }, name, problem);
      }
      this.#options.onCreate();
    };
    return {
      mutate: async (context, attributes) => {
        check(attributes);
        return admission.mutate(context, attributes);
      },
      validate: async (context, attributes) => {
        check(attributes);
        return admission.validate(context, attributes);
      },
    };
  }

  #isEnding(): boolean {
    const definition = this.#definition;
    return isBeingDeleted(metadataOf(definition as unknown as JsonObject)) || isTerminating(definition);
  }
}

function isEqual(a: object | undefined, b: object | undefined): boolean {
  return jsonEqual(a as JsonObject | undefined, b as JsonObject | undefined);
}
