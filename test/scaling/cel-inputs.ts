import {
  AUTHORIZER_TYPE,
  CelAuthorizer,
  CelDuration,
  CelOptional,
  CelTimestamp,
  type CelType,
  type CelValue,
  kubernetesEnvironment,
  mutationLibrary,
  STRING,
  uintOf,
} from '../../src/apimachinery/cel/index.js';
import { isFull } from './full.js';

/** Arguments of one call, by size: characters of a string, items of a list, entries of a map. */
export type MakeArguments = (size: number) => CelValue[];

const repeated = (text: string) => (size: number) => text.repeat(Math.ceil(size / text.length)).slice(0, size);

/** Strings that keep parsers busy for as long as possible. */
const texts: Readonly<Record<string, (size: number) => string>> = {
  letters: repeated('a'),
  'letters and one other': (size) => `${'a'.repeat(Math.max(0, size - 1))}b`,
  digits: repeated('1'),
  zeros: repeated('0'),
  'zeros and a letter': (size) => `${'0'.repeat(Math.max(0, size - 1))}x`,
  fraction: (size) => `1.${'0'.repeat(size)}1`,
  spaces: repeated(' '),
  'spaces between': (size) => `a${' '.repeat(size)}b`,
  words: repeated('ab '),
  colons: repeated(':'),
  dots: repeated('1.'),
  dashes: repeated('a-'),
  slashes: repeated('/'),
  url: (size) => `https://example.com/?${'a=b&'.repeat(Math.ceil(size / 4))}`,
  'escaped url': (size) => `https://example.com/${'%41'.repeat(Math.ceil(size / 3))}`,
  version: (size) => `1.0.0-${'a.'.repeat(Math.ceil(size / 2))}a`,
  percents: repeated('%s'),
  backslashes: repeated('\\'),
  'not ASCII': repeated('é'),
  emoji: repeated('😀'),
  brackets: repeated('('),
  repetition: (size) => `${'a*'.repeat(Math.ceil(size / 2))}b`,
  time: (size) => `2020-01-01T00:00:00.${'0'.repeat(size)}Z`,
  duration: repeated('1h'),
  base64: repeated('QUFB'),
};

/** Those that have found problems; the full suite uses all of them. */
const telling: ReadonlySet<string> = new Set([
  'letters',
  'zeros and a letter',
  'spaces',
  'backslashes',
  'escaped url',
  'emoji',
  'dots',
]);

/** One object of each opaque type, from an expression that creates it. */
const opaque: Readonly<Record<string, (text: string) => CelValue>> = {
  'kubernetes.NamedFormat': () => made('format.dns1123Label()'),
  'kubernetes.URL': (text) =>
    made('url(text)', `https://example.com/${encodeURIComponent(text)}?a=${encodeURIComponent(text)}`),
  'kubernetes.Semver': (text) => made('semver(text)', `1.0.0-${text.replace(/[^a-z]/g, 'a') || 'a'}`),
  'kubernetes.Quantity': (text) => made('quantity(text)', `1${text.replace(/[^0-9]/g, '0')}`.slice(0, 1000)),
  'net.IP': () => made("ip('fd00::1')"),
  'net.CIDR': () => made("cidr('fd00::/8')"),
  optional_type: (text) => CelOptional.of(text),
  'kubernetes.authorization.Authorizer': () => authorizer,
  'kubernetes.authorization.PathCheck': (text) => made('authorizer.path(text)', `/${text}`),
  'kubernetes.authorization.GroupCheck': (text) => made('authorizer.group(text)', text),
  'kubernetes.authorization.ResourceCheck': (text) => made("authorizer.group('').resource(text)", `r${text}`),
  'kubernetes.authorization.Decision': () => made("authorizer.path('/a').check('get')"),
};

const authorizer = CelAuthorizer.of(
  { name: 'alice', uid: '1', groups: [], extra: {} },
  { authorize: () => ({ decision: 'allow', reason: '' }) },
);

const environment = kubernetesEnvironment(Number.POSITIVE_INFINITY).extend({
  libraries: [mutationLibrary],
  variables: { text: STRING, authorizer: AUTHORIZER_TYPE },
});

function made(expression: string, text = ''): CelValue {
  return environment.compile(expression).evaluate({ text, authorizer }) as CelValue;
}

/** Arguments by their content. Throws for a parameter of a type without values here. */
export function inputFamilies(parameters: readonly CelType[]): Record<string, MakeArguments> {
  const families: Record<string, MakeArguments> = {};
  const readsText = parameters.some(isText);
  const chosen = Object.entries(texts).filter(([name]) =>
    readsText ? isFull || telling.has(name) : name === 'letters',
  );
  for (const [name, text] of chosen) {
    families[name] = (size) => parameters.map((type) => sampleOf(type, { size, text }));
    if (parameters.length < 2) continue;
    families[`${name}, then a short one`] = (size) =>
      parameters.map((type, index) => sampleOf(type, { size: index === 0 ? size : 1, text }));
    if (!isFull && name !== 'letters') continue;
    families[`${name}, then nothing`] = (size) =>
      parameters.map((type, index) => sampleOf(type, { size: index === 0 ? size : 0, text }));
    families[`a short one, then ${name}`] = (size) =>
      parameters.map((type, index) => sampleOf(type, { size: index === 0 ? 1 : size, text }));
  }
  return families;
}

function isText({ kind }: CelType): boolean {
  return ['string', 'bytes', 'dyn', 'parameter'].includes(kind);
}

/** Longer lists take more time to create than a call may. */
const maxItems = 100_000;

interface Wanted {
  readonly size: number;
  readonly text: (size: number) => string;
}

function sampleOf(type: CelType, wanted: Wanted): CelValue {
  const { size, text } = wanted;
  switch (type.kind) {
    case 'null':
      return null;
    case 'bool':
      return true;
    case 'int':
      return size;
    case 'uint':
      return uintOf(BigInt(size)) as CelValue;
    case 'double':
      return size + 0.5;
    case 'string':
    case 'parameter':
    case 'dyn':
      return text(size);
    case 'bytes':
      return Buffer.from(text(size));
    case 'timestamp':
      return new CelTimestamp(BigInt(size));
    case 'duration':
      return new CelDuration(BigInt(size));
    case 'type':
      return STRING as unknown as CelValue;
    case 'list':
      return Array.from({ length: Math.min(size, maxItems) }, (_, index) =>
        itemOf(type.parameters[0], wanted, index),
      ) as CelValue;
    case 'map':
      return Object.fromEntries(
        Array.from({ length: Math.min(size, maxItems) }, (_, index) => [
          `k${index}`,
          itemOf(type.parameters[1], wanted, index),
        ]),
      ) as CelValue;
    case 'opaque': {
      const make = opaque[type.name];
      if (make) return make(text(Math.min(size, 100_000)));
    }
  }
  throw new Error(`there are no values of type ${type.name} for the scaling suite: add some`);
}

/** Small, distinct items. */
function itemOf(type: CelType | undefined, { text }: Wanted, index: number): CelValue {
  if (!type || ['string', 'parameter', 'dyn'].includes(type.kind)) return `${text(2)}${index}`;
  return sampleOf(type, { size: type.kind === 'list' || type.kind === 'map' ? 2 : index, text: () => `x${index}` });
}
