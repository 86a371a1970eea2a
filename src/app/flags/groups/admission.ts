import type { FlagTable } from '../flag.js';

const fixedPlugins = 'the plugins that are there are always on';

export const admissionFlags = {
  'admission-control': {
    type: 'strings',
    default: [],
    help: 'Admission plugins, and only these',
    deprecated: 'use --enable-admission-plugins or --disable-admission-plugins instead',
    ignored: fixedPlugins,
  },
  'admission-control-config-file': {
    type: 'string',
    default: '',
    help: 'File with the configuration of plugins',
    ignored: fixedPlugins,
  },
  'default-not-ready-toleration-seconds': {
    type: 'int',
    default: 300,
    help: 'How long pods tolerate notReady:NoExecute, unless they say otherwise',
  },
  'default-unreachable-toleration-seconds': {
    type: 'int',
    default: 300,
    help: 'How long pods tolerate unreachable:NoExecute, unless they say otherwise',
  },
  'disable-admission-plugins': {
    type: 'strings',
    default: [],
    help: 'Admission plugins not to ask, of those that are asked by default',
    limited: 'names of plugins that are not there yet are accepted',
  },
  'enable-admission-plugins': {
    type: 'strings',
    default: [],
    help: 'Admission plugins beside those on by default',
    limited: 'names of plugins that are not there yet are accepted',
  },
} satisfies FlagTable;
