export { type Access, type SavedState, TestServer, type TestServerOptions, type TestUser } from './test-server.js';
