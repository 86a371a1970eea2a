/**
 * A protobuf message, as whoever knows the kinds describes it to the codec. What is compiled of it is remembered by its
 * identity.
 */
export interface MessageType {
  /** Its name in Go, for messages about malformed input. */
  readonly name: string;
  /** Asked for once, when a message is first written or read: types may be recursive. */
  fields(): readonly MessageField[];
}

export interface MessageField {
  /** Its name in JSON; empty for a message whose fields JSON has beside those of the one around it. */
  readonly name: string;
  readonly number: number;
  readonly type: FieldType;
  /** Whether it is written only where there is a value: others are written as zero then, as Go's values are. */
  readonly isPointer: boolean;
  /** Whether JSON has no such field where it is zero. */
  readonly omitsEmpty: boolean;
}

export type FieldType =
  | { readonly form: ScalarForm }
  | { readonly form: OwnForm }
  | { readonly form: 'message'; readonly message: MessageType }
  | { readonly form: 'list' | 'map'; readonly of: Exclude<FieldType, { form: 'list' | 'map' }> }
  | VariantType;

export type ScalarForm = 'string' | 'bool' | 'int32' | 'int64' | 'double' | 'bytes';

/** Messages that are something else than an object in JSON: a text, a number or a text, or whatever they hold. */
export type OwnForm = 'time' | 'micro-time' | 'quantity' | 'int-or-string' | 'raw' | 'list-message';

/** A message that is in JSON an object, a list or a boolean, whichever of its fields is set. */
export interface VariantType {
  readonly form: 'variant';
  readonly object: { readonly number: number; readonly message: MessageType };
  readonly list?: { readonly number: number; readonly of: Exclude<FieldType, { form: 'list' | 'map' }> };
  /** The number of the field that is true where anything is allowed, as it is where there is an object. */
  readonly boolean?: number;
}

/** Messages may hold themselves: deeper ones are refused while there is stack left. */
export const maxMessageDepth = 1000;

/** Finds the message of a kind; undefined for kinds that have none. */
export type FindMessage = (apiVersion: string, kind: string) => MessageType | undefined;
