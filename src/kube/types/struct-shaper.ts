import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import type { Expression, StructFacts } from './facts.js';
import { keepMarks, markGivenEmpty } from './given-empty.js';
import { goTypeName } from './go-type-name.js';
import { flatten, type PlacedField } from './inlined-fields.js';
import type { ShapeRun } from './shape-run.js';
import { type Emptiness, isEmptyValue, missingValue, type Shaper } from './shaper.js';

interface Field {
  readonly name: string;
  /** Path in Go's messages. */
  readonly place: string;
  readonly shaper: Shaper;
  /** The values to omit. */
  readonly omits: Emptiness;
  /** Whether null and absent values are omitted. */
  readonly omitsNothing: boolean;
  /** Declared default for an absent value; usually undefined. */
  readonly default: JsonValue | undefined;
}

/** A struct. Its fields are compiled on first use, so that types can be recursive. */
export class StructShaper implements Shaper {
  readonly empty = 'never';
  readonly isContainer = true;
  readonly #facts: StructFacts;
  readonly #goName: string;
  readonly #structName: string;
  readonly #compile: (type: Expression) => Shaper;
  #fields: ReadonlyMap<string, Field> | undefined;
  /** Fields without omitempty, and fields with a default. */
  #always: readonly Field[] = [];
  #defaulted: readonly Field[] = [];

  constructor(facts: StructFacts, compile: (type: Expression) => Shaper) {
    this.#facts = facts;
    this.#goName = goTypeName({ form: 'name', name: facts.name });
    this.#structName = facts.name.slice(facts.name.lastIndexOf('.') + 1);
    this.#compile = compile;
  }

  zero(): JsonObject {
    this.#compiledFields();
    const struct: JsonObject = {};
    for (const { name, shaper } of this.#always) struct[name] = shaper.zero();
    return struct;
  }

  zeroWithDefaults(): JsonObject {
    this.#compiledFields();
    const struct: JsonObject = {};
    this.addMissing(struct);
    return struct;
  }

  shape(value: JsonValue, run: ShapeRun): JsonObject {
    if (!isJsonObject(value)) throw run.mismatch({ value, goType: this.#goName, form: 'struct' });
    const dropped = this.shapeFields(value, run);
    const struct = dropped === undefined ? value : without(value, dropped);
    this.addMissing(struct);
    return struct;
  }

  /** Shapes the present fields; returns the names of those to omit. */
  shapeFields(struct: JsonObject, run: ShapeRun): Set<string> | undefined {
    const fields = this.#compiledFields();
    let dropped: Set<string> | undefined;
    for (const name in struct) {
      const field = fields.get(name);
      if (field === undefined) run.noteUnknown(name);
      else if (this.#shapeField(struct, field, run)) continue;
      dropped ??= new Set();
      dropped.add(name);
    }
    return dropped;
  }

  /** Adds fields without omitempty and defaults, also in structs that were added for this reason. */
  addMissing(struct: JsonObject): void {
    for (const { name, default: value } of this.#defaulted) {
      if (struct[name] === undefined || struct[name] === null) struct[name] = value as JsonValue;
    }
    for (const { name, shaper } of this.#always) {
      if (struct[name] === undefined) struct[name] = missingValue(shaper);
    }
  }

  /** Returns whether to keep the field. */
  #shapeField(struct: JsonObject, field: Field, run: ShapeRun): boolean {
    const { name, shaper, omits, omitsNothing } = field;
    const value = struct[name] as JsonValue;
    if (value === null) {
      if (!omitsNothing) struct[name] = missingValue(shaper);
      return !omitsNothing;
    }
    run.enterField(this.#structName, field);
    const shaped = shaper.shape(value, run);
    run.leaveField();
    if (isEmptyValue(shaped, omits)) {
      if (omits === 'list' || omits === 'map') markGivenEmpty(struct, name);
      return false;
    }
    if (shaped !== value) struct[name] = shaped;
    return true;
  }

  #compiledFields(): ReadonlyMap<string, Field> {
    if (this.#fields === undefined) {
      const fields = flatten(this.#facts).map((facts) => this.#field(facts));
      this.#fields = new Map(fields.map((field) => [field.name, field]));
      this.#always = fields.filter(({ omitsNothing }) => !omitsNothing);
      this.#defaulted = fields.filter((field) => field.default !== undefined);
    }
    return this.#fields;
  }

  #field({ name, place, type, omitEmpty, omitZero, default: json }: PlacedField): Field {
    const shaper = this.#compile(type);
    const omits = omitZero && shaper.empty === 'never' ? 'null' : omitEmpty ? shaper.empty : 'never';
    return { name, place, shaper, omits, omitsNothing: omits !== 'never', default: shownDefault(json, omits) };
  }
}

/** Some declared defaults only state that the field is empty. */
function shownDefault(json: string | undefined, omits: Emptiness): JsonValue | undefined {
  if (json === undefined) return undefined;
  const value = JSON.parse(json) as JsonValue;
  return isEmptyValue(value, omits) ? undefined : value;
}

/** Copies instead of deleting properties: engines switch objects with deleted properties to slow dictionary mode. */
function without(struct: JsonObject, dropped: ReadonlySet<string>): JsonObject {
  const kept: JsonObject = {};
  for (const name in struct) if (!dropped.has(name)) kept[name] = struct[name] as JsonValue;
  keepMarks(struct, kept);
  return kept;
}
