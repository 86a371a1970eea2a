import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleServer, hasBrowser, launch, row, show, typeYaml } from './browser.test.support.js';

const crontabs = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'crontabs.stable.example.com' },
  spec: {
    group: 'stable.example.com',
    scope: 'Namespaced',
    names: { plural: 'crontabs', singular: 'crontab', kind: 'CronTab' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        additionalPrinterColumns: [{ name: 'When', type: 'string', jsonPath: '.spec.schedule' }],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['schedule'],
                properties: {
                  schedule: { type: 'string', description: 'When to run.' },
                  replicas: { type: 'integer', minimum: 0 },
                },
                'x-kubernetes-validations': [
                  { rule: '!has(self.replicas) || self.replicas <= 10', message: 'no more than ten' },
                ],
              },
            },
          },
        },
      },
    ],
  },
};

const policy = (name: string) => [
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
      },
      validations: [
        { expression: "object.metadata.name != 'nameless'", message: 'it needs a better name' },
        {
          expression: '!has(object.data) || size(object.data) < 3',
          messageExpression: "'too much data: ' + string(size(object.data))",
        },
      ],
    },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name },
    spec: { policyName: name, validationActions: ['Deny'] },
  },
];

describe.skipIf(!hasBrowser)('objects in the console', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  it('edits with a dry run and its difference, explains a conflict, and shows history and relatives', {
    timeout: 120_000,
  }, async () => {
    const server = await ConsoleServer.start(['--controllers=*']);
    await server.kubectl('create', 'deployment', 'web', '--image=nginx:1', '--replicas=2');
    const page = await server.open(browser, '#/o/apps/deployments/default/web?owners=1');
    await page.locator('.yaml-line', { hasText: 'replicas: 2' }).first().waitFor();
    await page
      .locator('.yaml-line', { hasText: 'managedFields' })
      .getByText(/… \d+ lines/)
      .waitFor();
    expect(
      await page
        .locator('.yaml-line', { hasText: /^.?\s*replicas: 2/ })
        .first()
        .textContent(),
    ).toContain('kubectl-create');

    await page.keyboard.press('e');
    await page.locator('.editor[data-loaded=true]').waitFor();
    // Completions are those of the schema; Esc closes their list, and leaves the focus in the text.
    await page.locator('.editor .cm-line', { hasText: 'replicas: 2' }).first().click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('minRe');
    await page.locator('.editor .cm-tooltip-autocomplete', { hasText: 'minReadySeconds' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.editor .cm-tooltip-autocomplete').waitFor({ state: 'detached' });
    await page.keyboard.type('adySeconds: 1');
    await page.locator('.editor .cm-line', { hasText: 'minReadySeconds: 1' }).waitFor();
    // A mistake is marked by the schema, and refused by the server.
    await typeYaml(page, (text) => text.replace(/\n *minReadySeconds: 1/, '').replace('replicas: 2', 'replicas: many'));
    await page.locator('.editor .cm-lint-marker-error').waitFor();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('alert').waitFor();
    await typeYaml(page, (text) => text.replace('replicas: many', 'replicas: 3'));
    await page.getByRole('button', { name: 'Review' }).click();
    await page.locator('.diff .added', { hasText: 'replicas: 3' }).waitFor();
    expect(await server.kubectl('get', 'deploy', 'web', '-o', 'jsonpath={.spec.replicas}')).toBe('2');

    // Meanwhile somebody else writes.
    await server.kubectl('label', 'deployment', 'web', 'tier=front');
    await page.getByRole('button', { name: 'Write' }).click();
    await page.getByText('the object has been modified').waitFor();
    await page.getByText('The object has changed since you opened it').waitFor();
    await page.getByRole('button', { name: 'Show what others changed' }).click();
    await page.locator('.notice .diff .added', { hasText: 'tier: front' }).waitFor();
    await page.getByRole('button', { name: 'Apply my changes to the latest version' }).click();
    await page.getByText('no field was changed by both').waitFor();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Write' }).click();
    await page.locator('.yaml-line', { hasText: 'replicas: 3' }).first().waitFor();
    expect(
      await server.kubectl('get', 'deploy', 'web', '-o', 'jsonpath={.spec.replicas} {.metadata.labels.tier}'),
    ).toBe('3 front');

    await show(page, '#/o/apps/deployments/default/web?tab=history');
    await page
      .locator('.slider')
      .getByText(/of [3-9]/)
      .waitFor();
    await page.getByText('Loading…').waitFor({ state: 'detached' });
    await page.getByLabel('Version').press('Home');
    await page.getByText('The object was created with this version.').waitFor();
    await show(page, '#/o/apps/deployments/default/web?tab=graph');
    await page.locator('.node', { hasText: 'ReplicaSet' }).waitFor();

    // What the controllers say of it.
    await show(page, '#/o/apps/deployments/default/web');
    const summary = page.getByRole('complementary', { name: 'Summary' });
    await summary.getByText('Available: False').waitFor();
    await summary.getByText('ScalingReplicaSet').first().waitFor();

    await page.getByRole('button', { name: 'Restart' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // Another set of replicas, of the template with the annotation.
    await page.locator('.yaml-line', { hasText: 'deployment.kubernetes.io/revision: "2"' }).waitFor();
    expect(
      await server.kubectl('get', 'replicasets', '--selector=app=web', '--output=jsonpath={.items[*].spec.template}'),
    ).toMatch(/"kubectl.kubernetes.io\/restartedAt":"\d{4}-/);

    await page.getByRole('button', { name: 'Scale' }).click();
    await page.getByRole('spinbutton', { name: 'Replicas' }).fill('1');
    await page.getByRole('dialog').getByRole('button', { name: 'Scale' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await server.kubectl('get', 'deploy', 'web', '-o', 'jsonpath={.spec.replicas}')).toBe('1');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText(/dependents: .*ReplicaSet\/web-/).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('deleted', { exact: true }).waitFor();
    await show(page, '#/changes?minutes=60&q=default web');
    await page.locator('.change', { hasText: 'deleted' }).first().waitFor();
    await page.getByLabel('Change', { exact: true }).press('Home');
    await page.locator('.changes .diff .added', { hasText: 'kind: Deployment' }).waitFor();
  });

  it('creates a definition, and then an object by its form; a policy that decides is shown', {
    timeout: 120_000,
  }, async () => {
    const server = await ConsoleServer.start();
    const page = await server.open(browser, '#/new/apiextensions.k8s.io/customresourcedefinitions');
    await page.locator('.editor[data-loaded=true]').waitFor();
    await typeYaml(page, () => JSON.stringify(crontabs));
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Established: True').waitFor();
    await show(page, '#/definitions/stable.example.com/crontabs');
    await page.getByText('When to run.').waitFor();
    await page.getByText('no more than ten').waitFor();
    await page.getByText('v1 stored served').waitFor();
    await page.getByRole('row', { name: 'When string .spec.schedule' }).waitFor();
    await page.getByRole('link', { name: 'New by form' }).click();
    await page.getByLabel('name', { exact: false }).first().fill('nightly');
    await page.getByLabel('spec.schedule').fill('0 3 * * *');
    await page.getByLabel('Add a field to spec').selectOption('replicas');
    await page.getByLabel('spec.replicas').fill('11');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('alert').getByText('no more than ten').waitFor();
    await page.getByLabel('spec.replicas').fill('4');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.locator('.diff', { hasText: 'schedule: "0 3 * * *"' }).waitFor();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'nightly CronTab' }).waitFor();
    expect(await server.kubectl('get', 'crontab', 'nightly', '-o', 'jsonpath={.spec}')).toBe(
      '{"replicas":4,"schedule":"0 3 * * *"}',
    );
    await show(page, '#/r/stable.example.com/crontabs');
    await row(page, 'nightly').waitFor();

    await server.apply(...policy('names'));
    await show(page, '#/admission');
    await page.getByText('it needs a better name').waitFor();
    await page.locator('.editor[data-loaded=true]').waitFor();
    await typeYaml(page, (text) => text.replace('name: example', 'name: nameless'));
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByText('Decided by ValidatingAdmissionPolicy names').waitFor();
    expect(await page.locator('.rule.refused').textContent()).toContain("object.metadata.name != 'nameless'");
    await typeYaml(page, (text) =>
      text
        .replace('name: nameless', 'name: full')
        .replace('\ndata:', '\ndata: {a: "1", b: "2", c: "3"}')
        .replace(/\n *key: value/, ''),
    );
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByText('too much data: 3').waitFor();
    expect(await page.locator('.rule.refused').textContent()).toContain('size(object.data) < 3');
    await typeYaml(page, (text) => text.replace('name: full', 'name: fine').replace(', b: "2"', ''));
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByText('It would be admitted.').waitFor();
    expect(await server.kubectl('get', 'configmaps', '-o', 'name')).not.toContain('fine');
  });

  it('an edit keeps integers of 64 bits; a form takes fields that are named like methods', {
    timeout: 120_000,
  }, async () => {
    const server = await ConsoleServer.start(['--controllers=']);
    const properties = { count: { type: 'integer', format: 'int64' }, constructor: { type: 'string' } };
    const schema = { type: 'object', properties: { spec: { type: 'object', properties } } };
    const [version] = crontabs.spec.versions;
    const odd = { ...version, additionalPrinterColumns: [], schema: { openAPIV3Schema: schema } };
    await server.apply({ ...crontabs, spec: { ...crontabs.spec, versions: [odd] } });
    await server.apply({ apiVersion: 'stable.example.com/v1', kind: 'CronTab', metadata: { name: 'large' }, spec: {} });
    const largest = '{"spec":{"count":9223372036854775807}}';
    await server.kubectl('patch', 'crontab', 'large', '--type=merge', `--patch=${largest}`);

    const page = await server.open(browser, '#/o/stable.example.com/crontabs/default/large?tab=edit');
    await page.locator('.editor[data-loaded=true]').waitFor();
    await typeYaml(page, (text) => text.replace('spec:', 'spec:\n  constructor: us'));
    await page.getByRole('button', { name: 'Review' }).click();
    await page.locator('.diff', { hasText: 'constructor: us' }).waitFor();
    await page.getByRole('button', { name: 'Write' }).click();
    await expect
      .poll(() => server.kubectl('get', 'crontab', 'large', '-o', 'jsonpath={.spec}'))
      .toBe('{"constructor":"us","count":9223372036854775807}');

    await show(page, '#/new/stable.example.com/crontabs?form=1');
    await page.getByLabel('name', { exact: false }).first().fill('by-form');
    expect(await page.getByLabel('spec.constructor').count()).toBe(0);
    await page.getByLabel('Add a field to spec').selectOption('constructor');
    await page.getByLabel('spec.constructor').fill('them');
    await page.getByLabel('Add a field to spec').selectOption('count');
    await page.getByLabel('spec.count').fill('9223372036854775806');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.locator('.diff', { hasText: 'count: 9223372036854775806' }).waitFor();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'by-form CronTab' }).waitFor();
  });
});
