// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/reinvocationcontext.go (v1.36)

import { cloneJson, type JsonObject, jsonEqual } from '../../../../apimachinery/meta/index.js';

/**
 * Tracks which policies are called in the second round: those with reinvocationPolicy IfNeeded for which the object
 * changed after their call in the first.
 */
export class Reinvocation {
  readonly #invoked = new Set<string>();
  readonly #due = new Set<string>();
  #lastOutput: JsonObject | undefined;

  /** Marks all policies called so far, since they have seen a different object. */
  objectChanged(): void {
    for (const key of this.#invoked) this.#due.add(key);
    this.#invoked.clear();
  }

  /** Begins the second round: other plug-ins may have changed the object since the policies' first round. */
  begin(object: JsonObject | undefined): void {
    if (this.#lastOutput && !jsonEqual(this.#lastOutput, object)) this.objectChanged();
  }

  /** Whether a policy with reinvocationPolicy IfNeeded was called since the object last changed. */
  get isAwaited(): boolean {
    return this.#invoked.size > 0;
  }

  /** Ends a round. Copies the object if it is compared later, as other plug-ins may change it in place. */
  end(object: JsonObject | undefined): void {
    this.#lastOutput = this.isAwaited && object ? cloneJson(object) : undefined;
  }

  isDue(key: string): boolean {
    return this.#due.has(key);
  }

  invoked(key: string): void {
    this.#invoked.add(key);
  }
}
