// The cost of flow control for a request that does not have to wait.
import { FlowControl } from '../../dist/server/flow-control/index.js';
import { MetricsRegistry } from '../../dist/server/metrics/index.js';
import { requestInfoOf } from '../../dist/server/routing/index.js';

export const title = 'API priority and fairness, with room for everybody';

const rounds = 7;
const count = 200_000;

export async function run(bench) {
  const control = new FlowControl({ metrics: new MetricsRegistry() });
  const query = new URLSearchParams();
  const info = requestInfoOf('GET', '/api/v1/namespaces/a/pods/x', { query });
  const users = {
    'an administrator': { name: 'root', groups: ['system:masters', 'system:authenticated'] },
    'a service account': {
      name: 'system:serviceaccount:a:b',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:a', 'system:authenticated'],
    },
    'a user': { name: 'jane', groups: ['devs', 'system:authenticated'] },
  };
  for (const [who, user] of Object.entries(users)) {
    const context = { user, info, request: { query } };
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      const begin = process.hrtime.bigint();
      for (let index = 0; index < count; index++) {
        const ticket = control.ticket(control.flowOf(user, info), context);
        if (control.enter(ticket, context) !== 'execute') throw new Error('there was room');
        control.leave(ticket);
      }
      best = Math.min(best, Number(process.hrtime.bigint() - begin) / count / 1000);
    }
    bench.row(`a request of ${who}`, best, 'µs', { atMost: 1 });
  }
}
