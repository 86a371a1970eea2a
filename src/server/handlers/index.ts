export { type Admission, type AdmissionAttributes, type AdmissionOperation, admitAll } from './admission.js';
export { Endpoint, type EndpointOptions, type EndpointServices } from './endpoint.js';
export { forbiddenTo } from './forbidden.js';
export type { ObjectForm, ObjectForms } from './object-forms.js';
export { booleanOf, integerOf } from './query-values.js';
export { ResourceRouter } from './resource-router.js';
export { respondError, respondStatus } from './respond.js';
export { type Route, routesOf } from './routes.js';
export { createdDescription, nameColumn, nameDescription } from './table.js';
