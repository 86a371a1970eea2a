import { factsOfPackages } from './facts.generated.js';
import { formerFacts } from './former-facts.generated.js';

/**
 * Decodes facts.generated.ts, which contains a text for each Go package. Its first line is the API group and the prefix
 * of OpenAPI model names. Each further line is a type:
 *
 *     Name:fields              a struct; `Name~` if it is atomic in apply, `Name^discriminator,field=Value` if a union
 *     Name=expression values   a named type, with its enum values; `=^` if protobuf wraps it in a message
 *     Name!                    a type with custom marshalling
 *
 * Fields are separated by `|` and have the form `json expression number flags`; the name of an inlined struct is `.`,
 * and the number of a field that is not in protobuf is 0. Expressions: `s` string, `b` bool, `i` int32, `l` int64, `d`
 * float64, `y` bytes, `a` any, `*` pointer, `[` list, `{` map (`{Key:` if the key has a named type), a type name
 * (`package.Name` if it is in another package). Flags: `o` omitempty, `z` omitzero, `?` optional, `!` required
 * (default: optional if omitempty), `La` `Ls` `Lm,key` list type, `Ma` `Mg` map type, `P` patch strategy, `K` patch
 * merge key, `D` default.
 *
 * former-facts.generated.ts has the same for versions that are only read from storage, without flags that have no
 * meaning there, and with `Name@package` for a type that has not changed since.
 */
export type TypeFacts = StructFacts | NamedFacts | SpecialFacts;

export interface StructFacts {
  readonly form: 'struct';
  /** Including the package: `core/v1.Pod`. */
  readonly name: string;
  readonly fields: readonly FieldFacts[];
  readonly isAtomic: boolean;
  readonly union: UnionFacts | undefined;
}

export interface UnionFacts {
  readonly discriminator: string;
  /** Discriminator value by field. */
  readonly values: Readonly<Record<string, string>>;
}

export interface NamedFacts {
  readonly form: 'named';
  readonly name: string;
  readonly type: Expression;
  readonly values: readonly string[];
  /** Encoded in protobuf as a message that contains the list, as a list of lists requires. */
  readonly isWrapped: boolean;
}

export interface SpecialFacts {
  readonly form: 'special';
  readonly name: string;
}

export type Scalar = 'string' | 'bool' | 'int32' | 'int64' | 'float64' | 'bytes' | 'any';

export type Expression =
  | { readonly form: 'scalar'; readonly scalar: Scalar }
  | { readonly form: 'pointer' | 'list'; readonly of: Expression }
  | { readonly form: 'map'; readonly key: Expression; readonly of: Expression }
  | { readonly form: 'name'; readonly name: string };

export interface FieldFacts {
  /** JSON name; empty for an inlined struct. */
  readonly name: string;
  readonly type: Expression;
  /** Protobuf field number; 0: not in protobuf. */
  readonly number: number;
  readonly omitEmpty: boolean;
  /** omitzero: omitted if it has its zero value, even if it is a struct. */
  readonly omitZero: boolean;
  readonly isOptional: boolean;
  readonly listType: 'atomic' | 'set' | 'map' | undefined;
  readonly listMapKeys: readonly string[];
  readonly mapType: 'atomic' | 'granular' | undefined;
  readonly patchStrategy: string | undefined;
  readonly patchMergeKey: string | undefined;
  /** As JSON. */
  readonly default: string | undefined;
}

export interface PackageFacts {
  /** `core/v1`. */
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly modelPrefix: string;
}

const decoded = new Map<string, TypeFacts>();

/** Returns the facts of a type by its qualified name. Throws if the type is unknown. */
export function typeFacts(name: string): TypeFacts {
  let facts = decoded.get(name);
  if (facts === undefined) {
    const [owner, type] = splitName(name);
    const line = linesOf(owner).get(type);
    if (line === undefined) throw new Error(`unknown type ${name}`);
    // Unambiguous: built in, like all type names.
    facts = line.startsWith('@') ? typeFacts(`${line.slice(1)}.${type}`) : decodeType(owner, name, line);
    decoded.set(name, facts);
  }
  return facts;
}

export function hasType(name: string): boolean {
  const [owner, type] = splitName(name);
  return linesOf(owner).has(type);
}

/** Returns the qualified names of a package's types. */
export function typesOf(owner: string): string[] {
  return [...linesOf(owner).keys()].map((type) => `${owner}.${type}`);
}

export const packageNames: readonly string[] = Object.keys(factsOfPackages);

/** Packages whose kinds are only read from storage. */
export const formerPackageNames: readonly string[] = Object.keys(formerFacts);

const packages = new Map<string, PackageFacts>();

export function packageFacts(name: string): PackageFacts {
  let facts = packages.get(name);
  if (facts === undefined) {
    const text = textOf(name) ?? '';
    const [group = '', modelPrefix = ''] = text.slice(0, text.indexOf('\n')).split(' ');
    facts = { name, group, version: name.split('/')[1] ?? '', modelPrefix };
    packages.set(name, facts);
  }
  return facts;
}

/** Splits a qualified name into package and type. */
export function splitName(name: string): [owner: string, type: string] {
  const dot = name.lastIndexOf('.');
  return [name.slice(0, dot), name.slice(dot + 1)];
}

const lines = new Map<string, ReadonlyMap<string, string>>();

/** Returns the lines of a package by type, without the type name. */
function linesOf(owner: string): ReadonlyMap<string, string> {
  let found = lines.get(owner);
  if (found === undefined) {
    const text = textOf(owner);
    if (text === undefined) return noLines;
    found = new Map(text.split('\n').slice(1, -1).map(nameAndRest));
    lines.set(owner, found);
  }
  return found;
}

function textOf(owner: string): string | undefined {
  if (Object.hasOwn(factsOfPackages, owner)) return factsOfPackages[owner];
  return Object.hasOwn(formerFacts, owner) ? formerFacts[owner] : undefined;
}

const noLines: ReadonlyMap<string, string> = new Map();

function nameAndRest(line: string): [name: string, rest: string] {
  const end = line.search(/\W/);
  return [line.slice(0, end), line.slice(end)];
}

/** `line`: the line without the type name. */
function decodeType(owner: string, name: string, line: string): TypeFacts {
  if (line === '!') return { form: 'special', name };
  if (line.startsWith('=')) return decodeNamed(owner, name, line.slice(1));
  const colon = line.indexOf(':');
  const head = line.slice(0, colon);
  const fields = line.slice(colon + 1);
  return {
    form: 'struct',
    name,
    fields: fields === '' ? [] : fields.split('|').map((field) => decodeField(owner, field)),
    isAtomic: head.includes('~'),
    union: head.includes('^') ? decodeUnion(head.slice(head.indexOf('^') + 1)) : undefined,
  };
}

function decodeNamed(owner: string, name: string, text: string): NamedFacts {
  const isWrapped = text.startsWith('^');
  const [, expression = '', values = '[]'] = /^\^?(\S+)(?: (.*))?$/.exec(text) ?? [];
  return { form: 'named', name, type: decodeExpression(owner, expression), values: JSON.parse(values), isWrapped };
}

function decodeUnion(text: string): UnionFacts {
  const [discriminator = '', ...members] = text.split(',');
  return { discriminator, values: Object.fromEntries(members.map((member) => member.split('='))) };
}

const listTypes = { a: 'atomic', s: 'set', m: 'map' } as const;

function decodeField(owner: string, text: string): FieldFacts {
  const [name = '', expression = '', number = '0', ...flags] = text.split(' ');
  const flag = (letter: string): string | undefined => flags.find((given) => given.startsWith(letter))?.slice(1);
  const [listType, ...listMapKeys] = flag('L')?.split(',') ?? [];
  const mapType = flag('M');
  return {
    name: name === '.' ? '' : name,
    type: decodeExpression(owner, expression),
    number: Number(number),
    omitEmpty: flags.includes('o'),
    omitZero: flags.includes('z'),
    isOptional: !flags.includes('!') && flags.some((given) => given === 'o' || given === 'z' || given === '?'),
    listType: listType === undefined ? undefined : listTypes[listType as keyof typeof listTypes],
    listMapKeys,
    mapType: mapType === undefined ? undefined : mapType === 'a' ? 'atomic' : 'granular',
    patchStrategy: flag('P'),
    patchMergeKey: flag('K'),
    default: flag('D'),
  };
}

const scalars: Readonly<Record<string, Scalar>> = {
  s: 'string',
  b: 'bool',
  i: 'int32',
  l: 'int64',
  d: 'float64',
  y: 'bytes',
  a: 'any',
};

function decodeExpression(owner: string, text: string): Expression {
  const scalar = scalars[text];
  if (scalar !== undefined) return { form: 'scalar', scalar };
  const rest = text.slice(1);
  switch (text[0]) {
    case '*':
      return { form: 'pointer', of: decodeExpression(owner, rest) };
    case '[':
      return { form: 'list', of: decodeExpression(owner, rest) };
    case '{': {
      const [value = '', key = 's'] = rest.split(':').reverse();
      return { form: 'map', key: decodeExpression(owner, key), of: decodeExpression(owner, value) };
    }
    default:
      return { form: 'name', name: text.includes('.') ? text : `${owner}.${text}` };
  }
}
