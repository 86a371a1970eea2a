import { type FieldFacts, type StructFacts, typeFacts } from './facts.js';

/** The fields of a struct as JSON has them: with those of the structs that are inlined in it. */
export function flatten({ fields }: StructFacts): FieldFacts[] {
  return fields.flatMap((field) => (field.name === '' ? flatten(inlinedStruct(field)) : field));
}

/** The struct whose fields an inlined one stands for. */
export function inlinedStruct({ type }: FieldFacts): StructFacts {
  const target = type.form === 'pointer' ? type.of : type;
  const facts = target.form === 'name' ? typeFacts(target.name) : undefined;
  if (facts?.form !== 'struct') throw new Error('only structs can be inlined');
  return facts;
}
