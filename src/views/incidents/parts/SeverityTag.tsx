import type { Severity } from '../../../contract/incidents';
import { severityText } from '../../../rules/incidents/incidents';
import { Badge } from '../../parts/Badge';

const tones = { NOW: 'danger', TODAY: 'warn', CAN_WAIT: 'plain' } as const;

/** How soon help is needed, as text on a colour. Nothing if the report does not say (DECISIONS 167). */
export function SeverityTag({ severity }: { severity: Severity | null | undefined }) {
  return severity && <Badge tone={tones[severity]}>{severityText(severity)}</Badge>;
}
