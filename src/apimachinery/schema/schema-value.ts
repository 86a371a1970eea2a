import type { JsonObject, JsonValue } from '../meta/index.js';

/**
 * The type of the values of a schema that is declared `as const`: `SchemaValue<typeof schema>`. What a type cannot
 * express, such as a pattern or a junctor, is not part of it; a reference is any value.
 */
export type SchemaValue<Schema> = Schema extends { readonly nullable: true } ? NonNull<Schema> | null : NonNull<Schema>;

type NonNull<Schema> = Schema extends { readonly enum: readonly (infer Value)[] }
  ? Exclude<Value, null>
  : Schema extends { readonly 'x-kubernetes-int-or-string': true }
    ? number | string
    : Schema extends { readonly type: keyof Scalars }
      ? Scalars[Schema['type']]
      : Schema extends { readonly type: 'array' }
        ? Schema extends { readonly items: infer Items }
          ? SchemaValue<Items>[]
          : JsonValue[]
        : Schema extends { readonly type: 'object' }
          ? ObjectValue<Schema>
          : JsonValue;

interface Scalars {
  string: string;
  integer: number;
  number: number;
  boolean: boolean;
}

type ObjectValue<Schema> = Schema extends { readonly properties: infer Properties }
  ? KeepsUnknown<Schema> extends true
    ? Fields<Properties, RequiredOf<Schema>> & JsonObject
    : Fields<Properties, RequiredOf<Schema>>
  : Schema extends { readonly additionalProperties: infer Element extends object }
    ? { [key: string]: SchemaValue<Element> }
    : JsonObject;

type KeepsUnknown<Schema> = Schema extends
  | { readonly 'x-kubernetes-preserve-unknown-fields': true }
  | { readonly 'x-kubernetes-embedded-resource': true }
  ? true
  : false;

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never;

type Fields<Properties, Required> = Flat<
  { -readonly [Name in keyof Properties as Name extends Required ? Name : never]: SchemaValue<Properties[Name]> } & {
    -readonly [Name in keyof Properties as Name extends Required ? never : Name]?: SchemaValue<Properties[Name]>;
  }
>;

/** An intersection as a single object type. */
type Flat<Type> = { [Name in keyof Type]: Type[Name] };
