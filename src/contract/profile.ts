import * as v from 'valibot';
import { Coordinates } from './incidents';
import { availabilities, LoginRequest, vehicleTypes } from './people';

/** The settings of the profile page, S2 §7. */
export const AvailabilityRequest = v.strictObject({ availabilityStatus: v.picklist(availabilities) });
export const MedicineBoxRequest = v.strictObject({ hasMedicineBox: v.boolean() });
export const ShelterRequest = v.strictObject({ canProvideShelter: v.boolean() });
/** `vehicleType` is null without a vehicle. */
export const VehicleRequest = v.pipe(
  v.strictObject({ hasVehicle: v.boolean(), vehicleType: v.nullable(v.picklist(vehicleTypes)) }),
  v.check(
    ({ hasVehicle, vehicleType }) => hasVehicle === (vehicleType !== null),
    'vehicleType is needed with a vehicle, and null without one.',
  ),
);
export const ProfileLocationRequest = Coordinates;

/** S2 §5: both are required. Only the server checks the length of the new password (DECISIONS P11). */
export const PasswordRequest = v.strictObject({
  oldPassword: LoginRequest.entries.password,
  newPassword: LoginRequest.entries.password,
});
export type PasswordRequest = v.InferOutput<typeof PasswordRequest>;
/** Our server returns a new token, because the change of the password ends all others (DECISIONS P10). */
export const PasswordAnswer = v.fallback(v.object({ token: v.nullish(v.string(), null) }), { token: null });
