// Turns Go declarations into the lines of facts.generated.ts; src/kube/types/facts.ts describes and reads them.
import { join } from 'node:path';
import { apiRegistration } from './api-registration.mjs';
import { formerLines } from './former.mjs';
import { readPackage } from './go-package.mjs';
import { folderOf, modelPrefixOf, packageOfImport } from './served.mjs';

/** Types with a custom wire format: only their existence is recorded. */
const special = new Set([
  'meta/v1.Time',
  'meta/v1.MicroTime',
  'meta/v1.Duration',
  'meta/v1.FieldsV1',
  'resource.Quantity',
  'intstr.IntOrString',
  'runtime.RawExtension',
  'apiextensions/v1.JSON',
  'apiextensions/v1.JSONSchemaPropsOrArray',
  'apiextensions/v1.JSONSchemaPropsOrBool',
  'apiextensions/v1.JSONSchemaPropsOrStringArray',
]);

const scalars = new Map([
  ['string', 's'],
  ['bool', 'b'],
  ['int32', 'i'],
  ['int64', 'l'],
  ['int', 'l'],
  ['float64', 'd'],
  ['[]byte', 'y'],
]);

const listTypes = { atomic: 'La', set: 'Ls', map: 'Lm' };

export class FactWriter {
  #sources;
  #packages = new Map();
  /**
   * Lines by package and type name; a type is added as an empty line before the types that it refers to are visited.
   */
  #lines = new Map();

  constructor(sources) {
    this.#sources = sources;
  }

  /** Adds the kinds of a package, which are the structs with TypeMeta, and all types that they refer to. */
  addKinds(name) {
    if (name === 'apiregistration/v1') {
      this.#lines.set(name, new Map(apiRegistration.map((line) => [/^\w+/.exec(line)[0], line])));
      return;
    }
    for (const [type, { fields }] of this.#package(name).structs) {
      const isKind = fields.some(({ isEmbedded, name }) => isEmbedded && name === 'TypeMeta');
      if (isKind || type === 'WatchEvent') this.#add(name, type);
    }
  }

  /** Pairs of a package's name and its lines. The first line has its API group and the prefix of its models. */
  write() {
    return [...this.#lines].sort().map(([name, types]) => {
      const sorted = [...types].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
      const group = name.includes('/') ? (this.#groupOf(name) ?? '') : '';
      return [name, [`${group} ${modelPrefixOf(name)}`, ...sorted]];
    });
  }

  /** The same for packages of former versions; to be called after `write`. */
  writeFormer(packages) {
    const today = new Map([...this.#lines].map(([name, lines]) => [name, new Map(lines)]));
    return Object.entries(packages).map(([name, { kinds, today: places }]) => {
      for (const kind of kinds) this.#add(name, kind);
      const sorted = new Map([...this.#lines.get(name)].sort(([a], [b]) => (a < b ? -1 : 1)));
      const candidates = places.map((place) => ({ name: place, lines: today.get(place) }));
      return [name, [`${this.#groupOf(name)} -`, ...formerLines(sorted, kinds, candidates)]];
    });
  }

  #groupOf(name) {
    if (name === 'apiregistration/v1') return 'apiregistration.k8s.io';
    return this.#package(name).group;
  }

  #package(name) {
    let found = this.#packages.get(name);
    if (!found) {
      found = readPackage(join(this.#sources, folderOf(name)));
      this.#packages.set(name, found);
    }
    return found;
  }

  #add(packageName, type) {
    const types = this.#lines.get(packageName) ?? new Map();
    this.#lines.set(packageName, types);
    if (types.has(type)) return;
    types.set(type, '');
    if (special.has(`${packageName}.${type}`)) {
      types.set(type, `${type}!`);
      return;
    }
    const { structs, named } = this.#package(packageName);
    const scope = { from: packageName, home: packageName };
    if (structs.has(type)) types.set(type, this.#struct(scope, type, structs.get(type)));
    else if (named.has(type)) types.set(type, this.#named(packageName, type, named.get(type)));
    else throw new Error(`${packageName} has no type ${type}`);
  }

  /** A type that is defined as another struct has the same fields. */
  #named(packageName, name, { type, markers }) {
    const [home, original] = this.#place(packageName, type) ?? [];
    const struct = home && this.#package(home).structs.get(original);
    if (struct) return this.#struct({ from: packageName, home }, name, struct);
    const values = markers.has('enum') ? this.#valuesOf(packageName, name) : [];
    const wrapped = markers.has('protobuf.nullable') ? '^' : '';
    const shown = values.length > 0 ? ` ${JSON.stringify(values)}` : '';
    return `${name}=${wrapped}${this.#expression({ from: packageName, home: packageName }, type)}${shown}`;
  }

  #valuesOf(packageName, name) {
    const constants = [...this.#package(packageName).constants.values()].filter(({ type }) => type === name);
    return [...new Set(constants.map((constant) => this.#valueOf(packageName, constant)))].sort();
  }

  /** Resolves a constant that refers to one of another package. */
  #valueOf(packageName, { value, same }) {
    if (!same) return value;
    const [owner, name] = this.#place(packageName, same);
    return this.#package(owner).constants.get(name).value;
  }

  /** `home` is the package that the struct is declared in, `from` the one that it is written for. */
  #struct(scope, name, { fields, markers }) {
    const written = fields.flatMap((field) => this.#field(scope, field) ?? []);
    const atomic = markers.get('structType')?.[0] === 'atomic' || markers.get('mapType')?.[0] === 'atomic';
    return `${name}${atomic ? '~' : ''}${unionOf(fields, markers)}:${written.join('|')}`;
  }

  #field(scope, field) {
    const { json, options, isEmbedded, number, markers } = field;
    const isInline = isEmbedded && (json === '' || options.includes('inline'));
    if (json === '-' || (json === '' && !isInline)) return undefined;
    const type = this.#expression(scope, field.type);
    const omits = [...(options.includes('omitempty') ? ['o'] : []), ...(options.includes('omitzero') ? ['z'] : [])];
    const isOptional = markers.has('optional') || (omits.length > 0 && !markers.has('required'));
    const optional = isOptional === omits.length > 0 ? [] : [isOptional ? '?' : '!'];
    return [isInline ? '.' : json, type, number, ...omits, ...optional, ...this.#merging(scope.home, field)].join(' ');
  }

  /** Its merge strategy and default. */
  #merging(packageName, { markers, patchStrategy, patchMergeKey }) {
    const [listType, mapType, value] = ['listType', 'mapType', 'default'].map((name) => markers.get(name)?.[0]);
    const structType = markers.get('structType')?.[0] ?? mapType;
    return [
      ...(listType ? [[listTypes[listType], ...(markers.get('listMapKey') ?? [])].join(',')] : []),
      ...(structType === 'atomic' ? ['Ma'] : structType === 'granular' ? ['Mg'] : []),
      ...(patchStrategy ? [`P${patchStrategy}`] : []),
      ...(patchMergeKey ? [`K${patchMergeKey}`] : []),
      ...(value === undefined ? [] : [`D${this.#default(packageName, value)}`]),
    ];
  }

  #default(packageName, value) {
    const reference = /^ref\((\w+)\)$/.exec(value);
    if (!reference) return JSON.stringify(JSON.parse(value));
    return JSON.stringify(this.#package(packageName).constants.get(reference[1]).value);
  }

  /** A Go type in short form; adds the types that it names. */
  #expression(scope, { text, imports }) {
    const scalar = scalars.get(text);
    if (scalar) return scalar;
    const inner = (rest) => this.#expression(scope, { text: rest, imports });
    if (text.startsWith('*')) return `*${inner(text.slice(1))}`;
    if (text.startsWith('[]')) return `[${inner(text.slice(2))}`;
    const map = /^map\[([\w.]+)\](.*)$/.exec(text);
    if (map) return map[1] === 'string' ? `{${inner(map[2])}` : `{${inner(map[1])}:${inner(map[2])}`;
    if (text === 'interface{}' || text === 'any') return 'a';
    const [owner, type] = this.#place(scope.home, { text, imports }) ?? [];
    if (owner === undefined) throw new Error(`${scope.home}: cannot tell what ${text} is`);
    this.#add(owner, type);
    return owner === scope.from ? type : `${owner}.${type}`;
  }

  /** The package and name that a name refers to, with aliases resolved. */
  #place(home, { text, imports }) {
    const [type, qualifier] = text.split('.').reverse();
    const owner = qualifier === undefined ? home : packageOfImport(imports.get(qualifier) ?? '');
    if (owner === undefined) return undefined;
    const named = special.has(`${owner}.${type}`) ? undefined : this.#package(owner).named.get(type);
    return named?.isAlias ? this.#place(owner, named.type) : [owner, type];
  }
}

/** The union discriminator, and its value for each member: `^type,localhostProfile=Localhost`. */
function unionOf(fields, markers) {
  if (!markers.has('union')) return '';
  const discriminator = fields.find((field) => field.markers.has('unionDiscriminator'))?.json ?? '';
  const members = fields.filter(({ json, markers }) => json && !markers.has('unionDiscriminator'));
  return `^${[discriminator, ...members.map(({ json, name }) => `${json}=${name}`)].join(',')}`;
}
