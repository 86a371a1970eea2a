// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { Event } from '../../../../api/core/v1.js';
import type { TableColumn } from '../../../../server/registry/index.js';
import { nameColumn, sinceTime, textColumn } from '../../../printing/index.js';

/** For events in their stored form. */
export const eventColumns: readonly TableColumn<Event>[] = [
  textColumn('Last Seen', lastSeen, { description: ['core/v1.Event', 'lastTimestamp'] }),
  textColumn('Type', ({ type = '' }) => type, { description: ['core/v1.Event', 'type'] }),
  textColumn('Reason', ({ reason = '' }) => reason, { description: ['core/v1.Event', 'reason'] }),
  textColumn('Object', involvedText, { description: ['core/v1.Event', 'involvedObject'] }),
  textColumn('Subobject', ({ involvedObject }) => involvedObject.fieldPath ?? '', {
    wide: true,
    description: ['core/v1.ObjectReference', 'fieldPath'],
  }),
  textColumn('Source', sourceText, { wide: true, description: ['core/v1.Event', 'source'] }),
  textColumn('Message', ({ message = '' }) => message.trim(), { description: ['core/v1.Event', 'message'] }),
  textColumn('First Seen', firstSeen, { wide: true, description: ['core/v1.Event', 'firstTimestamp'] }),
  textColumn('Count', ({ series, count }) => (series ? (series.count ?? 0) : count || 1), {
    wide: true,
    description: ['core/v1.Event', 'count'],
  }),
  { ...nameColumn, priority: 1 },
];

function firstSeen({ firstTimestamp, eventTime }: Event): string {
  return sinceTime(firstTimestamp ?? eventTime);
}

function lastSeen(event: Event): string {
  if (event.series) return sinceTime(event.series.lastObservedTime);
  return event.lastTimestamp ? sinceTime(event.lastTimestamp) : firstSeen(event);
}

function involvedText({ involvedObject: { kind = '', name } }: Event): string {
  return name ? `${kind.toLowerCase()}/${name}` : kind.toLowerCase();
}

function sourceText({ source, reportingComponent, reportingInstance }: Event): string {
  const [component, instance] = [source.component || reportingComponent, source.host || reportingInstance];
  return instance ? `${component}, ${instance}` : component;
}
