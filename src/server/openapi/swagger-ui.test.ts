import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { call, request } from './openapi.test.support.js';
import { OpenApiService } from './openapi-service.js';

const folder = mkdtempSync(join(tmpdir(), 'swagger-ui-'));
writeFileSync(join(folder, 'swagger-ui.css'), 'body {}');
writeFileSync(join(folder, 'package.json'), '{}');
afterAll(() => rmSync(folder, { recursive: true }));

const installed = new OpenApiService({ version: 'v1', findSwaggerUi: () => folder });
const missing = new OpenApiService({ version: 'v1', findSwaggerUi: () => undefined });

describe('the swagger UI', () => {
  test('is at an address below which its assets are', async () => {
    const { status, headers } = await call(installed, '/swagger-ui');
    expect([status, headers['location']]).toEqual([301, '/swagger-ui/']);
  });

  test('is a page that loads nothing from other hosts', async () => {
    const page = await call(installed, '/swagger-ui/');
    const script = await call(installed, '/swagger-ui/initializer.js');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.bytes.toString()).toContain('<script src="swagger-ui-bundle.js">');
    expect(`${page.bytes}${script.bytes}`).not.toMatch(/https?:|\/\//);
  });

  test('has its assets from the package', async () => {
    const { bytes, headers } = await call(installed, '/swagger-ui/swagger-ui.css');
    expect([bytes.toString(), headers['content-type']]).toEqual(['body {}', 'text/css; charset=utf-8']);
  });

  test.each(['package.json', '../openapi/v2', '..%2fpackage.json', 'toString'])(
    'does not give out %s',
    async (name) => {
      expect((await call(installed, `/swagger-ui/${name}`)).status).toBe(404);
    },
  );

  test('says what is missing where nothing was built', async () => {
    const { status, headers, bytes } = await call(missing, '/swagger-ui/');
    expect([status, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
    expect(bytes.toString()).toContain('the build');
  });

  test('is nowhere else', async () => {
    expect(await installed.handle(request('/swagger-ui2'))).toBeUndefined();
  });
});
