import { type AdmissionPlugin, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';

/** Rejects every request. It only validates, so that it runs after all mutating plug-ins. */
export class AlwaysDeny implements AdmissionPlugin {
  readonly name = 'AlwaysDeny';

  handles(): boolean {
    return true;
  }

  admit(request: AdmissionRequest): void {
    throw forbiddenBy(request, 'admission control is denying all modifications');
  }

  validate(request: AdmissionRequest): void {
    this.admit(request);
  }
}
