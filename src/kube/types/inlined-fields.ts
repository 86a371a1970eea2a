import { type FieldFacts, type StructFacts, splitName, typeFacts } from './facts.js';

/** A field, with its place as Go tells it: below the name of the struct that is inlined, where it is of one. */
export interface PlacedField extends FieldFacts {
  readonly place: string;
}

/** The fields of a struct as JSON has them: with those of the structs that are inlined in it. */
export function flatten({ fields }: StructFacts): PlacedField[] {
  return fields.flatMap((field) => (field.name === '' ? inlinedFields(field) : { ...field, place: field.name }));
}

function inlinedFields(field: FieldFacts): PlacedField[] {
  const struct = inlinedStruct(field);
  const [, name] = splitName(struct.name);
  return flatten(struct).map((inner) => ({ ...inner, place: `${name}.${inner.place}` }));
}

/** The struct whose fields an inlined one stands for. */
export function inlinedStruct({ type }: FieldFacts): StructFacts {
  const target = type.form === 'pointer' ? type.of : type;
  const facts = target.form === 'name' ? typeFacts(target.name) : undefined;
  if (facts?.form !== 'struct') throw new Error('only structs can be inlined');
  return facts;
}
