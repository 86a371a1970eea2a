// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go (v1.36)

import { goEscapes } from '../meta/index.js';
import type { JsonSchema } from '../schema/index.js';
import { FieldPath } from '../validation/index.js';

/** A field of a schema. */
interface SchemaField {
  readonly path: FieldPath;
  /** Undefined if the schema allows any value. */
  readonly schema: JsonSchema | undefined;
}

interface SchemaPathOptions {
  /** Whether `['name']` is allowed for `.name`. */
  readonly brackets: 'allowed' | 'forbidden';
}

/** The text is not a valid path, or the schema has no such field. */
export class SchemaPathError extends Error {
  override readonly name = 'SchemaPathError';
}

/**
 * Finds the field of a path such as `.spec.limits['cpu']`, relative to the schema. Supports only fields of objects and
 * values of maps. Throws `SchemaPathError`, with a message that continues "the path …".
 */
export function findSchemaField(schema: JsonSchema, text: string, options: SchemaPathOptions): SchemaField {
  let field: SchemaField = { path: FieldPath.root, schema };
  const tokens = tokensOf(text);
  for (let token = tokens.next(); token !== undefined; token = tokens.next()) {
    if (token === '[' && options.brackets === 'forbidden') throw new SchemaPathError('array notation is not allowed');
    if (token === '[') field = step(field, readBracketed(tokens));
    else if (token === '.') field = step(field, expectToken(tokens));
    else throw new SchemaPathError(`expected [ or . but got: ${token}`);
  }
  return field;
}

/** An object with properties has only those; a map has any key. */
function step({ path, schema }: SchemaField, name: string): SchemaField {
  const { properties = {}, additionalProperties } = schema ?? {};
  if (Object.keys(properties).length > 0) {
    if (!Object.hasOwn(properties, name)) throw noSuchField();
    return { path: path.child(name), schema: properties[name] };
  }
  if (additionalProperties === undefined) throw noSuchField();
  return { path: path.key(name), schema: typeof additionalProperties === 'object' ? additionalProperties : undefined };
}

function noSuchField(): SchemaPathError {
  return new SchemaPathError('does not refer to a valid field');
}

interface Tokens {
  /** Returns undefined at the end. */
  next(): string | undefined;
}

/** Tokens: delimiters, single-quoted strings, and text between delimiters; an unterminated quote takes the rest. */
function tokensOf(text: string): Tokens {
  const pattern = /[.[\]]|'.*?(?<!\\)'|[^.[\]'][^.[\]]*|'.*/sy;
  return { next: () => pattern.exec(text)?.[0] };
}

function expectToken(tokens: Tokens): string {
  const token = tokens.next();
  if (token === undefined) throw new SchemaPathError('unexpected end of JSON path');
  return token;
}

function readBracketed(tokens: Tokens): string {
  const token = expectToken(tokens);
  if (token.length < 2 || !token.startsWith("'") || !token.endsWith("'")) {
    throw new SchemaPathError(`expected single quoted string but got ${token}`);
  }
  const name = unescapeText(token.slice(1, -1));
  const end = expectToken(tokens);
  if (end !== ']') throw new SchemaPathError(`expected ] but got ${end}`);
  return name;
}

const escapes: Readonly<Record<string, string>> = { ...goEscapes, "'": "'" };

function unescapeText(text: string): string {
  return text.replace(/\\(.)/gu, (found, character: string) => {
    const escaped = Object.hasOwn(escapes, character) ? escapes[character] : undefined;
    if (escaped === undefined) throw new SchemaPathError(`invalid string literal: invalid escape char ${found}`);
    return escaped;
  });
}
