// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/formatting.go (v1.36)

import type { ResponseHeaders } from '../http/index.js';
import type { FlowSchema } from './configuration.js';
import type { FlowMetrics } from './flow-metrics.js';
import type { PriorityLevel } from './priority-level.js';
import { type RequestMatcher, requestMatcher } from './request-matcher.js';

const defaultPrecedence = 1000;

/** A compiled flow schema: which requests it matches, and their priority level. */
export class Flow {
  readonly name: string;
  readonly level: PriorityLevel;
  readonly matches: RequestMatcher;
  readonly distinguishedBy: 'ByUser' | 'ByNamespace' | undefined;
  readonly precedence: number;
  /** Response headers that name the flow schema and the priority level. */
  readonly headers: ResponseHeaders;
  readonly metrics: FlowMetrics | undefined;

  constructor(schema: FlowSchema, level: PriorityLevel, metrics: FlowMetrics | undefined) {
    this.name = schema.metadata.name;
    this.level = level;
    this.matches = requestMatcher(schema);
    this.distinguishedBy = schema.spec.distinguisherMethod?.type;
    this.precedence = schema.spec.matchingPrecedence ?? defaultPrecedence;
    this.headers = headersOf(schema.metadata.uid, level.configuration.metadata.uid);
    this.metrics = metrics;
  }
}

function headersOf(schema: string | undefined, level: string | undefined): ResponseHeaders {
  return {
    ...(schema && { 'x-kubernetes-pf-flowschema-uid': schema }),
    ...(level && { 'x-kubernetes-pf-prioritylevel-uid': level }),
  };
}
