import type { ReportSubmission } from '../../../src/contract/submissions';
import type { IncidentForm } from '../../../src/machines/incidents/incidentForm';
import type { ReportFormSnapshot } from '../../../src/machines/incidents/reportForm.machine';
import type { Facts, Outcome } from '../../kit/facts';
import { UNSUPPORTED } from '../device.facts';
import { details, outgoingReport } from './reportSamples';
import { UNSUPPORTED_FILE } from './samples';

/** A report that waits in the queue. */
export const waiting = outgoingReport({ id: 'r7', details: { ...details, location: 'Old harbour' } });

const written = (name: 'contactNumber' | 'location', value: string) =>
  ({ type: 'field.changed', name, value }) as const;
export const formEvents = {
  'nine digits': written('contactNumber', '987654321'),
  'ten digits': written('contactNumber', '9876543210'),
  'a waiting report is edited': { type: 'form.fill', report: waiting },
  Replace: { type: 'form.replace' },
  'Keep writing': { type: 'modal.close' },
  'Use my location': { type: 'location.use' },
  Cancel: { type: 'location.cancel' },
} as const;

/** S1 §5: what a form needs before it can be submitted. */
export const REQUIRED = {
  informerName: 'Informer name is required.',
  contactNumber: 'Phone number must be 10 digits.',
  location: 'Location is required.',
  description: 'Description is required.',
};

export interface Shown {
  readonly isLocating: boolean;
  /** Whether the member is asked if the waiting report may replace what is written. */
  readonly isReplacing: boolean;
  readonly locationFailure: null;
  /** Why the form cannot be submitted. */
  readonly blockedBy: string;
}
export interface FormOutcome extends Outcome {
  /** What is in a field, and what is said below it; null if nothing is. */
  readonly field?: readonly [keyof IncidentForm, string];
  readonly error?: string | null;
  /** How many of the chosen files are attached. */
  readonly attached?: number;
  /** Why not all files were accepted; null if they were. */
  readonly fileFailure?: string | null;
  /** The waiting report that is in the form now, and is not sent meanwhile. */
  readonly filled?: ReportSubmission | null;
  /** What was written before stays. */
  readonly kept?: ReportFormSnapshot['context'];
  /** What is in the fields of the coordinates. */
  readonly coordinates?: { readonly latitude: string; readonly longitude: string };
  readonly locationFailure?: string;
  /** The member has stopped looking for the place. */
  readonly isCancelled?: true;
  /** Whether the report is submitted. If not, what is required is said. */
  readonly isSubmitted?: boolean;
}

export const isUnwritten = ({ context: { form } }: ReportFormSnapshot) =>
  form.location === '' && form.contactNumber === '' && form.latitude === '';
export const isUntouched = (is: ReportFormSnapshot) => is.context.files.length === 0 && isUnwritten(is);
export const isFaulty = ({ context: { form } }: ReportFormSnapshot) =>
  form.location === '' || form.contactNumber !== '9876543210';

const notLocated = (locationFailure: string) => ({ to: 'editing', locationFailure });
// S1 §8, "Location".
export const NO_GEOLOCATION = notLocated(UNSUPPORTED);
const NO_PLACE = notLocated('Unable to retrieve your location.');
/** The question is closed. */
export const leftAlone = ({ context }: ReportFormSnapshot) => ({ to: 'editing', kept: context });

/** What is so whatever the form is at. */
const anywhere = (to: string) => ({
  // S1 §5: the number is checked on each change.
  'nine digits': { to, field: ['contactNumber', '987654321'], error: REQUIRED.contactNumber } as const,
  'ten digits': { to, field: ['contactNumber', '9876543210'], error: null } as const,
  'a photo is chosen': { to, attached: 1, fileFailure: null },
  // DECISIONS 84
  'eleven files are chosen': ({ context: { files } }: ReportFormSnapshot) => ({
    to,
    attached: 10 - files.length,
    fileFailure: 'At most 10 files can be attached.',
  }),
  'a file is refused': { to, fileFailure: UNSUPPORTED_FILE },
  // What is written would be lost, so the member is asked.
  'a waiting report is edited': (is: ReportFormSnapshot) =>
    isUntouched(is) ? { to: 'editing', filled: waiting } : 'replacing',
});

/** The form of a report. S1 §2, §5 */
export const formFacts: Facts<ReportFormSnapshot, Shown, FormOutcome> = {
  editing: {
    shows: { isLocating: false, isReplacing: false },
    takes: {
      ...anywhere('editing'),
      submitted: (is) => {
        if (isFaulty(is)) return { to: 'editing', isSubmitted: false };
        return is.context.isReady ? { to: 'editing', isSubmitted: true } : null;
      },
      'Use my location': 'locating',
    },
  },
  locating: {
    shows: { isLocating: true, locationFailure: null, blockedBy: 'Your location is still being found.' },
    takes: {
      ...anywhere('locating'),
      'the device answers': { to: 'editing', coordinates: { latitude: '12.97161', longitude: '77.5946' } },
      'the browser has no geolocation': NO_GEOLOCATION,
      'the member does not allow it': notLocated(
        'Unable to retrieve location: User denied Geolocation. Check permissions.',
      ),
      'the device takes too long': NO_PLACE,
      'the device does not know': NO_PLACE,
      Cancel: { to: 'editing', isCancelled: true },
    },
  },
  replacing: {
    shows: { isReplacing: true },
    takes: {
      ...anywhere('replacing'),
      Replace: ({ context }) => ({ to: 'editing', filled: context.incoming }),
      'Keep writing': leftAlone,
    },
  },
};
