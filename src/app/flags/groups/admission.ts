import type { FlagTable } from '../flag.js';

export const admissionFlags = {
  'admission-control': {
    type: 'strings',
    default: [],
    help: 'Admission plugins, and only these',
    deprecated: 'use --enable-admission-plugins or --disable-admission-plugins instead',
  },
  'admission-control-config-file': { type: 'string', default: '', help: 'File with the configuration of plugins' },
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
  'disable-admission-plugins': { type: 'strings', default: [], help: 'Admission plugins that are on by default' },
  'enable-admission-plugins': { type: 'strings', default: [], help: 'Admission plugins beside those on by default' },
} satisfies FlagTable;
