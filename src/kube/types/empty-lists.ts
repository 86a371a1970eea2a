import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { type Expression, type FieldFacts, type StructFacts, typeFacts } from './facts.js';
import { markGivenEmpty } from './given-empty.js';
import { flatten } from './inlined-fields.js';

type Visit = (value: JsonValue) => void;

const nothing: Visit = () => undefined;
const compiled = new Map<string, Visit>();

/**
 * Replaces empty lists and maps with null, in place, in fields without omitempty. Upstream stores objects as protobuf,
 * which does not distinguish empty from absent.
 */
export function forgetEmptyLists(name: string, object: JsonObject): void {
  visitOf(name)(object);
}

function visitOf(name: string): Visit {
  const known = compiled.get(name);
  if (known) return known;
  const facts = typeFacts(name);
  // Ends the recursion for recursive types, none of which has such a field.
  compiled.set(name, nothing);
  const visit = facts.form === 'struct' ? structVisit(facts) : facts.form === 'named' ? visitFor(facts.type) : nothing;
  compiled.set(name, visit);
  return visit;
}

function structVisit(facts: StructFacts): Visit {
  const fields = flatten(facts);
  const always = fields.filter(isAlwaysWritten).map(({ name }) => name);
  const deeper = fields
    .map(({ name, type }) => ({ name, visit: visitFor(type) }))
    .filter(({ visit }) => visit !== nothing);
  if (always.length + deeper.length === 0) return nothing;
  return (struct) => {
    if (!isJsonObject(struct)) return;
    for (const name of always) {
      if (!isEmpty(struct[name])) continue;
      struct[name] = null;
      markGivenEmpty(struct, name);
    }
    for (const { name, visit } of deeper) {
      const value = struct[name];
      if (value !== undefined && value !== null) visit(value);
    }
  };
}

function isAlwaysWritten({ type, omitEmpty, omitZero }: FieldFacts): boolean {
  return !omitEmpty && !omitZero && isCollection(type);
}

function isCollection(type: Expression): boolean {
  if (type.form !== 'name') return type.form === 'list' || type.form === 'map';
  const facts = typeFacts(type.name);
  return facts.form === 'named' && isCollection(facts.type);
}

function visitFor(type: Expression): Visit {
  switch (type.form) {
    case 'scalar':
      return nothing;
    case 'pointer':
      return visitFor(type.of);
    case 'name':
      return visitOf(type.name);
    case 'list':
    case 'map':
      return everyVisit(visitFor(type.of));
  }
}

function everyVisit(visit: Visit): Visit {
  if (visit === nothing) return nothing;
  return (values) => {
    for (const value of Object.values(values as JsonObject)) visit(value);
  };
}

function isEmpty(value: JsonValue | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  for (const _key in value) return false;
  return true;
}
