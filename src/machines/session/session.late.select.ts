import type { SessionSnapshot } from './session.machine';

// What only parts of the screen ask for that come late themselves (architecture.md).

/** S1 §2: My Kit appears only if the profile has a medicine box. */
export const selectHasMedicineBox = (snapshot: SessionSnapshot) => snapshot.context.profile?.hasMedicineBox ?? false;
