import { goTypes } from './go-types.generated.js';

export interface GoField {
  readonly name: string;
  /** Empty: the fields of the struct are inlined. */
  readonly json: string;
  readonly type: GoType;
}

/** A Go type as reflection sees it; `text` is how Go prints it. */
export type GoType =
  | { readonly form: 'string' | 'bool' | 'integer' | 'opaque'; readonly text: string }
  | { readonly form: 'pointer' | 'list' | 'map'; readonly text: string; readonly of: GoType }
  | { readonly form: 'struct'; readonly text: string; readonly fields: readonly GoField[] };

let declarations: ReadonlyMap<string, string> | undefined;
const known = new Map<string, GoType>();

/** Returns a type by its Go text, such as `v1.PodTemplateSpec` or `[]string`. */
export function goType(text: string): GoType {
  let type = known.get(text);
  if (type === undefined) {
    type = resolve(text);
    known.set(text, type);
  }
  return type;
}

const scalars: Readonly<Record<string, 'string' | 'bool' | 'integer'>> = {
  string: 'string',
  bool: 'bool',
  int32: 'integer',
  int64: 'integer',
  uint8: 'integer',
};

function resolve(text: string): GoType {
  const scalar = scalars[text];
  if (scalar) return { form: scalar, text };
  if (text.startsWith('*')) return { form: 'pointer', text, of: goType(text.slice(1)) };
  if (text.startsWith('[]')) return { form: 'list', text, of: goType(text.slice(2)) };
  if (text.startsWith('map[')) return { form: 'map', text, of: goType(text.slice(text.indexOf(']') + 1)) };
  declarations ??= new Map(goTypes.split('\n').map((line) => [line.slice(0, line.search(/[:=]/)), line]));
  const line = declarations.get(text);
  if (line === undefined) return { form: 'opaque', text };
  const definition = line.slice(text.length + 1);
  if (line[text.length] === '=') return { ...goType(definition), text };
  return structOf(text, definition);
}

function structOf(text: string, definition: string): GoType {
  const fields = definition.split('|').map((field): GoField => {
    const [name = '', json = '', type = ''] = field.split(' ');
    return { name, json: json === '.' ? '' : json, type: goType(type) };
  });
  return { form: 'struct', text, fields };
}
