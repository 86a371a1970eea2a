export type {
  FlowControlConfiguration,
  FlowSchema,
  PriorityLevelConfiguration,
} from './configuration.js';
export { defaultConfiguration, mandatoryConfiguration, suggestedConfiguration } from './defaults.js';
export { dumpFlowControl } from './dump.js';
export type { ObjectStatistics } from './estimate-seats.js';
export { FlowControl, type FlowControlOptions } from './flow-control.js';
export type { Refusal, Verdict } from './ticket.js';
