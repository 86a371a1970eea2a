// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/apf_controller_debug.go (v1.36)

import { formatGroupVersion } from '../../apimachinery/meta/index.js';
import type { Queue } from './fair-queues.js';
import type { FlowControl } from './flow-control.js';
import type { PriorityLevel } from './priority-level.js';
import type { Ticket } from './ticket.js';

type Row = readonly (string | number | boolean)[];

/** The debug tables of flow control, as text; undefined if there is no such table. */
export function dumpFlowControl(flowControl: FlowControl, table: string, query: URLSearchParams): string | undefined {
  const levels = [...flowControl.levels].sort((a, b) => (a.name < b.name ? -1 : 1));
  switch (table) {
    case 'dump_priority_levels':
      return textOf([levelColumns, ...levels.map(levelRow)]);
    case 'dump_queues':
      return textOf([
        queueColumns,
        ...levels.flatMap((level) => queuesOf(level).map((queue) => queueRow(level, queue))),
      ]);
    case 'dump_requests':
      return dumpRequests(levels, query.get('includeRequestDetails') ? 'with details' : 'without details');
    default:
      return undefined;
  }
}

const levelColumns = [
  'PriorityLevelName',
  'ActiveQueues',
  'IsIdle',
  'IsQuiescing',
  'WaitingRequests',
  'ExecutingRequests',
  'DispatchedRequests',
  'RejectedRequests',
  'TimedoutRequests',
  'CancelledRequests',
];

function levelRow(level: PriorityLevel): Row {
  const { totals, waiting, executing } = level;
  const active = queuesOf(level).filter((queue) => queue.waiting.length > 0).length;
  const isIdle = waiting === 0 && executing.size === 0;
  const { dispatched, rejected, timedOut, cancelled } = totals;
  return [level.name, active, isIdle, false, waiting, executing.size, dispatched, rejected, timedOut, cancelled];
}

const queueColumns = [
  'PriorityLevelName',
  'Index',
  'PendingRequests',
  'ExecutingRequests',
  'SeatsInUse',
  'NextDispatchR',
  'InitialSeatsSum',
  'MaxSeatsSum',
  'TotalWorkSum',
];

function queueRow({ name }: PriorityLevel, queue: Queue): Row {
  const { index, waiting, executing, seatsInUse, nextStart, waitingSeats } = queue;
  const work = `${waitingSeats}ss`;
  return [
    name,
    index,
    waiting.length,
    executing,
    seatsInUse,
    `${nextStart / 1000}ss`,
    waitingSeats,
    waitingSeats,
    work,
  ];
}

const requestColumns = [
  'PriorityLevelName',
  'FlowSchemaName',
  'QueueIndex',
  'RequestIndexInQueue',
  'FlowDistingsher',
  'ArriveTime',
  'InitialSeats',
  'FinalSeats',
  'AdditionalLatency',
  'StartTime',
];
const detailColumns = ['UserName', 'Verb', 'APIPath', 'Namespace', 'Name', 'APIVersion', 'Resource', 'SubResource'];

function dumpRequests(levels: readonly PriorityLevel[], details: 'with details' | 'without details'): string {
  const detailsOf = (ticket: Ticket): Row => (details === 'with details' ? detailRow(ticket) : []);
  const rows: Row[] = [[...requestColumns, ...(details === 'with details' ? detailColumns : [])]];
  for (const level of levels) {
    for (const { index, waiting } of queuesOf(level)) {
      for (const [place, ticket] of waiting.entries()) {
        rows.push([...requestRow(level, ticket, [index, place]), ...detailsOf(ticket)]);
      }
    }
    for (const ticket of level.executing) {
      rows.push([...requestRow(level, ticket, [ticket.queue?.index ?? -1, -1]), ...detailsOf(ticket)]);
    }
  }
  return textOf(rows);
}

function requestRow({ name }: PriorityLevel, ticket: Ticket, [queue, place]: readonly [number, number]): Row {
  const { flow, distinguisher, arrivedAt, startedAt, seats } = ticket;
  const start = startedAt === 0 ? '0001-01-01T00:00:00Z' : timeOf(startedAt);
  return [name, flow.name, queue, place, distinguisher, timeOf(arrivedAt), seats, 0, '0s', start];
}

function detailRow({ user, info }: Ticket): Row {
  const version = formatGroupVersion({ group: info.apiGroup, version: info.apiVersion });
  return [user.name, info.verb, info.path, info.namespace, info.name, version, info.resource, info.subresource];
}

function queuesOf({ queues }: PriorityLevel): readonly Queue[] {
  return queues?.queues ?? [];
}

function timeOf(now: number): string {
  return new Date(performance.timeOrigin + now).toISOString();
}

/** Columns of at least eight characters, separated by commas. */
function textOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => row.map((cell, index) => `${cell}${index < row.length - 1 ? ',' : ''}`));
  const widths = cells[0]!.map((_, index) => Math.max(8, ...cells.map((row) => (row[index]?.length ?? 0) + 1)));
  const lines = cells.map((row) =>
    row.map((cell, index) => (index < row.length - 1 ? cell.padEnd(widths[index]!) : cell)),
  );
  return lines.map((line) => `${line.join('')}\n`).join('');
}
