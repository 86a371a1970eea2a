// Writes lib/bootstrap-objects.txt: the objects that a server and its controllers create on an empty storage. Test servers
// start with them, which saves them most of their work.
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { aggregateRules } from '../dist/controllers/cluster-role-aggregation/aggregate-rules.js';
import { formatBootstrapImage } from '../dist/testing/bootstrap-image.js';
import { TestServer } from '../dist/testing/index.js';

/** Controllers write statuses in the background when the server is ready: the text is written when none changes it. */
const quietMilliseconds = 250;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const server = await TestServer.start();
const roles = server.client.resource({ group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' });
let [text, written] = ['', undefined];
while (text !== written || !(await isAggregated())) {
  written = text;
  await sleep(quietMilliseconds);
  text = formatBootstrapImage(server.image());
}
writeFileSync('lib/bootstrap-objects.txt', text);
await server.close();

/** Whether each role has the rules of those that it aggregates. The first request also starts the controllers. */
async function isAggregated() {
  const { items } = await roles.list();
  return items.every((role) => aggregateRules(role, items) === undefined);
}
