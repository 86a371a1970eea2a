/**
 * An object as a client may send it: structs, and fields that are null if unset, may be absent. The server adds them,
 * so that objects that it returns have the type itself.
 */
export type ObjectInput<Type> = Type extends readonly (infer Item)[]
  ? ObjectInput<Item>[]
  : Type extends object
    ? StructInput<Type>
    : Type;

/** Maps, of any keys, are sent as they are. */
type StructInput<Type> = string extends keyof Type
  ? Type
  : { [Field in keyof Type as MayBeAbsent<Type[Field]> extends true ? never : Field]: ObjectInput<Type[Field]> } & {
      [Field in keyof Type as MayBeAbsent<Type[Field]> extends true ? Field : never]?: ObjectInput<Type[Field]>;
    };

type MayBeAbsent<Value> = null extends Value ? true : Value extends readonly unknown[] ? false : IsObject<Value>;

type IsObject<Value> = [Value] extends [object] ? true : false;
