// Follows pkg/registry/core/componentstatus/rest.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { ComponentCondition, ComponentStatus } from '../../../../api/core/v1.js';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { findCondition } from '../../../../apimachinery/meta/index.js';
import { notFound } from '../../../../apimachinery/status/index.js';
import type { ResourceDefinition } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { nameColumn, textColumn } from '../../../printing/index.js';

/** Health of a component, with its response or the error. */
export interface ComponentState {
  readonly isHealthy: boolean;
  readonly message?: string;
  readonly error?: string;
}

export type ComponentCheck = () => Promise<ComponentState>;

/** Health of the control plane components, checked on each request. */
export function componentStatuses(checks: Readonly<Record<string, ComponentCheck>>): ResourceDefinition {
  return builtInResource<ComponentStatus>('v1', 'ComponentStatus', {
    plural: 'componentstatuses',
    shortNames: ['cs'],
    scope: 'Cluster',
    verbs: ['get', 'list'],
    columns: [
      nameColumn,
      textColumn('Status', statusText, 'Status of the component conditions'),
      textColumn('Message', (component) => conditionOf(component)?.message ?? '', {
        description: 'Message of the component conditions',
      }),
      textColumn('Error', (component) => conditionOf(component)?.error ?? '', 'Error of the component conditions'),
    ],
    deprecation: { since: 19 },
    handlers: {
      async get({ context, respond }) {
        const { name } = context.info;
        const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
        if (check === undefined) throw notFound({ group: '', resource: 'componentstatus' }, name);
        return respond(200, await statusOf(name, check));
      },
      async list({ respondList }) {
        const items = await Promise.all(Object.entries(checks).map(([name, check]) => statusOf(name, check)));
        return respondList(items.map(({ apiVersion: _version, kind: _kind, ...item }) => item as JsonObject));
      },
    },
  });
}

async function statusOf(name: string, check: ComponentCheck): Promise<ComponentStatus> {
  const { isHealthy, ...said } = await check();
  const condition = { type: 'Healthy', status: isHealthy ? 'True' : 'False', ...said };
  return { apiVersion: 'v1', kind: 'ComponentStatus', metadata: { name }, conditions: [condition] };
}

function conditionOf({ conditions }: ComponentStatus): ComponentCondition | undefined {
  return findCondition(conditions, 'Healthy');
}

function statusText(component: ComponentStatus): string {
  const { status } = conditionOf(component) ?? {};
  if (status === undefined) return 'Unknown';
  return status === 'True' ? 'Healthy' : 'Unhealthy';
}
