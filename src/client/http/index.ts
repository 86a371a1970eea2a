export { type HttpAnswer, HttpClient, type HttpClientOptions, HttpError, type HttpRequest } from './http-client.js';
