// Writes lib/descriptions/: Kubernetes' documentation of the built-in types and their fields, one file per package. The
// text is not part of this repository: it is read from the declaration files of two npm packages that are generated
// from Kubernetes 1.36. One has every type, but no text for fields that refer to another type; the other has that text,
// but lacks alpha and beta versions. There, the text of the same field in another version is used.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageFacts, packageNames, splitName, typesOf } from '../dist/kube/types/facts.js';
import { readDeclaration } from './kube-descriptions/declaration.mjs';
import { declarationFiles } from './kube-descriptions/package-files.mjs';

const sources = {
  client: {
    name: '@kubernetes/client-node',
    version: '2.0.1',
    integrity: 'sha512-evJgmEtgArEYlj6DNkMGjK41IrFK/hEwb5lWVxx0VRBWybQpnvi+2TtA19mLgVfRHfqX5yjHObX6e9W7LEZBjw==',
  },
  models: {
    name: 'kubernetes-models',
    version: '5.1.0',
    integrity: 'sha512-ym4Kiyr8BzGIWj4f853ytVYES1B8C1BdONRP5zodItPD1o//OEKuTwC5nFV3ZJtFGeMqOFbIYkpunSVXSlHS8g==',
  },
  machinery: {
    name: '@kubernetes-models/apimachinery',
    version: '3.0.2',
    integrity: 'sha512-6Vbzr/tinxPBGGdfYjXiV9WPj8PEhyiqGJiWhXrsihK7h6glPj4HKUxZ0YwYXH/5uucm/NVef/xY3vZ4Crj1Fg==',
  },
};
/** The folders of packages that are not API groups. */
const machineryFolders = {
  'meta/v1': 'apis/meta/v1',
  resource: 'api/resource',
  intstr: 'util/intstr',
  runtime: 'runtime',
};
const target = 'lib/descriptions';
const notice = `The texts in this folder are from the API documentation of Kubernetes 1.36, Copyright The Kubernetes Authors, licensed
under the Apache License 2.0, as published in the npm packages ${Object.values(sources)
  .map(({ name, version }) => `${name} ${version}`)
  .join(', ')}.
`;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
try {
  build();
} catch (error) {
  // The server also works without them, so that it can be built offline; a release requires them.
  console.warn(`descriptions: left out of this build: ${error.message}`);
  if (process.env.CI || process.env.npm_lifecycle_event === 'prepack') process.exit(1);
}

function build() {
  const files = Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, declarationFiles(source)]));
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const described = new Map(packageNames.flatMap(typesOf).map((name) => [name, describe(name, files)]));
  for (const owner of packageNames) {
    const types = typesOf(owner).flatMap((name) => {
      const { type, fields } = described.get(name);
      const whole = withTextOfOtherVersions(name, fields, described);
      return type || whole.size > 0 ? [[splitName(name)[1], [type, Object.fromEntries(whole)]]] : [];
    });
    if (types.length === 0) continue;
    writeFileSync(`${target}/${owner.replaceAll('/', '.')}.json`, JSON.stringify(Object.fromEntries(types)));
  }
  writeFileSync(`${target}/NOTICE.txt`, notice);
}

/** The text of the first file about a type, completed from the others. */
function describe(name, files) {
  const found = declarationsOf(name, files).map(readDeclaration).filter(Boolean);
  const fields = new Map(found.reverse().flatMap(({ fields }) => [...fields].filter(([, text]) => text)));
  return { type: found.reverse().find(({ type }) => type)?.type ?? '', fields };
}

function declarationsOf(name, { models, machinery, client }) {
  const [owner, type] = splitName(name);
  const { group, version } = packageFacts(owner);
  const [short] = owner.split('/');
  const folder = machineryFolders[owner];
  const path = [group, version, `${type}.d.ts`].filter(Boolean).join('/');
  const candidates = [
    folder ? machinery.get(`${folder}/${type}.d.ts`) : models.get(path),
    client.get(`dist/gen/models/${capital(short)}${capital(version)}${type}.d.ts`),
    client.get(`dist/gen/models/${capital(version)}${type}.d.ts`),
  ];
  // If a name with the group's prefix exists, the plain name belongs to another group.
  return candidates.filter((text) => text !== undefined).slice(0, 2);
}

function withTextOfOtherVersions(name, fields, described) {
  const [owner, type] = splitName(name);
  const group = owner.split('/')[0];
  const siblings = packageNames.filter((other) => other !== owner && other.split('/')[0] === group);
  const texts = siblings.flatMap((other) => [...(described.get(`${other}.${type}`)?.fields ?? [])]);
  return new Map([...texts, ...fields]);
}

function capital(word) {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
