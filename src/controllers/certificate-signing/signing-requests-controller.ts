// Follows pkg/controller/certificates/certificate_controller.go (v1.36)
import type { CertificateSigningRequest } from '../../api/certificates/v1.js';
import { ExponentialPerItem } from '../../client/workqueue/index.js';
import type { Controller, ControllerContext } from '../controller.js';
import { keyedController } from '../keyed-controller.js';
import { certificateSigningRequests } from '../resources.js';

/** Resolves to 'retry' if the request may be handled later, although nothing about it has to change. */
type Handle = (request: CertificateSigningRequest, context: ControllerContext) => Promise<'retry' | 'done'>;

/** A controller that handles requests which have no certificate yet. */
export function signingRequestsController(name: string, handle: Handle): Controller {
  const backoff = new ExponentialPerItem<string>({ firstMilliseconds: 200, limitMilliseconds: 1_000_000 });
  return keyedController({
    name,
    async watch({ informers }, enqueue) {
      const informer = informers.informer<CertificateSigningRequest>(certificateSigningRequests);
      const enqueueRequest = ({ metadata }: CertificateSigningRequest): void => enqueue(metadata.name ?? '');
      informer.addHandler({ added: enqueueRequest, updated: (_old, request) => enqueueRequest(request) });
      informer.start();
      await informer.synced();
    },
    async reconcile(key, context) {
      const informer = context.informers.informer<CertificateSigningRequest>(certificateSigningRequests);
      const request = informer.lister.get(key);
      const isPending = request && !request.status?.certificate;
      if (isPending && (await handle(request, context)) === 'retry') {
        return { requeueAfterMilliseconds: backoff.delay(key) };
      }
      backoff.forget(key);
      return undefined;
    },
  });
}

export function hasCondition({ status }: CertificateSigningRequest, type: string): boolean {
  return status?.conditions?.some((condition) => condition.type === type) ?? false;
}
