import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Flag } from './flag.js';
import { kubeApiServerFlags } from './index.js';

const introduction = `# Flags

\`kube-apiserver\` of this package has all flags of kube-apiserver v1.36 (\`kube-apiserver --help\` lists them), and three more:
\`--data-dir\`, where it stores without \`--etcd-servers\`, \`--in-memory\`, and \`--history-max-bytes\`, which bounds what older versions
of objects take up there. This page lists the flags that do not do here what they do there.
\`npx vitest run src/app/flags -u\` writes it from the table of flags.
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

it('leaves out no flag that nothing reads', () => {
  const app = fileURLToPath(new URL('../', import.meta.url));
  const sources = readdirSync(app, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('groups'))
    .map((file) => readFileSync(`${app}${file}`, 'utf8'))
    .join('\n');
  const unread = Object.entries(kubeApiServerFlags as Record<string, Flag>)
    .filter(([, { ignored, unsupported }]) => ignored === undefined && unsupported === undefined)
    .map(([name]) => name)
    .filter((name) => ![`['${name}']`, `.${name}`, `[\`${ofEither(name)}\`]`].some((use) => sources.includes(use)));
  expect(unread).toEqual([]);
});
