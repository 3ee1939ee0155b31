import { safeParse } from 'valibot';
import { Submission } from '../../contract/submissions';

type Old = Readonly<Record<string, unknown>> | undefined;

/** A row of version 2's stores as a kept submission; null if it cannot be read as one. */
export function toSubmission(store: string, row: Old): { userId: string; id: string; submission: Submission } | null {
  const { success, output } = safeParse(Submission, store === 'outbox' ? messageOf(row) : reportOf(row));
  return success && typeof row?.userId === 'string' ? { userId: row.userId, id: output.id, submission: output } : null;
}

function messageOf(row: Old) {
  const { chat, chatName, body, media, queuedAt, refusal } = (row?.outgoing ?? {}) as Record<string, unknown>;
  return {
    id: row?.clientMessageId,
    kind: 'message',
    queuedAt,
    status: refusal === null ? 'waiting' : 'refused',
    wasTried: true,
    reason: refusal,
    content: { chat, chatName, body, media },
  };
}

function reportOf(row: Old) {
  const report = (row?.report ?? {}) as Record<string, unknown>;
  const { details, files, isNew, similar, refusal } = report;
  const isAsking = Array.isArray(similar) && similar.length > 0 && isNew !== true;
  return {
    id: report.id,
    kind: 'report',
    queuedAt: report.queuedAt,
    status: refusal !== null ? 'refused' : isAsking ? 'asking' : 'waiting',
    wasTried: report.wasTried,
    reason: refusal,
    content: { details, files, isNew, similar },
  };
}
