import type { AdmissionPlugin } from 'trestle/server';
import type { AdmissionInitializer } from 'trestle/server/options';
import type { WardleInformers } from '../clientset/informers.js';

/** Implemented by plug-ins that read the objects of this group. */
export interface WantsWardleInformers {
  setWardleInformers(informers: WardleInformers): void;
}

/** Hands the informers to the plug-ins that want them. */
export function wardleInitializer(informers: WardleInformers): AdmissionInitializer {
  return (plugin) => {
    if (wantsWardleInformers(plugin)) plugin.setWardleInformers(informers);
  };
}

function wantsWardleInformers(plugin: AdmissionPlugin): plugin is AdmissionPlugin & WantsWardleInformers {
  return 'setWardleInformers' in plugin;
}
