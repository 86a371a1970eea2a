// Names with a meaning in JavaScript, used as names of everything.
import { expectStatus } from '../support/client.mjs';
import { configMaps, createNamespace, listAll } from '../support/objects.mjs';
import { of } from '../support/report.mjs';

const special = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'then',
  'toJSON',
];
const namespace = 'names';

export const prototypeNames = {
  name: 'names of prototypes',
  async run(context) {
    const server = await context.environment.server({ storage: context.storage });
    const client = server.client();
    await createNamespace(client, namespace);
    const wrong = [];
    for (const name of special) wrong.push(...(await roundTrip(client, name)));
    wrong.push(...(await customResource(client)));
    wrong.push(...(await polluted(client)));
    for (const line of wrong) console.log(`    ${line}`);
    context.figure('special names that did not come back as they were', {
      value: of(wrong.length, special.length * 6 + 3),
      holds: wrong.length === 0,
    });
  },
};

/** As text, because an object literal would drop `__proto__`. */
async function roundTrip(client, name) {
  const wrong = [];
  const object = `object-${special.indexOf(name)}`;
  // A label must not start with an underscore.
  const isLabel = !name.startsWith('_');
  const fields = (value) => `"${name}":"${value}"`;
  const metadata = (value) =>
    isLabel ? `"labels":{${fields(value)}},"annotations":{${fields(value)}}` : '"labels":{}';
  const body = (value) => `{"metadata":{"name":"${object}",${metadata(value)}},"data":{${fields(value)}}}`;
  const path = `${configMaps(namespace)}/${object}`;
  const expectHeld = (when, answer, value) => {
    const { metadata: found, data } = answer.document ?? {};
    const held = (isLabel ? [found?.labels, found?.annotations, data] : [data]).map((part) => own(part, name));
    if (answer.status >= 300 || held.some((one) => one !== value))
      wrong.push(`${name} ${when}: ${answer.status} ${answer.text.slice(0, 300)}`);
  };
  expectHeld('created', await client.post(configMaps(namespace), body('one')), 'one');
  expectHeld('read', await client.get(path), 'one');
  expectHeld('updated', await client.put(path, body('two')), 'two');
  expectHeld(
    'patched',
    await client.patch(path, `{"data":{${fields('three')}},"metadata":{${metadata('three')}}}`),
    'three',
  );
  const applied = await client.send('PATCH', `${path}?fieldManager=${encodeURIComponent(name)}&force=true`, {
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: body('four').replace('{"metadata"', '{"apiVersion":"v1","kind":"ConfigMap","metadata"'),
  });
  expectHeld('applied', applied, 'four');
  if (!isLabel) return wrong;
  const query = `labelSelector=${encodeURIComponent(`${name}=four`)}`;
  const selected = await listAll(client, configMaps(namespace), { query });
  if (selected.items.length !== 1) wrong.push(`${name} selected: ${selected.items.length} objects`);
  return wrong;
}

function own(fields, name) {
  return fields && Object.getOwnPropertyDescriptor(fields, name)?.value;
}

/** A custom resource whose fields have such names. */
async function customResource(client) {
  const properties =
    '{"__proto__":{"type":"string"},"constructor":{"type":"object","properties":{"prototype":{"type":"string"}}},"toString":{"type":"string","default":"a default"}}';
  const schema = `{"type":"object","properties":{"spec":{"type":"object","properties":${properties}}}}`;
  const definition = `{"metadata":{"name":"strangers.example.com"},"spec":{"group":"example.com","scope":"Namespaced","names":{"plural":"strangers","kind":"Stranger"},"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":${schema}}}]}}`;
  expectStatus(await client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition), 201);
  const path = `/apis/example.com/v1/namespaces/${namespace}/strangers`;
  let created;
  do {
    created = await client.post(
      path,
      '{"apiVersion":"example.com/v1","kind":"Stranger","metadata":{"name":"one"},"spec":{"__proto__":"x","constructor":{"prototype":"y"},"valueOf":"pruned"}}',
    );
  } while (created.status === 404);
  const wrong = [];
  const spec = created.document?.spec;
  if (created.status !== 201) wrong.push(`custom resource: ${created.status} ${created.text.slice(0, 300)}`);
  if (own(spec, '__proto__') !== 'x' || own(spec, 'constructor')?.prototype !== 'y')
    wrong.push(`custom resource: ${created.text}`);
  if (own(spec, 'toString') !== 'a default' || own(spec, 'valueOf') !== undefined)
    wrong.push(`custom resource, default and pruning: ${created.text}`);
  return wrong;
}

/** Checks that nothing of it has become part of other objects. */
async function polluted(client) {
  const { text } = expectStatus(await client.post(configMaps(namespace), { metadata: { name: 'clean' } }), 201);
  return /"(one|two|three|four|x|y)"/.test(text) ? [`polluted: ${text}`] : [];
}
