export { HttpClient, HttpError, type HttpResponse } from './http-client.js';
