// Follows staging/src/k8s.io/apiserver/pkg/server/routes/openapi.go (v1.36)

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ApiRequest, ApiResponse } from '../http/index.js';

const contentTypes: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** Lists the document of every group version; all addresses are on this server. */
const initializer = `fetch('../openapi/v3')
  .then((response) => response.json())
  .then(({ paths }) => {
    const urls = Object.keys(paths).sort().map((name) => ({ name, url: '..' + paths[name].serverRelativeURL }));
    window.ui = SwaggerUIBundle({
      urls,
      dom_id: '#swagger-ui',
      deepLinking: true,
      validatorUrl: null,
      presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
      layout: 'StandaloneLayout',
    });
  });
`;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Kubernetes API</title>
<link rel="icon" type="image/png" href="favicon-32x32.png">
<link rel="stylesheet" href="swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="swagger-ui-bundle.js"></script>
<script src="swagger-ui-standalone-preset.js"></script>
<script src="initializer.js"></script>
</body>
</html>
`;

/** Returns the directory of the assets; undefined if the package is not installed. */
export type FindAssets = () => string | undefined;

const builtAssets: FindAssets = () => {
  const root = dirname(createRequire(import.meta.url).resolve('#package.json'));
  const folder = join(root, 'lib', 'swagger-ui');
  return existsSync(folder) ? folder : undefined;
};

/** Swagger UI: pages for reading the documents and trying operations. */
export class SwaggerUi {
  readonly #findAssets: FindAssets;
  readonly #files = new Map<string, Buffer>();

  constructor(findAssets: FindAssets = builtAssets) {
    this.#findAssets = findAssets;
  }

  /** Returns undefined for paths outside `/swagger-ui`. */
  handle({ path }: ApiRequest): ApiResponse | undefined {
    if (path === '/swagger-ui') return { status: 301, headers: { location: '/swagger-ui/' } };
    if (!path.startsWith('/swagger-ui/')) return undefined;
    const folder = this.#findAssets();
    if (folder === undefined) return notFound('the pages of the swagger UI are made by the build, which was not run');
    const name = path.slice('/swagger-ui/'.length);
    if (name === '') return content('text/html; charset=utf-8', Buffer.from(page));
    if (name === 'initializer.js') return content('text/javascript; charset=utf-8', Buffer.from(initializer));
    const type = Object.hasOwn(contentTypes, name) ? contentTypes[name] : undefined;
    if (type === undefined) return notFound(`swagger-ui has no file ${JSON.stringify(name)}`);
    return content(type, this.#read(join(folder, name)));
  }

  #read(file: string): Buffer {
    let bytes = this.#files.get(file);
    if (!bytes) {
      bytes = readFileSync(file);
      this.#files.set(file, bytes);
    }
    return bytes;
  }
}

function content(contentType: string, body: Buffer): ApiResponse {
  return { status: 200, headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff' }, body };
}

function notFound(text: string): ApiResponse {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
  return { status: 404, headers, body: Buffer.from(`${text}\n`) };
}
