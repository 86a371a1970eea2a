// Policies from manifest files, and the names that are reserved for them.
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const directory = mkdtempSync(join(tmpdir(), 'trestle-manifests-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

const apiVersion = 'admissionregistration.k8s.io/v1';
const rules = (...resources) => [
  { apiGroups: ['*'], apiVersions: ['*'], operations: ['CREATE', 'UPDATE', 'DELETE'], resources },
];
const policy = (name, resources, expression, message) => ({
  apiVersion,
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name },
  spec: { matchConstraints: { resourceRules: rules(...resources) }, validations: [{ expression, message }] },
});
const binding = (name, more = {}) => ({
  apiVersion,
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name },
  spec: { policyName: name, validationActions: ['Deny'], ...more },
});
const document = (...objects) => objects.map((object) => JSON.stringify(object)).join('\n---\n');

const validating = join(directory, 'validating');
const mutating = join(directory, 'mutating');
mkdirSync(validating);
mkdirSync(mutating);
const named = (text) => `object == null || !object.metadata.name.contains('${text}')`;
writeFileSync(
  join(validating, 'b.yaml'),
  `---\n# first\n${document(
    policy('names.static.k8s.io', ['configmaps', 'validatingadmissionpolicies'], named('refused'), 'refused by a file'),
    binding('names.static.k8s.io'),
  )}\n---\n`,
);
const list = {
  apiVersion: 'v1',
  kind: 'List',
  items: [
    policy('others.static.k8s.io', ['secrets'], named('refused'), 'secrets too'),
    binding('others.static.k8s.io', { validationActions: ['Warn'] }),
  ],
};
writeFileSync(join(validating, 'a.json'), JSON.stringify(list));
writeFileSync(join(validating, 'ignored.txt'), 'not a manifest');
writeFileSync(
  join(mutating, 'm.yml'),
  document(
    {
      apiVersion,
      kind: 'MutatingAdmissionPolicy',
      metadata: { name: 'labels.static.k8s.io' },
      spec: {
        matchConstraints: { resourceRules: [{ ...rules('configmaps')[0], operations: ['CREATE'] }] },
        reinvocationPolicy: 'Never',
        mutations: [
          {
            patchType: 'ApplyConfiguration',
            applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"from": "file"}}}' },
          },
        ],
      },
    },
    {
      apiVersion,
      kind: 'MutatingAdmissionPolicyBinding',
      metadata: { name: 'labels.static.k8s.io' },
      spec: { policyName: 'labels.static.k8s.io' },
    },
  ),
);
const plugins = [
  ['ValidatingAdmissionPolicy', validating],
  ['MutatingAdmissionPolicy', mutating],
].map(([name, staticManifestsDir]) => ({
  name,
  configuration: { apiVersion: 'apiserver.config.k8s.io/v1', kind: `${name}Configuration`, staticManifestsDir },
}));
const file = join(directory, 'admission.json');
writeFileSync(
  file,
  JSON.stringify({ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins }),
);

export const flags = [
  '--feature-gates=ManifestBasedAdmissionControlConfig=true',
  `--admission-control-config-file=${file}`,
];

const shown = ({ status, json, headers }) => ({
  status,
  warning: headers.warning,
  message: json.message,
  causes: json.details?.causes,
  labels: json.metadata?.labels,
});
const withMessage = { message: true };

export const cases = [
  {
    name: 'policies of files are in force',
    async run(t) {
      const ns = await t.ns();
      const maps = `/api/v1/namespaces/${ns}/configmaps`;
      t.see('accepted', shown(await t.post(maps, { metadata: { name: 'a' } })), withMessage);
      t.see('refused', shown(await t.post(maps, { metadata: { name: 'refused' } })), withMessage);
      const secrets = `/api/v1/namespaces/${ns}/secrets`;
      t.see('warned', shown(await t.post(secrets, { metadata: { name: 'refused' } })), withMessage);
      t.see('deleted', (await t.del(`${maps}/a`)).status);
    },
  },
  {
    name: 'policies of files apply to policies too',
    async run(t) {
      const path = `/apis/${apiVersion}/validatingadmissionpolicies`;
      const { apiVersion: _version, kind: _kind, ...object } = policy(`${t.id}-refused`, ['nothing'], 'true', 'm');
      t.see('policy', shown(await t.post(path, object)), withMessage);
      t.see('listed', (await t.get(path)).json.items.length);
      t.see('read', (await t.get(`${path}/names.static.k8s.io`)).status);
    },
  },
  {
    name: 'their names are reserved',
    async run(t) {
      const name = `${t.id}.static.k8s.io`;
      const bodies = {
        validatingadmissionpolicies: policy(name, ['nothing'], 'true', 'm'),
        validatingadmissionpolicybindings: binding(name),
        mutatingadmissionpolicybindings: { metadata: { name }, spec: { policyName: 'x' } },
        validatingwebhookconfigurations: { metadata: { name }, webhooks: [] },
        mutatingwebhookconfigurations: { metadata: { name } },
      };
      for (const [plural, { apiVersion: _version, kind: _kind, ...object }] of Object.entries(bodies)) {
        t.see(plural, shown(await t.post(`/apis/${apiVersion}/${plural}`, object)), withMessage);
      }
    },
  },
  {
    name: 'changed files are read again',
    async run(t) {
      const ns = await t.ns();
      const maps = `/api/v1/namespaces/${ns}/configmaps`;
      const isRefused = async (name) => (await t.post(`${maps}?dryRun=All`, { metadata: { name } })).status === 422;
      // As a whole: a server that reads a file while it is written would forget what was in it.
      const replace = (text) => {
        writeFileSync(join(directory, 'draft'), text);
        renameSync(join(directory, 'draft'), join(validating, 'c.yaml'));
      };
      const later = [
        policy('new.static.k8s.io', ['configmaps'], named('later'), 'later'),
        binding('new.static.k8s.io'),
      ];
      replace(document(...later));
      t.see('new policy', await t.eventually(() => isRefused('later'), 30_000));
      replace('kind: Nothing');
      await t.sleep(1000);
      t.see('a problem keeps what was in force', await isRefused('later'));
      rmSync(join(validating, 'c.yaml'));
      t.see('without it', await t.eventually(async () => !(await isRefused('later')), 30_000));
      t.see('the others', await isRefused('refused'));
    },
  },
];
