// Writes src/kube/types/facts.generated.ts: what Kubernetes' Go types say of the kinds that kube-apiserver serves, and
// former-facts.generated.ts beside it: of versions that it only reads from storage. Reads Debian's packages of these
// types; takes names, numbers, tags and markers from them, and no prose.
//   node tools/generate-kube-types.mjs                  fetches the packages
//   node tools/generate-kube-types.mjs <folder>         reads the folder `k8s.io` of Go sources
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackPackages } from './debian-packages.mjs';
import { FactWriter } from './kube-types/fact-writer.mjs';
import { former } from './kube-types/former.mjs';
import { served } from './kube-types/served.mjs';

const target = new URL('../src/kube/types/facts.generated.ts', import.meta.url);
const formerTarget = new URL('former-facts.generated.ts', target);
const packages = ['api', 'apimachinery', 'apiextensions-apiserver'].map((name) => `golang-k8s-${name}-dev`);

const head = `// Made by tools/generate-kube-types.mjs of the Go types of Kubernetes 1.36: not to be changed by hand.
// The form is described in facts.ts.

/** The facts of each package, one type to a line. */
export const factsOfPackages: Readonly<Record<string, string>> = {
`;

const formerHead = head
  .replace('/** The facts of each package', '/** The facts of each package of a version that is only stored')
  .replace('factsOfPackages', 'formerFacts');

function generate(sources) {
  const writer = new FactWriter(sources);
  for (const name of served) writer.addKinds(name);
  save(target, head, writer.write());
  save(formerTarget, formerHead, writer.writeFormer(former));
}

function save(file, start, packages) {
  const written = packages.map(([name, lines]) => `  '${name}': \`${lines.join('\n')}\n\`,\n`);
  writeFileSync(file, `${start}${written.join('')}};\n`);
  const types = packages.reduce((total, [, lines]) => total + lines.length - 1, 0);
  console.log(`${file.pathname}: ${types} types, ${readFileSync(file).length} bytes`);
}

const [given] = process.argv.slice(2);
if (given) {
  generate(given);
} else {
  const work = mkdtempSync(join(tmpdir(), 'kube-types-'));
  try {
    generate(join(unpackPackages(packages, { suite: 'sid', work }), 'usr/share/gocode/src/k8s.io'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
