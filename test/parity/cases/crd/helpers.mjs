// What several files of the area's cases use.
import { seeError, update } from '../../support/case-helpers.mjs';

export const group = async (t, name) => (await t.get('/apis')).json.groups.find((g) => g.name === name);
export const SCALED = {
  version: {
    subresources: {
      status: {},
      scale: {
        specReplicasPath: '.spec.replicas',
        statusReplicasPath: '.status.replicas',
        labelSelectorPath: '.status.selector',
      },
    },
  },
};
export const refused = async (t, path, change) => {
  const r = await update(t, path, change);
  seeError(t, 'update', r);
};
