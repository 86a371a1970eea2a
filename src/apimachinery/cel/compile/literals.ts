// Follows vendor/github.com/google/cel-go/interpreter/interpretable.go (v1.36)
// Follows vendor/github.com/google/cel-go/interpreter/runtimecost.go (v1.36)

import { LIST_CREATION_COST, MAP_CREATION_COST, OBJECT_CREATION_COST } from '../cost/estimates.js';
import { noSuchOverload } from '../failure.js';
import { EntryMap } from '../maps.js';
import type { ListLiteral, MapLiteral, ObjectLiteral } from '../syntax/ast.js';
import type { ObjectType } from '../types.js';
import { CelOptional, type CelValue } from '../values.js';
import type { CompilerContext } from './context.js';
import type { Code, Compiled } from './frame.js';
import { ConstructedObject } from './object-literal.js';

export function constantCode(value: CelValue): Compiled {
  return { code: () => value, constant: value };
}

/** A list of constants is a constant, created once. */
export function listCode(context: CompilerContext, { elements, optionals }: ListLiteral): Compiled {
  const compiled = elements.map((element) => context.compile(element));
  if (optionals.size === 0 && compiled.every(({ constant }) => constant !== undefined)) {
    return constantCode(Object.freeze(compiled.map(({ constant }) => constant!)));
  }
  const codes = compiled.map(({ code }) => code);
  const code: Code = (frame) => {
    frame.cost += LIST_CREATION_COST;
    const list: CelValue[] = [];
    for (let index = 0; index < codes.length; index++) {
      const value = codes[index]!(frame);
      const present = optionals.has(index) ? unwrap(value) : value;
      if (present !== undefined) list.push(present);
    }
    return list;
  };
  return { code };
}

export function mapCode(context: CompilerContext, node: MapLiteral): Code {
  const entries = node.entries.map(({ key, value, optional }) => ({
    key: context.code(key),
    value: context.code(value),
    optional,
  }));
  return (frame) => {
    frame.cost += MAP_CREATION_COST;
    const map = new EntryMap();
    for (const { key, value, optional } of entries) {
      const [entryKey, entryValue] = [key(frame), value(frame)];
      const present = optional ? unwrap(entryValue) : entryValue;
      if (present !== undefined) map.add(entryKey, present);
    }
    return map;
  };
}

export function objectCode(context: CompilerContext, node: ObjectLiteral): Code {
  const type = node.type as ObjectType;
  const fields = node.fields.map(({ name, value, optional }) => ({ name, value: context.code(value), optional }));
  return (frame) => {
    frame.cost += OBJECT_CREATION_COST;
    const values = new Map<string, CelValue>();
    for (const { name, value, optional } of fields) {
      const fieldValue = value(frame);
      const present = optional ? unwrap(fieldValue) : fieldValue;
      if (present !== undefined) values.set(name, present);
    }
    return new ConstructedObject(type, values);
  };
}

/** The content of an optional, or undefined. */
function unwrap(value: CelValue): CelValue | undefined {
  if (!(value instanceof CelOptional)) throw noSuchOverload();
  return value.hasValue ? value.value : undefined;
}
