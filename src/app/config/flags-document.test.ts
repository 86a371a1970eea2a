import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type FlagTable, flagUsage } from '../../server/flags/index.js';
import { kubeApiServerFlags } from './index.js';

type Flag = FlagTable[string];

const introduction = `# Flags

\`kube-apiserver\` of this package has all flags of kube-apiserver v1.36 (\`kube-apiserver --help\` lists them), and six more:
\`--data-dir\`, where it stores without \`--etcd-servers\`, \`--in-memory\`, \`--controllers\` with \`--root-ca-file\`
and \`--cluster-signing-cert-file\` ([controllers.md](controllers.md)), \`--workers\` ([scaling.md](scaling.md)), and \`--history-max-bytes\`, which bounds what
older versions of objects take up there. This page lists the flags that do not do here what they do there.
\`npx vitest run src/app/config -u\` writes it from the table of flags.
`;

function list(reasonOf: (flag: Flag) => string | undefined): string {
  return Object.entries(kubeApiServerFlags as Record<string, Flag>)
    .flatMap(([name, flag]) => (reasonOf(flag) === undefined ? [] : [`- \`--${name}\`: ${reasonOf(flag)}`]))
    .sort()
    .join('\n');
}

it('is what the page about flags says', async () => {
  const page = `${introduction}
## Accepted, without an effect

${list((flag) => flag.ignored)}

## Accepted, with less of an effect

${list((flag) => flag.limited)}

## Accepted, with another effect

${list((flag) => flag.differs)}

## Refused

They would promise something that is not kept.

${list((flag) => flag.unsupported)}
`;
  await expect(page).toMatchFileSnapshot('../../../docs/flags.md');
});

/** The code reads the flags of both audit backends by one name. */
const ofEither = (name: string): string => name.replace(/^audit-(?:log|webhook)-/, () => 'audit-$' + '{plugin}-');

function sourcesBelow(path: string): string[] {
  const folder = fileURLToPath(new URL(path, import.meta.url));
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${folder}${file}`, 'utf8'));
}

it('leaves out no flag that nothing reads', () => {
  const sources = [...sourcesBelow('../'), ...sourcesBelow('../../server/config/')].join('\n');
  const unread = Object.entries(kubeApiServerFlags as Record<string, Flag>)
    .filter(([, { ignored, unsupported }]) => ignored === undefined && unsupported === undefined)
    .map(([name]) => name)
    .filter((name) => ![`['${name}']`, `.${name}`, `[\`${ofEither(name)}\`]`].some((use) => sources.includes(use)));
  // They have one valid value.
  expect(unread).toEqual(['storage-backend', 'leader-elect-resource-lock']);
});

it('is in one place: no other file of the configuration names it', () => {
  const sources = [...sourcesBelow('./'), ...sourcesBelow('../../server/config/')];
  const spread = Object.keys(kubeApiServerFlags)
    .filter((name) => name.includes('-') && !/^audit-(?:log|webhook)-/.test(name))
    .map((name) => [name, sources.filter((source) => source.includes(`'${name}'`)).length])
    .filter(([, files]) => files !== 1);
  expect(spread).toEqual([]);
});

it('is in the help text, in the groups of kube-apiserver', () => {
  const text = flagUsage(kubeApiServerFlags);
  const titles = [...text.matchAll(/^(\S.*) flags:$/gm)].map(([, title]) => title);
  expect(titles.slice(0, 4)).toEqual(['Generic', 'Etcd', 'Secure serving', 'Auditing']);
  const named = [...text.matchAll(/^ {2}(?:-\w, | {4})--(\S+)/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(kubeApiServerFlags).sort());
  const lines = text.split('\n').filter((line) => !line.trim().startsWith('kube:'));
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
});
