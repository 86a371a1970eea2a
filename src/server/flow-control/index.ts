export type { FlowControlConfiguration, FlowSchema, PriorityLevelConfiguration } from './configuration.js';
export { defaultConfiguration, mandatoryConfiguration } from './defaults.js';
export { dumpFlowControl } from './dump.js';
export type { ObjectStatistics } from './estimate-seats.js';
export { FlowControl, type FlowControlOptions } from './flow-control.js';
export { FlowControlObjects, type FlowControlObjectsOptions } from './flow-control-objects.js';
export type { Verdict } from './ticket.js';
