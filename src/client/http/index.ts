export { ClientSpan, startClientSpan } from './client-span.js';
export { plainAgent, secureAgent } from './dialing-agents.js';
export { HttpClient, HttpError, type HttpResponse } from './http-client.js';
