export { openTracing, type Tracing } from './open-tracing.js';
export { type Origin, Tracer, type TracerOptions } from './tracer.js';
export { readTracingConfiguration, type TracingConfiguration } from './tracing-configuration.js';
