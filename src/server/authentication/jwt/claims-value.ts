import {
  type CelValue,
  type DeclaredType,
  DYN,
  doubleOf,
  ListView,
  MapView,
  mapOf,
  STRING,
  unescapeIdentifier,
} from '../../../apimachinery/cel/index.js';
import { getOwn, type JsonObject, type JsonValue } from '../../../apimachinery/meta/index.js';

/** The CEL variable `claims`. */
export const claimsType: DeclaredType = {
  type: mapOf(STRING, DYN),
  adapt: (json) => claimValue(json),
  minSerializedSize: 2,
  maxElements: Number.POSITIVE_INFINITY,
};

/** Numbers are doubles, as in Go when JSON is decoded without a type. */
function claimValue(json: JsonValue): CelValue {
  if (typeof json === 'number' || typeof json === 'bigint') return doubleOf(Number(json));
  if (Array.isArray(json)) return new ClaimList(json);
  return json !== null && typeof json === 'object' ? new ClaimMap(json) : json;
}

/** A name that is not an identifier can be escaped: `claims.a__dot__b`. */
class ClaimMap extends MapView {
  readonly #claims: JsonObject;

  constructor(claims: JsonObject) {
    super();
    this.#claims = claims;
  }

  get size(): number {
    return Object.keys(this.#claims).length;
  }

  get(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') return undefined;
    const value = getOwn(this.#claims, unescapeIdentifier(key) ?? key);
    return value === undefined ? undefined : claimValue(value);
  }

  keys(): readonly CelValue[] {
    return Object.keys(this.#claims);
  }
}

class ClaimList extends ListView {
  readonly #items: readonly JsonValue[];

  constructor(items: readonly JsonValue[]) {
    super();
    this.#items = items;
  }

  get size(): number {
    return this.#items.length;
  }

  item(index: number): CelValue {
    return claimValue(this.#items[index]!);
  }
}
