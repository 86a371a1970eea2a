// Follows pkg/controller/storageversionmigrator/migrationrunner.go (v1.36)
import type { CustomResourceDefinition } from '../../api/apiextensions/v1.js';
import { formatTime } from '../../apimachinery/meta/index.js';

const type = 'StorageMigrating';

interface Report {
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/** What to apply to the status of a definition whose objects are being migrated. */
export function runningStatus(definition: CustomResourceDefinition, migration: string, now: number): object {
  const report = { status: 'True', reason: 'MigrationRunning', message: `Migration ${migration} is running` } as const;
  return applied(definition, { conditions: [conditionOf(definition, report, now)] });
}

/** The same for a migration that is over. Earlier stored versions go, unless the definition has changed meanwhile. */
export function finishedStatus(
  definition: CustomResourceDefinition,
  { hasSucceeded, now }: { readonly hasSucceeded: boolean; readonly now: number },
): object {
  const { metadata, spec, status } = definition;
  const running = status?.conditions?.find((condition) => condition.type === type);
  const isUnchanged = running !== undefined && (running.observedGeneration ?? 0) === (metadata.generation ?? 0);
  const storedVersions = (spec.versions ?? []).filter(({ storage }) => storage).map(({ name }) => name);
  const report = { status: 'False', ...(hasSucceeded ? success(isUnchanged) : failure) } as const;
  return applied(definition, {
    conditions: [conditionOf(definition, report, now)],
    ...(isUnchanged && { storedVersions }),
  });
}

const failure = { reason: 'MigrationFailed', message: 'The migration has failed' };

function success(isUnchanged: boolean): Pick<Report, 'reason' | 'message'> {
  const end = isUnchanged
    ? 'and the stored versions have been updated'
    : 'but the stored versions have not been updated due to a generation mismatch';
  return { reason: 'MigrationSucceeded', message: `The migration has succeeded ${end}` };
}

function conditionOf({ metadata }: CustomResourceDefinition, report: Report, now: number): object {
  return { type, ...report, lastTransitionTime: formatTime(now), observedGeneration: metadata.generation };
}

/** With the resourceVersion: the generation must be the one that was read. */
function applied({ metadata }: CustomResourceDefinition, status: object): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: metadata.name, resourceVersion: metadata.resourceVersion },
    status,
  };
}
