import type { JsonObject, JsonValue } from '../../../apimachinery/meta/index.js';

/** What a list of objects consists of in a requested form. */
export interface ListForm {
  /** All fields but the last one, which has the items. */
  readonly list: JsonObject & { readonly apiVersion: string; readonly kind: string };
  readonly field: string;
  /** The value of that field if there are no items. */
  readonly empty: JsonValue;
  /** Returns an object as an item. */
  readonly show: (object: JsonObject) => JsonObject;
  /** The order of the items; unset: that of the objects' keys. */
  readonly order?: ((one: JsonObject, other: JsonObject) => number) | undefined;
  /** Whether an item of the same object may look different later. */
  readonly dependsOnTime: boolean;
}

export function listOf({ list, field, empty, show, order }: ListForm, objects: readonly JsonObject[]): JsonObject {
  const items = (order ? objects.toSorted(order) : objects).map(show);
  return { ...list, [field]: items.length > 0 ? items : empty };
}
