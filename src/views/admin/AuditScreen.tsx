import { useSelector } from '@xstate/react';
import { ArrowLeft, ScrollText } from 'lucide-react';
import { auditActions } from '../../contract/administration';
import {
  type AuditRef,
  type auditMachine,
  selectEntries,
  selectExists,
  selectFilter,
  selectHasFailed,
  selectHasMore,
  selectIsBlank,
  selectIsFetchingOlder,
  selectIsLoading,
  selectIsRefused,
  selectUnreadable,
} from '../../machines/admin/audit.machine';
import { AUDIT_FAILURE, auditDetails, auditTitle } from '../../rules/admin/auditTexts';
import { dateTimeText } from '../../rules/timeTexts';
import { type ScreenProps, useApp, useScreen } from '../app';
import { BackLink } from '../parts/BackLink';
import { Banner } from '../parts/Banner';
import { buttonLook } from '../parts/buttons/Button';
import { NetworkButton } from '../parts/buttons/NetworkButton';
import { Field } from '../parts/forms/Field';
import { SearchInput } from '../parts/forms/SearchInput';
import { Select } from '../parts/forms/Select';
import { Page } from '../parts/page/Page';
import { EmptyState, ErrorState, LoadingState, Unreadable } from '../parts/page/States';
import styles from './Admin.module.css';

/** The log of administrative actions: who did what, when and to whom. */
export function AuditScreen({ machine }: ScreenProps<typeof auditMachine>) {
  const { can } = useApp();
  const audit = useScreen(machine, { exists: can('administration') });
  const exists = useSelector(audit, selectExists);
  const isLoading = useSelector(audit, selectIsLoading);
  const hasFailed = useSelector(audit, selectHasFailed);
  const isBlank = useSelector(audit, selectIsBlank);
  const unreadable = useSelector(audit, selectUnreadable);
  return (
    <Page
      title="Audit Log"
      actor={audit}
      actions={
        <BackLink to="/superadmin" className={buttonLook()} data-back>
          <ArrowLeft size={20} aria-hidden /> Super Admin
        </BackLink>
      }
    >
      {!exists && (
        <EmptyState icon={<ScrollText size={32} aria-hidden />}>
          This server keeps no log of administrative acts.
        </EmptyState>
      )}
      {exists && !isBlank && <Filters audit={audit} />}
      {isLoading && <LoadingState label="Loading the audit log…" />}
      {hasFailed && <ErrorState message={AUDIT_FAILURE} onRetry={() => audit.send({ type: 'log.retry' })} />}
      <Unreadable count={unreadable} of={['entry', 'entries']} />
      {isBlank && unreadable === 0 && (
        <EmptyState title="Nothing Yet" icon={<ScrollText size={32} aria-hidden />}>
          What admins decide and change is listed here, such as who authorized a sign-up.
        </EmptyState>
      )}
      {!isBlank && <Entries audit={audit} />}
    </Page>
  );
}

function Filters({ audit }: { audit: AuditRef }) {
  const filter = useSelector(audit, selectFilter);
  return (
    <search className={styles.filters}>
      <Field label="Act">
        <Select
          options={[{ value: '', label: 'All' }, ...auditActions.map((value) => ({ value, label: auditTitle(value) }))]}
          value={filter.action}
          onChange={({ currentTarget }) =>
            audit.send({ type: 'filter.choose', filter: { ...filter, action: currentTarget.value } })
          }
        />
      </Field>
      <Field label="Search">
        <SearchInput
          value={filter.search}
          onChange={({ currentTarget }) =>
            audit.send({ type: 'filter.choose', filter: { ...filter, search: currentTarget.value } })
          }
        />
      </Field>
    </search>
  );
}

function Entries({ audit }: { audit: AuditRef }) {
  const entries = useSelector(audit, selectEntries);
  const hasMore = useSelector(audit, selectHasMore);
  const isFetchingOlder = useSelector(audit, selectIsFetchingOlder);
  const isRefused = useSelector(audit, selectIsRefused);
  if (!entries) return null;
  if (entries.length === 0)
    return (
      <EmptyState title="Nothing Found" icon={<ScrollText size={32} aria-hidden />}>
        No act fits this filter.
      </EmptyState>
    );
  return (
    <>
      <ul className={styles.log} aria-label="Acts">
        {entries.map(({ id, at, action, actor, target, details }) => (
          <li key={id} className={styles.act}>
            <p className={styles.what}>
              {auditTitle(action)}
              {target && (
                <>
                  {': '}
                  <bdi>{target.name}</bdi>
                </>
              )}
            </p>
            {details && <p dir="auto">{auditDetails(action, details)}</p>}
            <p className={styles.soft}>
              <time dateTime={at}>{dateTimeText(at)}</time>
              {actor && (
                <>
                  {' by '}
                  <bdi>{actor.name}</bdi>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {isRefused && <Banner tone="danger">{AUDIT_FAILURE}</Banner>}
      {hasMore && (
        <NetworkButton busy={isFetchingOlder} onClick={() => audit.send({ type: 'older.fetch' })}>
          Show older
        </NetworkButton>
      )}
    </>
  );
}
