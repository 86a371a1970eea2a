export { ApiExtensionsServer, type ApiExtensionsServerOptions } from './api-extensions-server.js';
