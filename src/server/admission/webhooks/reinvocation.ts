// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/mutating/reinvocationcontext.go (v1.36)

import { cloneJson, type JsonObject, jsonEqual } from '../../../apimachinery/meta/index.js';

/**
 * Tracks which webhooks are called a second time for a request: those with reinvocationPolicy IfNeeded for which the
 * object changed after their first call.
 */
export class Reinvocation {
  #invoked = new Set<string>();
  readonly #again = new Set<string>();
  #lastSeen: JsonObject | undefined;

  /** A webhook with reinvocationPolicy IfNeeded was called. */
  invoked(id: string): void {
    this.#invoked.add(id);
  }

  /** The object changed: webhooks called so far have not seen its current state. */
  changed(): void {
    for (const id of this.#invoked) this.#again.add(id);
    this.#invoked = new Set();
  }

  isDue(id: string): boolean {
    return this.#again.has(id);
  }

  /** `object`: as the last webhook left it. */
  finish(object: JsonObject | undefined): void {
    this.#lastSeen = this.#invoked.size > 0 && object ? cloneJson(object) : undefined;
  }

  /** `object`: at the beginning of the second round; other plug-ins may have changed it meanwhile. */
  resume(object: JsonObject | undefined): void {
    if (this.#lastSeen && !(object && jsonEqual(object, this.#lastSeen))) this.changed();
  }
}
