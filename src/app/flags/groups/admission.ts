import type { FlagTable } from '../flag.js';

export const admissionFlags = {
  'admission-control': {
    type: 'strings',
    default: [],
    help: 'Admission plugins to ask, and no others',
    deprecated:
      'Use --enable-admission-plugins or --disable-admission-plugins instead. Will be removed in a future version.',
  },
  'admission-control-config-file': {
    type: 'string',
    default: '',
    help: 'File with the configuration of admission plugins (AdmissionConfiguration)',
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
  },
  'enable-admission-plugins': {
    type: 'strings',
    default: [],
    help: 'Admission plugins to ask, beside those that are asked by default',
  },
} satisfies FlagTable;
