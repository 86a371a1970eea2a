// Which conformance tests need nothing but an API server, controllers, a scheduler, and nodes that run nothing.
import { execFileSync } from 'node:child_process';
import { decodeYaml } from '../../dist/apimachinery/codec/index.js';

/** Files of test/e2e whose tests read what containers write, reach them by network, or let a webhook run in a pod. */
const needsContainers = [
  /^apimachinery\/(webhook|crd_conversion_webhook|aggregator)\.go$/,
  /^common\/(network|storage)\//,
  /^common\/node\/(configmap|container_probe|containers|downwardapi|ephemeral_containers|expansion|image_volume|init_container)\.go$/,
  /^common\/node\/(kubelet|kubelet_etc_hosts|lifecycle_hook|pod_resize|privileged|runtime|secrets|security_context|sysctl)\.go$/,
  /^dra\//,
  /^kubectl\/(logs|portforward)\.go$/,
  /^network\/(dns|hostport|proxy|service_latency)\.go$/,
  /^node\/(pre_stop|security_context)\.go$/,
  /^storage\/(empty_dir_wrapper|subpath)\.go$/,
];
/** Tests of the other files that do. */
const needContainersThemselves = [
  /affinity|Guestbook|Update Demo|proxy|exec|logs|attach|ReadyReplicas with a webserver|functioning NodePort/i,
  /serve basic endpoints|serve a basic endpoint|serve multiport|change the type|basic image on each replica|mount an API token/i,
  /\[StatefulSetBasic\] (?:Burst|Scaling|should perform)|Kubectl expose/,
  /Job should (?:adopt|delete a job|allow to)|ReplaceConcurrent/,
  /pod failure policy|sometimes fail|some failing|FailIndex|failed indexes/,
  /OIDC discovery|projected service account token|environment variables for services/i,
];

/** The names of the tests, with `serial` for those that must run alone. */
export function chosenTests(binary) {
  const listed = execFileSync(binary, ['--list-conformance-tests'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return decodeYaml(Buffer.from(listed))
    .filter(({ file }) => !needsContainers.some((pattern) => pattern.test(file.replace('test/e2e/', ''))))
    .filter(({ codename }) => !needContainersThemselves.some((pattern) => pattern.test(codename)))
    .map(({ codename, file }) => ({ name: codename, file, serial: codename.includes('[Serial]') }));
}
