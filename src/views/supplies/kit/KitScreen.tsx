import { useParams } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { BriefcaseMedical, Plus } from 'lucide-react';
import { unreadableIn } from '../../../contract/lists';
import { selectFailure, selectIsLoading, selectStaleness } from '../../../machines/feed.machine';
import { selectQueue } from '../../../machines/session/messaging.machine';
import type { NoticesRef } from '../../../machines/session/notices.machine';
import { selectMe, selectNoticesActor } from '../../../machines/session/session.select';
import type { QueueRef } from '../../../machines/submissions/queue.machine';
import type { KitRef, kitMachine } from '../../../machines/supplies/kit.machine';
import {
  selectCart,
  selectData,
  selectFeed,
  selectIsOwn,
  selectIsTakingBox,
  selectItems,
  selectKitItem,
  selectLacksBox,
  selectPersonalItem,
  selectTitle,
} from '../../../machines/supplies/kit.select';
import { kitTexts } from '../../../rules/supplies/kitTexts';
import { type ScreenProps, useApp, useMember, useScreen } from '../../app';
import { Banner } from '../../parts/Banner';
import { Button } from '../../parts/buttons/Button';
import { NetworkButton } from '../../parts/buttons/NetworkButton';
import { useAsOf } from '../../parts/FeedProblem';
import { Page } from '../../parts/page/Page';
import { Skeleton } from '../../parts/page/Skeleton';
import { EmptyState, ErrorState, Unreadable } from '../../parts/page/States';
import { KitItems } from '../KitItems';
import styles from './Kit.module.css';
import { KitDialogs } from './KitDialogs';
import { KitItemActions } from './KitItemActions';
import { MyRequests, OnTheirWay } from './MyRequests';
import { RefusedSupplies } from './RefusedSupplies';
import { RequestForm } from './RequestForm';

/** A first-aid kit (S2 §2, /profile/first-aid-kit/{userId}). */
export function KitScreen({ machine }: ScreenProps<typeof kitMachine>) {
  const { userId } = useParams({ from: '/members/profile/first-aid-kit/$userId' });
  const queue = useSelector(useMember().messaging, selectQueue);
  return queue && <KitPage key={userId} machine={machine} ownerId={userId} queue={queue} />;
}

function KitPage({
  machine,
  ownerId,
  queue,
}: ScreenProps<typeof kitMachine> & { readonly ownerId: string; readonly queue: QueueRef }) {
  const { session, world } = useApp();
  const userId = useSelector(session, selectMe)?.id ?? '';
  // The notices actor runs as long as the session.
  const notices = useSelector(session, selectNoticesActor) as NoticesRef;
  const kit = useScreen(machine, { ownerId, userId, world, queue, session, notices });
  const title = useSelector(kit, selectTitle);
  const data = useSelector(kit, selectData);
  const isOwn = useSelector(kit, selectIsOwn);
  const feed = useSelector(kit, selectFeed);
  const isLoading = useSelector(feed, selectIsLoading);
  const failure = useSelector(feed, selectFailure);
  const staleness = useSelector(feed, selectStaleness);
  const kitItem = useSelector(kit, selectKitItem);
  const personalItem = useSelector(kit, selectPersonalItem);
  const cart = useSelector(kit, selectCart);
  const retry = () => feed?.send({ type: 'feed.retry' });
  const asOf = useAsOf(feed);
  const hasProblem = failure !== null || staleness !== null;
  return (
    <Page title={title} actor={kit} apart={[kitItem, personalItem, cart]} narrow>
      <div className={styles.page}>
        {isLoading && data === null && <Skeleton label="Loading the kit…" grid={styles.skeleton} height="4.5rem" />}
        {hasProblem &&
          (data === null ? (
            <ErrorState message={kitTexts.failure} onRetry={retry} />
          ) : (
            <Banner tone="danger" onRetry={retry}>
              <span>{kitTexts.failure}</span> {asOf}
            </Banner>
          ))}
        {data !== null && (isOwn ? <OwnKit kit={kit} queue={queue} /> : <OtherKit kit={kit} />)}
      </div>
      {isOwn && <KitDialogs kit={kit} />}
    </Page>
  );
}

/** The member's own kit: its items, the request form, and the earlier requests. */
function OwnKit({ kit, queue }: { kit: KitRef; queue: QueueRef }) {
  const items = useSelector(kit, selectItems);
  const unreadable = unreadableIn(useSelector(kit, selectData)?.kit.items).length;
  const cart = useSelector(kit, selectCart);
  return (
    <>
      <BoxOffer kit={kit} />
      <OnTheirWay kit={kit} />
      <RefusedSupplies kit={kit} queue={queue} />
      <section className={styles.section} aria-labelledby="kit-items">
        <div className={styles.heading}>
          <h2 id="kit-items">Kit items</h2>
          <Button onClick={() => kit.send({ type: 'item.add' })}>
            <Plus size={18} aria-hidden /> Add personal item
          </Button>
        </div>
        <Unreadable count={unreadable} of={['item', 'items']} />
        {items.length === 0 ? (
          unreadable === 0 && (
            <EmptyState title="Nothing in it yet" icon={<BriefcaseMedical size={32} aria-hidden />}>
              Add what you have yourself, or request supplies below.
            </EmptyState>
          )
        ) : (
          <KitItems items={items} actionsOf={(item) => <KitItemActions kit={kit} item={item} />} />
        )}
      </section>
      {cart && <RequestForm cart={cart} />}
      <MyRequests kit={kit} queue={queue} />
    </>
  );
}

/** If the profile says that the member has no kit, says so and offers to change that (DECISIONS K4). */
function BoxOffer({ kit }: { kit: KitRef }) {
  const lacksBox = useSelector(kit, selectLacksBox);
  const isTaking = useSelector(kit, selectIsTakingBox);
  if (!lacksBox) return null;
  return (
    <Banner>
      <div className={styles.offer}>
        <p>Your profile says that you have no first-aid kit. What is listed here is in no team kit meanwhile.</p>
        <NetworkButton variant="primary" busy={isTaking} onClick={() => kit.send({ type: 'box.take' })}>
          I have a first-aid kit
        </NetworkButton>
      </div>
    </Banner>
  );
}

/** Another member's kit, read-only (DECISIONS K5). */
function OtherKit({ kit }: { kit: KitRef }) {
  const items = useSelector(kit, selectItems);
  const unreadable = unreadableIn(useSelector(kit, selectData)?.kit.items).length;
  const lacksBox = useSelector(kit, selectLacksBox);
  return (
    <>
      {lacksBox && <Banner>This member has no first-aid kit at the moment.</Banner>}
      <Unreadable count={unreadable} of={['item', 'items']} />
      {items.length === 0 ? (
        unreadable === 0 && <EmptyState title="Nothing in it" icon={<BriefcaseMedical size={32} aria-hidden />} />
      ) : (
        <KitItems items={items} />
      )}
    </>
  );
}
