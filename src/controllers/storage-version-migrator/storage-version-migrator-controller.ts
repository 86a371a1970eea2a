// Follows pkg/controller/storageversionmigrator/migrationrunner.go (v1.36)
// Follows pkg/controller/storageversionmigrator/resourceversion.go (v1.36)
// Follows pkg/controller/storageversionmigrator/storageversionmigrator.go (v1.36)

import type { CustomResourceDefinition } from '../../api/apiextensions/v1.js';
import type { StorageVersionMigration } from '../../api/storagemigration/v1beta1.js';
import { formatGroupVersionResource } from '../../apimachinery/meta/index.js';
import { ignoreNotFound } from '../../apimachinery/status/index.js';
import type { Informer } from '../../client/informer/index.js';
import type { ControllerContext } from '../controller.js';
import { type DiscoveredResource, discoverResources } from '../discover-resources.js';
import { isServed } from '../is-served.js';
import { type Enqueue, type Reconciler, reconcilerController } from '../keyed-controller.js';
import { customResourceDefinitions, storageVersionMigrations } from '../resources.js';
import { finishedStatus, runningStatus } from './definition-status.js';
import { migrateObjects } from './migrate-objects.js';
import { isTerminal, isTrue, migrationsOf, withCondition, withoutRunning } from './migrations.js';

type Migration = StorageVersionMigration;

const name = 'storage-version-migrator-controller';
const runner = 'migration-runner-controller';
const requiredVerbs = ['update', 'patch', 'list'];
/** A new definition may not be served yet. */
const discoveryMilliseconds = 60_000;
/** No namespace has this name: its list is empty, and has the newest resourceVersion. */
const noNamespace = '@fake:svm_ns!';

/** Writes all objects of a resource again, so that they are stored in its present storage version. */
export const storageVersionMigratorController = reconcilerController({
  name,
  create: (context) => new Migrator(context),
});

class Migrator implements Reconciler {
  readonly #context: ControllerContext;
  readonly #migrations: Informer<Migration>;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#migrations = context.informers.informer<Migration>(storageVersionMigrations);
  }

  async watch(enqueue: Enqueue): Promise<void> {
    if (!(await isServed(this.#context, storageVersionMigrations))) return;
    // When one ends, the next one of the same resource may begin.
    const enqueueAll = ({ spec }: Migration): void => {
      const { group, resource } = spec.resource;
      for (const { metadata, spec: other } of this.#migrations.lister.list()) {
        if (other.resource.group === group && other.resource.resource === resource) enqueue(metadata.name ?? '');
      }
    };
    this.#migrations.addHandler({
      added: enqueueAll,
      updated: (_old, migration) => enqueueAll(migration),
      deleted: enqueueAll,
    });
    this.#migrations.start();
    await this.#migrations.synced();
  }

  /** Each step is one write of the status, which leads to the next. */
  async reconcile(key: string): Promise<void> {
    const migration = this.#migrations.lister.get(key);
    if (!migration) return;
    const { finished, next } = migrationsOf(migration.spec.resource, this.#migrations.lister.list());
    if (finished.includes(migration)) await this.#finish(migration);
    else if (next === migration) await this.#begin(migration);
    else if (isTrue(migration, 'Running') && !isTerminal(migration)) await this.#run(migration);
  }

  async #begin(migration: Migration): Promise<void> {
    const now = this.#context.clock.now();
    const definition = await this.#definitionOf(migration);
    if (definition) await this.#apply(runningStatus(definition, migration.metadata.name ?? '', now));
    const about = { reason: 'MigrationRunning', message: 'The migration is running', now };
    await this.#write(withCondition(migration, 'Running', about));
  }

  async #finish(migration: Migration): Promise<void> {
    const now = this.#context.clock.now();
    const definition = await this.#definitionOf(migration);
    const hasSucceeded = isTrue(migration, 'Succeeded');
    if (definition) await this.#apply(finishedStatus(definition, { hasSucceeded, now }));
    await this.#write(withoutRunning(migration, now));
  }

  async #run(migration: Migration): Promise<void> {
    const resource = await this.#find(migration);
    if (!resource) {
      const since = Date.parse(migration.metadata.creationTimestamp ?? '');
      const isNew = since + discoveryMilliseconds > this.#context.clock.now();
      if (isNew) throw new Error('resource does not exist in our rest mapper, requeuing to attempt again');
      await this.#fail(migration, 'resource does not exist in discovery');
    } else if (!requiredVerbs.every((verb) => resource.verbs.has(verb))) {
      await this.#fail(
        migration,
        `resource "${formatGroupVersionResource(resource)}" does not support discovery operations: [${requiredVerbs.join(' ')}]`,
      );
    } else if (!migration.status.resourceVersion) {
      const resourceVersion = await this.#newestVersion(resource);
      await this.#write({ ...migration, status: { ...migration.status, resourceVersion } });
    } else await this.#migrate(migration, resource);
  }

  async #migrate(migration: Migration, resource: DiscoveredResource): Promise<void> {
    const { resourceVersion = '' } = migration.status;
    const problem = await migrateObjects(resource, {
      upTo: BigInt(resourceVersion),
      manager: name,
      context: this.#context,
    });
    if (problem !== undefined) await this.#fail(migration, `migration encountered unhandled error: ${problem}`);
    else {
      const about = { reason: 'StorageVersionMigrationSucceeded', message: '', now: this.#context.clock.now() };
      await this.#write(withCondition(migration, 'Succeeded', about));
    }
  }

  async #fail(migration: Migration, message: string): Promise<void> {
    const about = { reason: 'StorageVersionMigrationFailed', message, now: this.#context.clock.now() };
    await this.#write(withCondition(migration, 'Failed', about));
  }

  async #find({ spec }: Migration): Promise<DiscoveredResource | undefined> {
    const { resources } = await discoverResources(this.#context.client, this.#context.signal);
    const { group, resource } = spec.resource;
    return resources.find((each) => each.group === group && each.resource === resource);
  }

  async #newestVersion(resource: DiscoveredResource): Promise<string> {
    const { client, signal } = this.#context;
    const objects = client.metadata(resource, resource.isNamespaced ? noNamespace : '');
    return (await objects.list({ limit: 1, signal })).metadata?.resourceVersion ?? '';
  }

  async #definitionOf({ spec }: Migration): Promise<CustomResourceDefinition | undefined> {
    const { client, signal } = this.#context;
    // Unambiguous: the name of a resource contains no dot.
    const definition = `${spec.resource.resource}.${spec.resource.group}`;
    return await client
      .resource<CustomResourceDefinition>(customResourceDefinitions)
      .get(definition, { signal })
      .catch(ignoreNotFound);
  }

  async #apply(definition: object): Promise<void> {
    const { client, signal } = this.#context;
    const { metadata } = definition as CustomResourceDefinition;
    await client
      .resource<CustomResourceDefinition>(customResourceDefinitions)
      .subresource(metadata.name ?? '', 'status')
      .patch({ type: 'apply', body: definition as never }, { fieldManager: runner, force: true, signal });
  }

  async #write(migration: Migration): Promise<void> {
    const { client, signal } = this.#context;
    await client
      .resource<Migration>(storageVersionMigrations)
      .updateStatus(migration, { signal })
      .catch(ignoreNotFound);
  }
}
