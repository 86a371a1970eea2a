/** Describes a protobuf message to the codec. The compiled form is cached by the identity of this object. */
export interface MessageType {
  /** Its name in Go, for messages about malformed input. */
  readonly name: string;
  /** Called once, when a message is first encoded or decoded: types may be recursive. */
  fields(): readonly MessageField[];
}

/** A field of a protobuf message. */
export interface MessageField {
  /** Its name in JSON; empty: JSON inlines the message's fields into the enclosing object. */
  readonly name: string;
  readonly number: number;
  readonly type: FieldType;
  /** Whether it is written only if set. Others are written as zero, like Go's non-pointer fields. */
  readonly isPointer: boolean;
  /** Whether JSON omits the field if it is zero. */
  readonly omitsEmpty: boolean;
}

/** The type of a field of a protobuf message. */
export type FieldType =
  | { readonly form: ScalarForm }
  | { readonly form: OwnForm }
  | { readonly form: 'message'; readonly message: MessageType }
  | { readonly form: 'list' | 'map'; readonly of: Exclude<FieldType, { form: 'list' | 'map' }> }
  | VariantType;

type ScalarForm = 'string' | 'bool' | 'int32' | 'int64' | 'double' | 'bytes';

/** Messages that are not objects in JSON: a string, a number or a string, or any value. */
export type OwnForm = 'time' | 'micro-time' | 'quantity' | 'int-or-string' | 'raw' | 'list-message';

/** A message that is an object, a list or a boolean in JSON, depending on which field is set. */
export interface VariantType {
  readonly form: 'variant';
  readonly object: { readonly number: number; readonly message: MessageType };
  readonly list?: { readonly number: number; readonly of: Exclude<FieldType, { form: 'list' | 'map' }> };
  /** The number of the field that is true if anything is allowed, which includes the case of an object. */
  readonly boolean?: number;
}

/** Messages may be recursive: deeper ones are rejected before the stack overflows. */
export const maxMessageDepth = 1000;

/** Returns the message of a kind; undefined if the kind has none. */
export type FindMessage = (apiVersion: string, kind: string) => MessageType | undefined;
