// An admission webhook that can be blocked, and released.
import { once } from 'node:events';
import { createServer } from 'node:https';
import { serverCertificate } from './certificates.mjs';
import { expectStatus } from './client.mjs';

export class Webhook {
  /** Pending reviews. */
  held = [];
  answered = 0;
  /** Requests that followed a redirect. */
  redirected = 0;
  #server;
  #certificate = serverCertificate();
  /** Milliseconds until the response; Infinity: until `release`. */
  #delay = 0;
  #location;

  static async start(environment) {
    const webhook = new Webhook();
    webhook.#server = createServer(webhook.#certificate, (request, response) => webhook.#receive(request, response));
    webhook.#server.listen(0, '127.0.0.1');
    await once(webhook.#server, 'listening');
    environment.onStop(() => {
      webhook.release();
      webhook.#server.closeAllConnections();
      webhook.#server.close();
    });
    return webhook;
  }

  get url() {
    return `https://127.0.0.1:${this.#server.address().port}/review`;
  }

  get ca() {
    return this.#certificate.ca;
  }

  hold() {
    this.#delay = Number.POSITIVE_INFINITY;
  }

  redirectTo(location) {
    this.#location = location;
  }

  /** Answers pending reviews, and all later ones after this many milliseconds. */
  release(delay = 0) {
    this.#delay = delay;
    for (const answer of this.held.splice(0)) answer();
  }

  /** Registers it for creations of `resource` in the namespace. */
  async register(client, { name, namespace, resources = ['configmaps'], ...rest }) {
    const hook = {
      name: `${name}.example.com`,
      clientConfig: { url: this.url, caBundle: Buffer.from(this.ca).toString('base64') },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources }],
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      timeoutSeconds: 30,
      failurePolicy: 'Fail',
      ...rest,
    };
    const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
    expectStatus(await client.post(path, { metadata: { name }, webhooks: [hook] }), 201);
  }

  async #receive(request, response) {
    if (!request.url.startsWith('/review')) this.redirected++;
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    if (this.#location) {
      response.writeHead(302, { location: this.#location }).end();
      return;
    }
    const uid = text === '' ? '' : JSON.parse(text).request.uid;
    const answer = () => {
      this.answered++;
      const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: { uid, allowed: true } };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(review));
    };
    if (this.#delay === Number.POSITIVE_INFINITY) this.held.push(answer);
    else setTimeout(answer, this.#delay);
  }
}
