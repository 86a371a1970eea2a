import type { Steps } from '../../apimachinery/event-loop/index.js';
import { compositeKey, type GroupVersion, type JsonObject } from '../../apimachinery/meta/index.js';
import type { Form } from './lazy-document.js';
import { swaggerSchema } from './swagger-schema.js';
import { type V2Part, v2Part } from './v2-merge.js';
import { closing, type FindSchema, ofAllGroups, withKindsOf } from './v3-document.js';

/** What a v2 document has already. */
export interface OwnDefinitions {
  readonly names: ReadonlySet<string>;
  /** The models that it references. */
  readonly references: Iterable<string>;
  readonly groupVersions: readonly GroupVersion[];
}

/** The definitions of the v2 document that belong to no resource. Encoded ones are kept as long as there is memory. */
export class SharedDefinitions {
  readonly #find: FindSchema;
  readonly #kept = new Map<string, WeakRef<V2Part>>();

  constructor(find: FindSchema) {
    this.#find = find;
  }

  /** Called when the group versions have changed. */
  clear(): void {
    this.#kept.clear();
  }

  /** The definitions that are referenced, directly or by one another. */
  *parts({ names, references, groupVersions }: OwnDefinitions, form: Form): Steps<V2Part[]> {
    const found = yield* closing(references, (model) => (names.has(model) ? undefined : this.#find(model)));
    const parts: V2Part[] = [];
    for (const [model, schema] of found) {
      const key = compositeKey(form, model);
      let part = this.#kept.get(key)?.deref();
      if (!part) {
        const shown = ofAllGroups.has(model) ? withKindsOf(schema, groupVersions) : schema;
        part = v2Part({ paths: {}, definitions: { [model]: swaggerSchema(shown) as JsonObject } }, form);
        this.#kept.set(key, new WeakRef(part));
      }
      parts.push(part);
      yield;
    }
    return parts;
  }
}
