import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { apiExtensionsFeatureGates } from '../apiextensions/index.js';
import { kubeFeatureGates } from '../kube/feature-gates/index.js';
import { FeatureGates, type FeatureState } from '../server/feature-gates/index.js';

const states = new FeatureGates({ gates: { ...apiExtensionsFeatureGates, ...kubeFeatureGates } }).states();

/** The gates that are read somewhere in the source. */
function gatesInUse(): string[] {
  const source = fileURLToPath(new URL('../', import.meta.url));
  const files = readdirSync(source, { recursive: true }).map(String);
  const texts = files
    .filter((file) => file.endsWith('.ts') && !/\.test(\.support)?\.ts$/.test(file))
    .map((file) => readFileSync(source + file, 'utf8'));
  const uses = texts.flatMap((text) => [...text.matchAll(/(?:isEnabled\('|featureGate: '|[\w/*]\?)([A-Z]\w+)/g)]);
  const tables = texts.flatMap((text) => [...text.matchAll(/\bgates(?::| =) \[([^\]]*)\]/g)]);
  const inTables = tables.flatMap(([, names]) => [...names!.matchAll(/'(\w+)'/g)]);
  return [...new Set([...uses, ...inTables].map(([, name]) => name!))].sort();
}

describe('a feature gate', () => {
  it('counts as implemented only if it is read', () => {
    const implemented = states.filter(({ name, effect }) => effect === 'implemented' && !name.startsWith('All'));
    const used = gatesInUse();
    expect(implemented.map(({ name }) => name).filter((name) => !used.includes(name))).toEqual([]);
  });

  it('that is read exists', () => {
    const names = states.map(({ name }) => name);
    expect(gatesInUse().filter((name) => !names.includes(name))).toEqual([]);
  });

  it('is on the page about feature gates, which is written from the tables', async () => {
    const page = `${introduction}
## Both positions work

${listed(({ effect, stage }) => effect === 'implemented' && !stage.isLocked)}

## Only the default position works

${listed(({ effect, stage }) => effect === undefined && !stage.isLocked)}

## Without an effect

These select among implementations in kube-apiserver that behave alike.

${listed(({ effect, stage }) => effect === 'internal' && !stage.isLocked)}

## For other programs

These concern the kubelet, the scheduler, the controller managers or kube-proxy; a kube-apiserver accepts them without an
effect.

${listed(({ effect, stage }) => effect === 'elsewhere' && !stage.isLocked)}

## Locked

These cannot be changed any more, except with an \`--emulated-version\` in which they were not locked yet.

${listed(({ stage }) => stage.isLocked)}
`;
    await expect(page).toMatchFileSnapshot('../../docs/feature-gates.md');
  });
});

const introduction = `# Feature gates

\`--feature-gates\` knows all gates of kube-apiserver v1.36, with their stages since v1.33, and follows its rules: unknown
gates are refused, locked ones cannot be changed, dependencies must be met. \`kubernetes_feature_enabled\` in \`/metrics\` shows all
positions. If a gate is set to a position that is not implemented, the log says so when the server starts.

\`npx vitest run src/app/feature-gates -u\` writes this page from the tables of gates.
`;

function listed(isListed: (state: FeatureState) => boolean): string {
  return [
    '| gate | maturity | default |',
    '|---|---|---|',
    ...states.filter(isListed).map(({ name, stage }) => {
      return `| ${name} | ${stage.maturity} | ${stage.isOnByDefault ? 'on' : 'off'} |`;
    }),
  ].join('\n');
}
