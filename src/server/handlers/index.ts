export { type Admission, type AdmissionAttributes, admitAll, Endpoint, type EndpointOptions } from './endpoint.js';
export { ResourceRouter, type Route } from './resource-router.js';
export { respondError, respondStatus } from './respond.js';
