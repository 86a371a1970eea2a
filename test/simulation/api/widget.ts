import { defineGroup, defineResource } from '../../../src/server/registry/index.js';

/** What the simulated clients write. */
export interface Widget {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly resourceVersion?: string;
    readonly labels?: { readonly [name: string]: string };
  };
  readonly spec?: { readonly writer?: string; readonly count?: number };
}

export const widgets = { group: 'simulation.example.com', version: 'v1', resource: 'widgets' };
export const widgetPrefix = '/simulation.example.com/widgets/';

export const simulationGroup = defineGroup({
  name: widgets.group,
  resources: [
    defineResource({ kind: 'Widget', plural: 'widgets', scope: 'Namespaced', versions: { v1: {} } }),
    defineResource({ kind: 'Gadget', plural: 'gadgets', scope: 'Namespaced', versions: { v1: {} } }),
  ],
});

export const gadgets = { ...widgets, resource: 'gadgets' };

export function versionOf({ metadata }: Widget): bigint {
  return BigInt(metadata.resourceVersion ?? '0');
}

/** `<namespace>/<name>` */
export function nameOf({ metadata }: Widget): string {
  return `${metadata.namespace}/${metadata.name}`;
}

/** The compared content: writer, count, labels. */
export function contentOf({ metadata, spec }: Widget): string {
  return `${spec?.writer} ${spec?.count} ${metadata.labels?.['color']}`;
}

export function isSelected(widget: Widget | undefined, color: string | undefined): boolean {
  return widget !== undefined && (color === undefined || widget.metadata.labels?.['color'] === color);
}
