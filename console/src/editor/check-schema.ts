import type { Schema, Schemas } from '../api/openapi.ts';
import type { Path } from '../yaml/yaml-lines.ts';

export interface SchemaProblem {
  readonly path: Path;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

const maxProblems = 100;

/** What a server would refuse, or drop, by the schema alone. */
export function checkSchema(schemas: Schemas, schema: Schema | undefined, value: unknown): readonly SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  check(schema, value, []);
  return problems;

  function report(path: Path, message: string, severity: 'error' | 'warning' = 'error'): void {
    if (problems.length < maxProblems) problems.push({ path, message, severity });
  }

  function check(unresolved: Schema | undefined, current: unknown, path: Path): void {
    const resolved = schemas.resolve(unresolved);
    if (!resolved || current === null || current === undefined || problems.length >= maxProblems) return;
    if (!hasType(resolved, current)) {
      report(path, `must be ${resolved.type}`);
      return;
    }
    if (resolved.enum && !resolved.enum.includes(current)) report(path, `must be one of ${resolved.enum.join(', ')}`);
    if (Array.isArray(current)) {
      for (const [index, item] of current.entries()) check(resolved.items, item, [...path, index]);
    } else if (typeof current === 'object') checkFields(resolved, current as Record<string, unknown>, path);
  }

  function checkFields(resolved: Schema, current: Record<string, unknown>, path: Path): void {
    for (const name of resolved.required ?? []) {
      if (current[name] === undefined) report(path, `${name} is required`);
    }
    for (const [name, value] of Object.entries(current)) {
      const child = schemas.child(resolved, name);
      if (child) check(child, value, [...path, name]);
      else if (isClosed(resolved)) report([...path, name], `unknown field ${name}`, 'warning');
    }
  }
}

function isClosed(schema: Schema): boolean {
  return (
    schema.properties !== undefined &&
    !schema.additionalProperties &&
    schema['x-kubernetes-preserve-unknown-fields'] !== true
  );
}

function hasType({ type, ...schema }: Schema, value: unknown): boolean {
  if (schema['x-kubernetes-int-or-string'] || schema.format === 'int-or-string')
    return typeof value === 'string' || isNumber(value);
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'integer':
      return Number.isInteger(value) || typeof value === 'bigint';
    case 'number':
      return isNumber(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && !Array.isArray(value);
    default:
      return true;
  }
}

/** Integers beyond 53 bits are not of type `number`. */
function isNumber(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint';
}
