import type { FlagTable } from '../flag.js';

export const admissionFlags = {
  'admission-control': {
    type: 'strings',
    default: [],
    help: 'Admission plug-ins to run, and no others',
    deprecated:
      'Use --enable-admission-plugins or --disable-admission-plugins instead. Will be removed in a future version.',
  },
  'admission-control-config-file': {
    type: 'string',
    default: '',
    help: 'File with the AdmissionConfiguration, which configures admission plug-ins',
  },
  'default-not-ready-toleration-seconds': {
    type: 'int',
    default: 300,
    help: 'Toleration seconds of notReady:NoExecute that pods get by default',
  },
  'default-unreachable-toleration-seconds': {
    type: 'int',
    default: 300,
    help: 'Toleration seconds of unreachable:NoExecute that pods get by default',
  },
  'disable-admission-plugins': {
    type: 'strings',
    default: [],
    help: 'Admission plug-ins to turn off, among those that are on by default',
  },
  'enable-admission-plugins': {
    type: 'strings',
    default: [],
    help: 'Admission plug-ins to turn on, in addition to those that are on by default',
  },
} satisfies FlagTable;
