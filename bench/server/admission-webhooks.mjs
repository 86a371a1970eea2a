// The cost of webhooks for writes that they do not match, and for those that they do.
import { createServer } from 'node:https';
import { AdmissionRequest } from '../../dist/server/admission/index.js';
import { ValidatingWebhooks } from '../../dist/server/admission/webhooks/index.js';
import { makeSelfSigned } from '../../dist/server/http/index.js';
import { nanosecondsPerCall, timed } from '../harness.mjs';

export const title = 'Admission webhooks';

const rounds = 5;
const calls = 500;

export async function run(bench) {
  const request = requestOf('configmaps');
  const none = pluginWith([]);
  bench.row(
    'no configuration',
    nanosecondsPerCall(() => none.validate(request)),
    'ns',
    { atMost: 200 },
  );
  const others = Array.from({ length: 50 }, (_, index) => webhook(`h${index}`, 'pods'));
  const unconcerned = pluginWith(others);
  bench.row(
    '50 webhooks about other resources',
    nanosecondsPerCall(() => unconcerned.validate(request)),
    'ns',
    { atMost: 500 },
  );
  const server = await startWebhook();
  const asking = pluginWith([{ ...webhook('called', 'configmaps'), clientConfig: server.config }]);
  let best = Number.POSITIVE_INFINITY;
  for (let round = -1; round < rounds; round++) {
    const { cpuSeconds } = await timed(async () => {
      for (let call = 0; call < calls; call++) await asking.validate(request);
    });
    if (round >= 0) best = Math.min(best, cpuSeconds / calls);
  }
  bench.row('one is called over HTTPS, CPU of both sides', best * 1e6, 'µs', { atMost: 1500 });
  server.close();
}

function webhook(name, resource) {
  return {
    name: `${name}.example.com`,
    clientConfig: { url: 'https://127.0.0.1:1/' },
    rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: [resource], scope: '*' }],
    matchPolicy: 'Equivalent',
    sideEffects: 'None',
    timeoutSeconds: 10,
    admissionReviewVersions: ['v1'],
  };
}

function pluginWith(webhooks) {
  const configurations = webhooks.length === 0 ? [] : [{ metadata: { name: 'c' }, webhooks }];
  const source = { ready: () => undefined, changes: configurations.length, all: () => configurations };
  return new ValidatingWebhooks({
    configurations: source,
    findNamespace: () => undefined,
    resolveService: async () => ({ host: '127.0.0.1', port: 1 }),
    onError: (error) => {
      throw error;
    },
  });
}

function requestOf(resource) {
  const user = { name: 'admin', groups: ['system:masters'] };
  const form = {
    resource: { group: '', version: 'v1', resource },
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
  };
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { text: 'x'.repeat(1000) } };
  return new AdmissionRequest(
    { user, request: {}, deadline: Number.POSITIVE_INFINITY },
    {
      ...{ ...form, operation: 'CREATE', subresource: '', namespace: 'a', name: 'x' },
      ...{ object, old: undefined, options: { kind: 'CreateOptions' }, dryRun: false, versions: { all: [form] } },
    },
  );
}

async function startWebhook() {
  const { certificate, key } = makeSelfSigned({ names: ['127.0.0.1'] });
  const server = createServer({ cert: certificate, key }, async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { apiVersion, kind, request: reviewed } = JSON.parse(Buffer.concat(chunks));
    response.end(JSON.stringify({ apiVersion, kind, response: { uid: reviewed.uid, allowed: true } }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const caBundle = Buffer.from(certificate).toString('base64');
  return {
    config: { url: `https://127.0.0.1:${server.address().port}/`, caBundle },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
