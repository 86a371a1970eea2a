import { execFileSync } from 'node:child_process';
import { jsonCodec, protobufCodec } from '../../dist/apimachinery/codec/index.js';
import { builtInVersion, findMessage, modelNames, resolveReference } from '../../dist/kube/types/index.js';
import { nanosecondsPerCall } from '../harness.mjs';

export const title = 'built-in types: shape, protobuf, and what they cost before they are used';

export async function run(bench) {
  const pod = webPod();
  const text = JSON.stringify(pod);
  const version = builtInVersion('v1', 'Pod');
  const microseconds = (work) => nanosecondsPerCall(work) / 1000;
  const codec = protobufCodec(findMessage);
  const [json, protobuf] = [Buffer.from(text), codec.encode(pod)];
  const parse = microseconds(() => JSON.parse(text));
  const shape = microseconds(() => version.shape(JSON.parse(text))) - parse;
  bench.row(`shape of a pod of ${text.length} bytes`, shape, 'µs');
  bench.row('shape / JSON.parse', shape / parse, 'times', { atMost: 1.5 });
  const [jsonEncode, jsonDecode] = [
    microseconds(() => jsonCodec.encode(pod)),
    microseconds(() => jsonCodec.decode(json)),
  ];
  const [encode, decode] = [microseconds(() => codec.encode(pod)), microseconds(() => codec.decode(protobuf))];
  bench.row(`protobuf of the pod, ${protobuf.length} bytes: encode`, encode, 'µs');
  bench.row('protobuf of the pod: decode', decode, 'µs');
  bench.row('protobuf / JSON: encode', encode / jsonEncode, 'times', { atMost: 3 });
  bench.row('protobuf / JSON: decode', decode / jsonDecode, 'times', { atMost: 3 });
  const begin = process.hrtime.bigint();
  for (const name of modelNames()) resolveReference(name);
  bench.row('schemas of all types, the first time', Number(process.hrtime.bigint() - begin) / 1e6, 'ms');
  const { milliseconds, bytes: heap, firstShape } = beforeUse();
  bench.row('import, of a process that has the server', milliseconds, 'ms', { atMost: 50 });
  bench.row('heap after the import', heap / 1024, 'KiB', { atMost: 600 });
  bench.row('first shape of a pod', firstShape, 'ms', { atMost: 50 });
}

/** The cost of the module in a separate process in which its dependencies are loaded already. */
function beforeUse() {
  const source = `
    await import('./dist/server/index.js');
    await import('./dist/apimachinery/codec/index.js');
    gc();
    const before = process.memoryUsage().heapUsed;
    const begin = performance.now();
    const { builtInVersion } = await import('./dist/kube/types/index.js');
    const versions = ['Pod', 'Service', 'ConfigMap'].map((kind) => builtInVersion('v1', kind));
    const milliseconds = performance.now() - begin;
    gc();
    const bytes = process.memoryUsage().heapUsed - before;
    const pod = ${JSON.stringify(webPod())};
    const start = performance.now();
    versions[0].shape(pod);
    const firstShape = performance.now() - start;
    console.log(JSON.stringify({ milliseconds, bytes, firstShape }));
  `;
  const runs = Array.from({ length: 5 }, () =>
    JSON.parse(
      execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', source], { encoding: 'utf8' }),
    ),
  );
  const best = (name) => Math.min(...runs.map((run) => run[name]));
  return { milliseconds: best('milliseconds'), bytes: best('bytes'), firstShape: best('firstShape') };
}

function webPod() {
  const container = (name) => ({
    name,
    image: 'registry.example.com/team/web:1.27.3',
    ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
    env: [
      { name: 'LOG_LEVEL', value: 'info' },
      { name: 'POD_IP', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'status.podIP' } } },
    ],
    resources: { limits: { cpu: '500m', memory: '1Gi' }, requests: { cpu: '100m', memory: '128Mi' } },
    volumeMounts: [
      { name: 'config', mountPath: '/etc/web' },
      { name: 'token', readOnly: true, mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' },
    ],
    livenessProbe: { httpGet: { path: '/healthz', port: 8080, scheme: 'HTTP' }, timeoutSeconds: 1, periodSeconds: 10 },
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: 'IfNotPresent',
  });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'web-5d8f7c9b6-x2x7k',
      namespace: 'default',
      uid: '0d1f2c3b-4a59-4876-9c0d-1e2f3a4b5c6d',
      labels: { app: 'web', 'pod-template-hash': '5d8f7c9b6' },
      annotations: { 'example.com/notes': 'x'.repeat(900) },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: 'web-5d8f7c9b6',
          uid: '7a6b5c4d-3e2f-4a1b-8c9d-0e1f2a3b4c5d',
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: {
      volumes: [
        { name: 'config', configMap: { name: 'web', defaultMode: 420 } },
        {
          name: 'token',
          projected: {
            sources: [
              { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
              { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
            ],
            defaultMode: 420,
          },
        },
      ],
      containers: [container('web'), container('proxy'), container('agent')],
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      serviceAccountName: 'default',
      securityContext: {},
      schedulerName: 'default-scheduler',
      tolerations: [
        { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
      ],
    },
    status: {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'True', lastProbeTime: null, lastTransitionTime: '2024-01-01T00:00:00Z' }],
      hostIP: '10.0.0.1',
      podIP: '10.1.2.3',
    },
  };
}
