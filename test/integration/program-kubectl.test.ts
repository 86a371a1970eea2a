import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProgramProcess, temporaryDirectory } from './program.test.support.js';

const isInstalled = spawnSync('kubectl', ['version', '--client']).status === 0;

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: { plural: widgets, singular: widget, kind: Widget, shortNames: [wd] }
  versions:
    - name: v1
      served: true
      storage: true
      additionalPrinterColumns: [{ name: Size, type: integer, jsonPath: .spec.size }]
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                size: { type: integer, minimum: 1, description: How big it is. }
`;

describe.skipIf(!isInstalled)('kubectl, with what trestle has written', () => {
  it('sees namespaces, changes objects, and extends the API', async () => {
    const directory = temporaryDirectory();
    const program = new ProgramProcess('main', ['--secure-port=0'], directory);
    await program.readyUrl();
    writeFileSync(join(directory, 'definition.yaml'), definition);
    const kubectl = (...args: string[]) => runKubectl(args, directory);

    expect(await kubectl('get', 'namespaces', '-o', 'name')).toBe(
      'namespace/default\nnamespace/kube-node-lease\nnamespace/kube-public\nnamespace/kube-system\n',
    );
    const manager = ['-o', 'jsonpath={.metadata.managedFields[*].manager}'];
    expect(await kubectl('get', 'namespace', 'default', '--show-managed-fields', ...manager)).toBe('kube-apiserver');
    expect(await kubectl('create', 'configmap', 'a', '--from-literal=text=one')).toBe('configmap/a created\n');
    expect(await kubectl('get', 'apiservices')).toMatch(/^v1\.apps +Local +True /m);
    expect(await kubectl('run', 'p', '--image=busybox', '--restart=Never')).toBe('pod/p created\n');
    expect(await kubectl('patch', 'configmap', 'a', '-p', '{"data":{"text":"two"}}')).toBe('configmap/a patched\n');
    expect(await kubectl('get', 'configmap', 'a', '-o', 'jsonpath={.data.text}')).toBe('two');
    expect(await kubectl('delete', 'configmap', 'a')).toMatch(/^configmap "a" deleted/);
    expect(await kubectl('create', 'configmap', 'a', '-n', 'nowhere')).toContain('namespaces "nowhere" not found');

    expect(await kubectl('apply', '-f', 'definition.yaml')).toMatch(/widgets.example.com created\n$/);
    expect(await kubectl('wait', '--for=condition=Established', 'crd/widgets.example.com')).toMatch(/condition met\n$/);
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' }, spec: { size: 3 } };
    writeFileSync(join(directory, 'widget.json'), JSON.stringify(widget));
    expect(await kubectl('apply', '--server-side', '-f', 'widget.json')).toBe(
      'widget.example.com/w serverside-applied\n',
    );
    expect(await kubectl('get', 'wd')).toMatch(/^NAME\s+SIZE\nw\s+3\n$/);
    expect(await kubectl('explain', 'widgets.spec.size')).toContain('How big it is.');
    expect(await kubectl('api-resources', '--api-group=example.com', '-o', 'name')).toBe('widgets.example.com\n');
    expect((await program.end()).code).toBe(0);
  });
});

/** Returns its output, of both streams. */
function runKubectl(args: readonly string[], directory: string): Promise<string> {
  const env = { ...process.env, KUBECONFIG: join(directory, '.trestle/admin.kubeconfig'), HOME: directory };
  return new Promise((resolve) => {
    execFile('kubectl', args, { cwd: directory, env }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}
