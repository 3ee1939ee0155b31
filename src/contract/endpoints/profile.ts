import type { Endpoint } from '../endpoint';
import { AnyAnswer } from '../primitives';
import {
  AvailabilityRequest,
  MedicineBoxRequest,
  PasswordAnswer,
  PasswordRequest,
  ProfileLocationRequest,
  ShelterRequest,
  VehicleRequest,
} from '../profile';

/** The calls with which members change their own profile, S2 §7. */
export const profileEndpoints = {
  setAvailability: {
    method: 'PUT',
    path: '/api/profile/availability',
    body: AvailabilityRequest,
    answer: AnyAnswer,
  },
  setMedicineBox: { method: 'PUT', path: '/api/profile/medicine-box', body: MedicineBoxRequest, answer: AnyAnswer },
  setShelter: { method: 'PUT', path: '/api/profile/shelter', body: ShelterRequest, answer: AnyAnswer },
  setVehicle: { method: 'PUT', path: '/api/profile/vehicle', body: VehicleRequest, answer: AnyAnswer },
  setProfileLocation: {
    method: 'PUT',
    path: '/api/profile/location',
    body: ProfileLocationRequest,
    answer: AnyAnswer,
  },
  changePassword: { method: 'PUT', path: '/api/profile/password', body: PasswordRequest, answer: PasswordAnswer },
} as const satisfies Record<string, Endpoint>;
