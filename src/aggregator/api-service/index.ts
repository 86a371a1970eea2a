export {
  type ApiService,
  type ApiServiceSpec,
  type Availability,
  apiRegistrationGroup,
  apiServiceName,
  apiServicesResource,
  isAvailable,
  localAvailability,
  nameOf,
  type ServiceReference,
  withAvailability,
} from './api-service.js';
export { type ApiServiceType, apiRegistration } from './api-service-resource.js';
