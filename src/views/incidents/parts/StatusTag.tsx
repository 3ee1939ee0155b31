import { statusText } from '../../../rules/incidents';
import { Badge } from '../../parts/Badge';

/** An open incident is coloured by how much it needs somebody; an unknown status is shown as plain text. */
const tones: Readonly<Record<string, 'warn' | 'info' | 'success'>> = {
  REPORTED: 'warn',
  ASSIGNED: 'info',
  IN_PROGRESS: 'info',
  ONGOING: 'info',
  RESOLVED: 'success',
};

/** The status of an incident or a case (S1 §4: underscores display as spaces). */
export function StatusTag({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'plain'}>{statusText(status)}</Badge>;
}
