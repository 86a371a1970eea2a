// Follows staging/src/k8s.io/apiserver/pkg/server/filters/priority-and-fairness.go (v1.36)

import { andThen } from '../../apimachinery/scheme/index.js';
import type { FlowControl, ObjectStatistics, Verdict } from '../flow-control/index.js';
import type { ApiServerMetrics } from '../metrics/index.js';
import type { LongRunningCheck } from '../routing/index.js';
import { type FilterHandler, followedBy } from './filter.js';
import { kindOf, RequestCounts } from './request-counts.js';
import { tooManyRequestsResponse } from './too-many-requests.js';

/**
 * API priority and fairness: executes as many requests as the server has seats for, fairly; others are queued or
 * rejected with 429. Long-running requests are exempt; watches occupy seats only until they are initialized.
 */
export function priorityAndFairness(
  flowControl: FlowControl,
  dependencies: {
    readonly isLongRunning: LongRunningCheck;
    readonly metrics: ApiServerMetrics;
    readonly statistics: ObjectStatistics;
  },
): FilterHandler {
  const { isLongRunning, metrics, statistics } = dependencies;
  const [executing, waiting] = [measured(flowControl, 'executing'), measured(flowControl, 'waiting')];
  metrics.followInflight(executing.takeHighest);
  metrics.followInqueue(waiting.takeHighest);
  return (context, next) => {
    const { info, user } = context;
    if (info.verb !== 'watch' && isLongRunning(info)) return next();
    const flow = flowControl.flowOf(user, info);
    Object.assign(context.responseHeaders, flow.headers);
    const kind = kindOf(info);
    const ticket = flowControl.ticket(flow, context, statistics);
    context.addLogField('apf_pl', flow.level.name);
    context.addLogField('apf_fs', flow.name);
    context.addLogField('apf_iseats', ticket.seats);
    const response = flowControl.enter(ticket, context);
    const counted = async (decision: Promise<Verdict>): Promise<Verdict> => {
      waiting.begin(kind, ticket.arrivedAt);
      const verdict = await decision;
      waiting.end(kind, flowControl.now());
      return verdict;
    };
    return andThen(response instanceof Promise ? counted(response) : response, (verdict) => {
      if (verdict !== 'execute') {
        const facts = { method: context.request.method };
        metrics.requestDropped(info, facts);
        metrics.requestTerminated(info, facts, 429);
        return tooManyRequestsResponse(1);
      }
      executing.begin(kind, ticket.startedAt);
      return followedBy(next, () => executing.end(kind, flowControl.leave(ticket)));
    });
  };
}

function measured(flowControl: FlowControl, phase: 'executing' | 'waiting'): RequestCounts {
  const usage = flowControl.requestUsage(phase);
  return new RequestCounts(usage && ((kind, count, now) => usage.changed(kind, count, now)));
}
