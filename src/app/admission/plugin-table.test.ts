import { expect, test } from 'vitest';
import { admissionPluginNames } from '../config/index.js';
import { pluginTable } from './plugin-table.js';

test('plug-ins are asked in the order in which flags name them, each once', () => {
  const names = pluginTable.map(({ name }) => name);
  expect(names).toEqual(admissionPluginNames.filter((name) => names.includes(name)));
});
