// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/watch.go (v1.36)

import { activeSpan, runInSpan } from '../../../apimachinery/tracing/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { requestFields, serializationFields } from '../trace-verb.js';
import type { StreamChoice } from './watch-frames.js';

/** The spans of a watch. */
export interface WatchTrace {
  /** Runs the start of the watch. */
  open<Result>(work: () => Result): Result;
  /** Runs what writes its events. */
  serve(output: StreamChoice, write: () => Promise<void>): Promise<void>;
  /** Called when the initial events are written. */
  initialEventsEnded(): void;
}

const untraced: WatchTrace = { open: (work) => work(), serve: (_, write) => write(), initialEventsEnded() {} };

/** The spans of a watch that begins with a list: they end with that list. Others have none of their own. */
export function watchTrace(endpoint: Endpoint, context: RequestContext, isWatchList: boolean): WatchTrace {
  const parent = activeSpan();
  if (!isWatchList || !parent?.isRecording) return untraced;
  const span = parent.child({ name: 'WatchList', attributes: requestFields(context) });
  let serving: typeof span | undefined;
  const end = (): void => {
    serving?.finish();
    span.finish();
  };
  return {
    open: (work) => runInSpan(span, work),
    serve: (output, write) => {
      const fields = serializationFields(context, endpoint, { ...output, pretty: false });
      const encoder = String(fields['encoder']).replace('"protobuf"', '"raw-protobuf"');
      const attributes = { ...fields, mediaType: output.stream.contentType, encoder };
      serving = span.child({ name: 'WatchServer.HandleHTTP', attributes });
      serving.addEvent('About to start writing response');
      return runInSpan(serving, write).finally(end);
    },
    initialEventsEnded: () => {
      serving?.addEvent('Writing initial events done');
      end();
    },
  };
}
