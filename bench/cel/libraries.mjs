import { celTypeOfSchema, storedExpressionsEnvironment } from '../../dist/apimachinery/cel/index.js';
import { nanosecondsPerCall } from '../harness.mjs';

export const title = "CEL rules: Kubernetes' libraries";

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    address: { type: 'string' },
    limit: { type: 'string' },
    version: { type: 'string' },
    url: { type: 'string' },
    ports: { type: 'array', items: { type: 'integer' } },
  },
};
const self = {
  name: 'web-frontend.example.com',
  address: '10.1.2.3',
  limit: '1.5Gi',
  version: '1.36.4-rc.1',
  url: 'https://user@example.com:8443/path?a=b',
  ports: [443, 80, 8080, 9090, 8443],
};

/** Each rule holds for the object. */
const RULES = {
  'strings: split and join': "self.name.split('.').join('-') == 'web-frontend-example-com'",
  'strings: format': "'%s has %d ports'.format([self.name, size(self.ports)]).size() == 36",
  'lists: sort': 'self.ports.sort().isSorted()',
  'sets: contains': 'sets.contains(self.ports, [80, 443])',
  'regex: find': "self.name.find('[a-z]+') == 'web'",
  'cidr: contains': "cidr('10.0.0.0/8').containsIP(self.address)",
  'quantity: compare': "quantity(self.limit).isLessThan(quantity('2Gi'))",
  'semver: compare': "semver(self.version).isLessThan(semver('1.36.4'))",
  'url: port': "url(self.url).getPort() == '8443'",
  'format: validate': '!format.dns1123Subdomain().validate(self.name).hasValue()',
};

export async function run(bench) {
  const environment = storedExpressionsEnvironment();
  const variables = { self: celTypeOfSchema(schema) };
  for (const [name, rule] of Object.entries(RULES)) {
    const program = environment.compile(rule, { variables });
    if (program.evaluate({ self }) !== true) throw new Error(`${rule} does not hold`);
    const rate = 1e9 / nanosecondsPerCall(() => program.evaluate({ self }));
    bench.row(name, rate, 'evaluations/s', { atLeast: 50_000 });
  }
}
