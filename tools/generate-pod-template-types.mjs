// Writes src/controllers/workload/pod-template-hash/go-types.generated.ts: the fields of Go's PodTemplateSpec and of all
// types in it, with their Go names and types, in order: what the hash of a pod template is made of.
//   node tools/generate-pod-template-types.mjs <folder>     reads the folder `k8s.io` of Go sources
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPackage } from './kube-types/go-package.mjs';

const target = new URL('../src/controllers/workload/pod-template-hash/go-types.generated.ts', import.meta.url);
const [sources] = process.argv.slice(2);
const packages = new Map();
const lines = new Map();
const origins = new Map();
/** Types whose fields are not exported: go-text.ts knows them. */
const opaque = new Set([
  'k8s.io/apimachinery/pkg/api/resource.Quantity',
  'k8s.io/apimachinery/pkg/util/intstr.IntOrString',
  'k8s.io/apimachinery/pkg/apis/meta/v1.Time',
  'k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1',
]);

addType('k8s.io/api/core/v1', 'PodTemplateSpec');
// Subsets of endpoints are sorted by their hashes.
addType('k8s.io/api/core/v1', 'EndpointSubset');
const head = `// Made by tools/generate-pod-template-types.mjs of the Go types of Kubernetes 1.36: not to be changed by hand.

/** One type to a line: \`name:field json type|…\` of a struct (json is \`.\` if it is inlined), \`name=type\` of others. */
export const goTypes = \`${[...lines.values()].sort().join('\n')}
\`;
`;
writeFileSync(target, head);
console.log(`${lines.size} types, ${head.length} bytes`);

function addType(path, name) {
  const goName = `${path.split('/').pop()}.${name}`;
  const full = `${path}.${name}`;
  if (opaque.has(full)) return goName;
  if ((origins.get(goName) ?? full) !== full) throw new Error(`two types ${goName}`);
  if (origins.has(goName)) return goName;
  origins.set(goName, full);
  const { structs, named } = packageAt(path);
  const struct = structs.get(name);
  if (struct) {
    const fields = struct.fields.map(
      ({ name: field, json, type, isEmbedded }) =>
        `${field} ${isEmbedded && !json ? '.' : json} ${typeText(path, type)}`,
    );
    lines.set(goName, `${goName}:${fields.join('|')}`);
  } else if (named.has(name)) {
    lines.set(goName, `${goName}=${typeText(path, named.get(name).type)}`);
  } else throw new Error(`${full} is unknown`);
  return goName;
}

function packageAt(path) {
  if (!packages.has(path)) packages.set(path, readPackage(join(sources, path.replace(/^k8s.io\//, ''))));
  return packages.get(path);
}

function typeText(path, { text, imports }) {
  return text.replace(/(?<![\w.])(?:(\w+)\.)?([A-Za-z]\w*)/g, (whole, alias, name) => {
    if (alias) return addType(imports.get(alias), name);
    if (name === 'map' || /^(string|bool|int32|int64|byte|uint8)$/.test(name)) return name === 'byte' ? 'uint8' : name;
    return /^[A-Z]/.test(name) ? addType(path, name) : whole;
  });
}
