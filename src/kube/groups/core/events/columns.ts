import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import type { TableColumn } from '../../../../server/registry/index.js';
import { nameColumn, sinceTime, textColumn } from '../../../printing/index.js';
import { eventOf } from './event.js';

const wide = { wide: true };

/** For events in their stored form. */
export const eventColumns: readonly TableColumn[] = [
  textColumn('Last Seen', lastSeen),
  textColumn('Type', (event) => eventOf(event).type ?? ''),
  textColumn('Reason', (event) => eventOf(event).reason ?? ''),
  textColumn('Object', involvedText),
  textColumn('Subobject', (event) => eventOf(event).involvedObject?.fieldPath ?? '', wide),
  textColumn('Source', sourceText, wide),
  textColumn('Message', (event) => (eventOf(event).message ?? '').trim()),
  textColumn('First Seen', firstSeen, wide),
  textColumn('Count', (event) => eventOf(event).series?.count ?? (eventOf(event).count || 1), wide),
  { ...nameColumn, priority: 1 },
];

function firstSeen(event: JsonObject): string {
  const { firstTimestamp, eventTime } = eventOf(event);
  return sinceTime(firstTimestamp ?? eventTime);
}

function lastSeen(event: JsonObject): string {
  const { series, lastTimestamp } = eventOf(event);
  if (series !== undefined) return sinceTime(series.lastObservedTime);
  return lastTimestamp ? sinceTime(lastTimestamp) : firstSeen(event);
}

function involvedText(event: JsonObject): string {
  const { kind = '', name } = eventOf(event).involvedObject ?? {};
  return name ? `${kind.toLowerCase()}/${name}` : kind.toLowerCase();
}

function sourceText(event: JsonObject): string {
  const { source, reportingComponent, reportingInstance } = eventOf(event);
  const [component, instance] = [source?.component || reportingComponent || '', source?.host || reportingInstance];
  return instance ? `${component}, ${instance}` : component;
}
