import {
  CelEvaluationError,
  CelSyntaxError,
  CelTypeError,
  celToJson,
  DYN,
  kubernetesEnvironment,
} from '../../../src/apimachinery/cel/index.js';
import { parseAccept, parseMediaType } from '../../../src/apimachinery/codec/index.js';
import { formatTime, parseDuration, parseTime } from '../../../src/apimachinery/meta/index.js';
import { parseFieldSelector, parseLabelSelector, SelectorError } from '../../../src/apimachinery/selectors/index.js';
import { Quantity, QuantityError } from '../../../src/apimachinery/validation/index.js';
import { declared, Flaw, same, type Target } from './target.js';

const environment = kubernetesEnvironment();
const variables = { a: DYN, b: DYN };
const activation = { a: { x: [1, 2.5, 'text'], y: null }, b: 'text' };

export const cel: Target = {
  seeds: [
    'a.x.all(i, i != b) || size(a) > 1u',
    '"%s %d".format([b, 3]) + b.substring(1, 2)',
    'duration("1h").getSeconds() < timestamp("2026-01-01T00:00:00Z").getHours()',
    'quantity("1Ki").add(2).isGreaterThan(quantity("1")) && ip("::1").isLoopback()',
    'a.?y.orValue({"k": [b.matches("^t.*")]})',
    '[1, 2].map(i, i * 2).sum() == 6 ? url("https://x/").getHost() : r"\\d"',
  ],
  tokens: ['.all(i, ', '.map(i, ', '.filter(', '.exists_one(', 'size(', 'int(', 'uint(', 'double(', 'string(', 'bytes(', 'type(', 'dyn(', 'has(', '.matches(', '.split(', '.replace(', '.format([', '.indexOf(', 'optional.of(', '.?', '[?', ' in ', '&&', '||', '?', "b'\\xff'", '"""', '0x', '9223372036854775807', '1u', 'cidr("10.0.0.0/8")', 'semver("1.2.3")', '.lowerAscii()', '.sort()', 'true', 'null'], // biome-ignore format: one line
  maxBytes: 512,
  check(bytes) {
    const program = declared(() => environment.compile(bytes.toString(), { variables }), CelSyntaxError, CelTypeError);
    if (!program) return;
    const evaluate = () => declared(() => celToJson(program.evaluate(activation as never)), CelEvaluationError);
    const [first, second] = [evaluate(), evaluate()];
    if (!bytes.includes('now')) same('evaluated again', second, first);
  },
};

/** A selector that is printed and parsed again selects the same. */
export const labelSelector: Target = {
  seeds: ['a=b,c!=d,e in (f,g),h notin (i),!j,k', 'x==y', 'n>1,n<5', 'example.com/a in (b,)'],
  tokens: [' in ', ' notin ', '==', '!=', '(', ')', ',', '!', '>', '<', 'a/b', '--', '..'],
  check(bytes) {
    const selector = declared(() => parseLabelSelector(bytes.toString()), SelectorError);
    if (!selector) return;
    const again = parseLabelSelector(selector.toString());
    same('written again', again.toString(), selector.toString());
    for (const labels of [{}, { a: 'b' }, { a: '', c: 'd', n: '3' }]) {
      same(`selects ${JSON.stringify(labels)}`, again.matches(labels), selector.matches(labels));
    }
  },
};

export const fieldSelector: Target = {
  seeds: ['metadata.name=x,status.phase!=Running', 'a==b\\,c', 'x=\\\\y\\=z'],
  tokens: ['metadata.name', '==', '!=', '=', ',', '\\,', '\\=', '\\\\', '\\'],
  check(bytes) {
    const selector = declared(() => parseFieldSelector(bytes.toString()), SelectorError);
    // Terms are sorted as they were sent, such as `==b` before `=a`, so their order may change once.
    if (selector) same('written again', parseFieldSelector(selector.toString()).key, selector.key);
  },
};

export const quantity: Target = {
  seeds: ['1', '100m', '1.5Ki', '-2e3', '0.000000001', '12E', '.5'],
  tokens: ['Ki', 'Ei', 'm', 'u', 'n', 'e', 'E', 'e-', '+', '-', '.', '0', '000000000000000000000'],
  maxBytes: 256,
  check(bytes) {
    const value = declared(() => Quantity.parse(bytes.toString()), QuantityError);
    if (!value) return;
    const again = Quantity.parse(value.toString());
    same('written again', again.toString(), value.toString());
    if (again.compare(value) !== 0 && !/n$|[eE]-/.test(value.toString()))
      throw new Flaw('is another amount when written');
  },
};

/** Small languages in headers, parameters and fields: any input is parsed, or refused with undefined. */
export const header: Target = {
  seeds: [
    'application/json;q=0.9;as=Table;v=v1, */*',
    '1h30m5.5s',
    '2026-01-01T00:00:00.5+01:00',
    'text/html; charset="a b"',
  ],
  tokens: ['application/', ';q=', ';as=', ',', '"', '\\', 'ms', 'h', 'T', 'Z', '+01:00', '.000', '-'],
  check(bytes) {
    const text = bytes.toString();
    for (const { quality } of parseAccept(text)) {
      if (Number.isNaN(quality)) throw new Flaw('a quality that is no number');
    }
    parseMediaType(text);
    const duration = parseDuration(text);
    if (duration !== undefined && Number.isNaN(duration)) throw new Flaw('a duration that is no number');
    const time = parseTime(text);
    if (time === undefined) return;
    const again = formatTime(time);
    if (parseTime(again) !== Math.floor(time / 1000) * 1000) throw new Flaw(`${time} is written as ${again}`);
  },
};
