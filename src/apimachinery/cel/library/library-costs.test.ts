import { describe, expect, test } from 'vitest';
import {
  AUTHORIZER_TYPE,
  CelAuthorizer,
  CostBudget,
  celTypeOfSchema,
  mutationLibrary,
  storedExpressionsEnvironment,
} from '../index.js';

const environment = storedExpressionsEnvironment().extend({
  libraries: [mutationLibrary],
  variables: { authorizer: AUTHORIZER_TYPE },
});
const user = { name: 'alice', uid: '', groups: [], extra: {} };
const authorizer = CelAuthorizer.of(user, { authorize: () => ({ decision: 'allow', reason: '' }) });

/** The actual cost, and the estimated minimum and maximum. */
function costs(source: string): [actual: number, min: number, max: number] {
  const program = environment.compileUncached(source);
  const budget = new CostBudget(1_000_000);
  program.evaluate({ authorizer }, { budget });
  const { min, max } = program.estimateCost();
  return [1_000_000 - budget.remaining, min, max];
}

const INTS = '[1, 2, 3, 4, 5]';
const STRINGS = "['012345678901', '012345678901', '012345678901', '012345678901', '012345678901']";
const IPV6 = "'2001:db8:3333:4444:5555:6666:7777:8888'";
const SELECTOR = "'spec.nodeName=example-node-name.fully.qualified.domain.name.example.com'";
const unbounded = Number.POSITIVE_INFINITY;

describe('as it is run, and estimated', () => {
  test.each<[source: string, actual: number, min: number, max: number]>([
    // A list of literals is created at compile time and costs nothing at run time, but its ten units are estimated. The
    // sizes of string lists that the expression creates are not bounded.
    [`${INTS}.sum()`, 5, 15, 15],
    [`${INTS}.isSorted()`, 5, 15, 15],
    [`${INTS}.max()`, 5, 15, 15],
    [`${STRINGS}.min()`, 5, 15, unbounded],
    [`${INTS}.indexOf(3)`, 5, 15, 15],
    [`${STRINGS}.lastIndexOf('x')`, 5, 15, unbounded],
    [`'01234567890123456789012345678901234567890123456789'.indexOf('123')`, 5, 5, 5],
    [`'ABCDEFGHIJ abcdefghij'.lowerAscii()`, 3, 3, 3],
    [`'ABCDEFGHIJ abcdefghij'.lowerAscii() == 'abcdefghij ABCDEFGHIJ'.lowerAscii()`, 9, 7, 9],
    [`'ABCDEFGHIJ abcdefghij'.upperAscii()`, 3, 3, 3],
    [`strings.quote('ABCDEFGHIJ abcdefghij')`, 3, 3, 3],
    [`strings.quote('ABCDEFGHIJ abcdefghij') == strings.quote('ABCDEFGHIJ abcdefghij')`, 9, 7, 11],
    [`'abc 123 def 123'.replace('123', '456')`, 3, 3, 3],
    [`'abc 123 def 123'.replace('', 'x')`, 3, 3, 3],
    [`'abc 123 def 123'.replace('123', '456', 1)`, 3, 3, 3],
    [`'abc 123 def 123'.split(' ')`, 3, 3, 3],
    [`'abc 123 def 123'.split(' ', 1)`, 3, 3, 3],
    [`'abc 123 def 123'.substring(5)`, 2, 2, 2],
    [`'abc 123 def 123'.substring(5, 8)`, 2, 2, 2],
    [`'  abc 123 def 123  '.trim()`, 2, 2, 2],
    [`'abc'.charAt(1)`, 1, 1, 1],
    [`['aa', 'bb', 'cc', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].join(' ')`, 5, 11, unbounded],
    [`['aa', 'bb', 'cc', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].join()`, 3, 10, unbounded],
    [`'%s is eleven'.format(['it'])`, 2, 12, 12],
    [`'abc 123 def 123'.find('123')`, 2, 2, 2],
    [`'abc 123 def 123'.findAll('123')`, 2, 2, 2],
    [`'abc 123 def 123'.findAll('123', 1)`, 2, 2, 2],
    [`jsonpatch.escapeKey('abc/def~ abc/def~')`, 2, 2, 2],
    [`url('https:://kubernetes.io/').getHost()`, 4, 4, 4],
    [`url('https:://kubernetes.io/') == url('https:://kubernetes.io/')`, 7, 7, 9],
    [`url('https:://kubernetes.io/') == url('http://x.b')`, 5, 5, 5],
    [`isURL('https:://kubernetes.io/')`, 1, 1, 1],
    [`ip('192.168.0.1').family()`, 3, 3, 3],
    [`ip(${IPV6}).isLoopback()`, 5, 5, 5],
    [`ip(${IPV6}) == ip('192.168.0.1')`, 7, 7, 7],
    [`isIP(${IPV6})`, 4, 4, 4],
    [`ip.isCanonical('192.168.0.1')`, 3, 3, 3],
    [`ip.isCanonical(${IPV6})`, 8, 8, 8],
    [`cidr('192.168.0.0/16').masked()`, 3, 3, 3],
    [`cidr('192.168.0.0/16') == cidr('2001:db8::/32')`, 5, 5, 5],
    [`cidr('192.168.0.0/16').containsCIDR(cidr('192.0.0.0/30'))`, 7, 7, 11],
    [`cidr('192.168.0.0/16').containsCIDR('192.0.0.0/30')`, 7, 7, 11],
    [`cidr('192.168.0.0/16').containsIP(ip('192.169.0.1'))`, 5, 5, 8],
    [`cidr('192.168.0.0/16').containsIP('192.0.0.1')`, 4, 4, 7],
    [`cidr('2001:db8::/32').containsIP(${IPV6})`, 7, 7, 10],
    [`quantity('12Mi')`, 1, 1, 1],
    [`isQuantity('20M')`, 1, 1, 1],
    [`quantity('200M').compareTo(quantity('0.2G'))`, 3, 3, 3],
    [`quantity('200M') == quantity('0.2G')`, 3, 3, 3],
    [`quantity('50k').add(20)`, 2, 2, 2],
    [`semver('1234.56789012345.67890123456789')`, 4, 4, 4],
    [`isSemver('1.0.0')`, 1, 1, 1],
    [`semver('1.0.0').isLessThan(semver('1.1.0'))`, 3, 3, 3],
    [`semver('1.2.3').major()`, 2, 2, 2],
    [`format.dns1123Label().validate('my-name')`, 1 + 8, 1 + 32, 1 + 32],
    [`format.named('uuid')`, 1, 1, 1],
    [`format.date() == format.date()`, 3, 3, 9],
    [`sets.contains([1], [1])`, 2, 22, 22],
    [`sets.equivalent([2, 1], [1])`, 5, 25, 25],
    [`sets.intersects([1, 1], [1])`, 3, 23, 23],
    [`[1, 2, 3, 4].slice(1, 3)`, 13, 23, 23],
    [`lists.range(5)`, 16, 16, 16],
    [`[1, 2].reverse()`, 13, 23, 23],
    [`[[1, 2], [3]].flatten()`, 13, 43, 43],
    [`[[1, 2], [3]].flatten(2)`, 15, 45, 45],
    [`[3, 1, 2].sort()`, 29, 39, 39],
    [`['c', 'a'].sort()`, 19, 30, 30],
    [`[1, 1].distinct()`, 19, 29, 29],
    [`authorizer.path('/healthz')`, 2, 2, 2],
    [`authorizer.group('').resource('pods').fieldSelector(${SELECTOR})`, 1821, 1821, 1821],
    [`authorizer.group('').resource('pods').labelSelector(${SELECTOR})`, 1821, 1821, 1821],
    [`authorizer.path('/healthz').check('get').allowed()`, 350_003, 350_003, 350_003],
    [
      `authorizer.group('apps').resource('pods').namespace('n').name('x').check('get').reason()`,
      350_006,
      350_006,
      350_006,
    ],
  ])('%s', (source, actual, min, max) => expect(costs(source)).toEqual([actual, min, max]));
});

describe('estimated from what a schema allows', () => {
  const self = celTypeOfSchema({
    type: 'object',
    properties: {
      names: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 20 } },
      text: { type: 'string', maxLength: 100 },
    },
  })!;
  const variables = { self };
  const maxOf = (source: string) => environment.compile(source, { variables }).estimateCost().max;

  test.each<[source: string, max: number]>([
    // A character may be four bytes. Each of ten items costs one plus a tenth of its size; accessing the list costs
    // two.
    ['self.names.isSorted()', 2 + 10 * (1 + 8)],
    ['self.names.indexOf(self.text)', 4 + 10 * (1 + 8)],
    // Ten items and nine separators.
    [`self.names.join(',')`, 2 + Math.ceil(809 * 0.1)],
    [`self.names.join(',').lowerAscii()`, 2 + Math.ceil(809 * 0.1) * 2],
    ['self.names.sort()', 2 + 1 + 10 + 210],
    [`self.text.replace('a', 'bb').lowerAscii()`, 2 + 80 + 80],
    [`self.text.replace('', 'b').lowerAscii()`, 2 + 80 + Math.ceil(801 * 0.1)],
    [`self.text.split(',').size()`, 2 + 80 + 1],
    [`self.text.find('[a-z]+')`, 2 + 41 * 2],
    ['format.uuid().validate(self.text).hasValue()', 1 + 2 + 40 * 32 + 1],
    ['sets.contains(self.names, self.names)', 4 + 1 + 100],
  ])('%s: at most %d', (source, max) => expect(maxOf(source)).toBe(max));
});
