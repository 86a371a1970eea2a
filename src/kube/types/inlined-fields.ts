import { type FieldFacts, type StructFacts, splitName, typeFacts } from './facts.js';

/** A field with its path in Go: qualified with the struct that it is inlined from. */
export interface PlacedField extends FieldFacts {
  readonly place: string;
}

/** Returns the JSON fields of a struct, including those of inlined structs. */
export function flatten({ fields }: StructFacts): PlacedField[] {
  return fields.flatMap((field) => (field.name === '' ? inlinedFields(field) : { ...field, place: field.name }));
}

function inlinedFields(field: FieldFacts): PlacedField[] {
  const struct = inlinedStruct(field);
  const [, name] = splitName(struct.name);
  return flatten(struct).map((inner) => ({ ...inner, place: `${name}.${inner.place}` }));
}

/** Returns the struct of an inlined field. */
export function inlinedStruct({ type }: FieldFacts): StructFacts {
  const target = type.form === 'pointer' ? type.of : type;
  const facts = target.form === 'name' ? typeFacts(target.name) : undefined;
  if (facts?.form !== 'struct') throw new Error('only structs can be inlined');
  return facts;
}
