// Follows staging/src/k8s.io/apiserver/pkg/util/webhook/validation.go (v1.36)

import { goQuote } from '../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  checkPortNumber,
  type FieldError,
  type FieldPath,
  GoUrlError,
  parseGoUrl,
} from '../../apimachinery/validation/index.js';
import type { ServiceReference } from './webhook-client.js';

const wantedForm = '; desired format: https://host[/path]';

export function validateWebhookUrl(text: string, path: FieldPath): FieldError[] {
  const url = parseUrl(text);
  if (url instanceof GoUrlError) {
    const problem = `parse ${goQuote(text)}: ${url.message}`;
    return [path.required(`url must be a valid URL: ${problem}${wantedForm}`)];
  }
  const errors: FieldError[] = [];
  if (url.scheme !== 'https') {
    errors.push(path.invalid(url.scheme, `'https' is the only allowed URL scheme${wantedForm}`));
  }
  if (url.host === '') errors.push(path.invalid('', `host must be specified${wantedForm}`));
  if (url.user !== undefined) {
    errors.push(path.invalid(url.user, 'user information is not permitted in the URL'));
  }
  if (url.fragment !== '') errors.push(path.invalid(url.fragment, 'fragments are not permitted in the URL'));
  if (url.query !== '') errors.push(path.invalid(url.query, 'query parameters are not permitted in the URL'));
  return errors;
}

function parseUrl(text: string) {
  try {
    return parseGoUrl(text);
  } catch (error) {
    if (error instanceof GoUrlError) return error;
    throw error;
  }
}

/** Matches upstream, which swaps the two fields in these errors. */
export function validateWebhookService(service: ServiceReference, path: FieldPath): FieldError[] {
  const { name, namespace, path: urlPath = '', port = 0 } = service;
  const errors: FieldError[] = [];
  if (namespace === '') errors.push(path.child('name').required());
  if (name === '') errors.push(path.child('namespace').required());
  const problems = checkPortNumber(port);
  if (problems.length > 0) {
    errors.push(path.child('port').invalid(port, `port is not valid: ${problems.join(', ')}`));
  }
  return [...errors, ...validateUrlPath(urlPath, path.child('path'))];
}

function validateUrlPath(urlPath: string, path: FieldPath): FieldError[] {
  if (urlPath === '/' || urlPath === '') return [];
  if (urlPath === '//') return [path.invalid(urlPath, 'segment[0] may not be empty')];
  const start = urlPath.startsWith('/') ? [] : [path.invalid(urlPath, "must start with a '/'")];
  const segments = urlPath.slice(1).replace(/\/$/, '').split('/');
  return [
    ...start,
    ...segments.flatMap((segment, index) => {
      if (segment === '') return [path.invalid(urlPath, `segment[${index}] may not be empty`)];
      return checkDns1123Subdomain(segment).map((problem) => path.invalid(urlPath, `segment[${index}]: ${problem}`));
    }),
  ];
}
