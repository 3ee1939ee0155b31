import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Search, SearchX } from 'lucide-react';
import { useEffect } from 'react';
import {
  type SearchRef,
  type searchMachine,
  selectCanFetchMore,
  selectFailure,
  selectFound,
  selectIsEmpty,
  selectIsFetchingMore,
  selectIsIdle,
  selectIsLoading,
  selectIsOffline,
  selectMoreFailure,
} from '../../machines/search/search.machine';
import { countText, hasMore, type SearchAddress, unreadableHits } from '../../rules/search';
import { textIn } from '../../rules/wording';
import { type ScreenProps, useApp, useScreen } from '../app';
import { Banner } from '../parts/Banner';
import { NetworkButton } from '../parts/buttons/NetworkButton';
import { Field } from '../parts/forms/Field';
import { SearchInput } from '../parts/forms/SearchInput';
import { useAddressedField } from '../parts/forms/useAddressedField';
import { Page } from '../parts/page/Page';
import { Skeleton } from '../parts/page/Skeleton';
import { EmptyState, ErrorState, Unreadable } from '../parts/page/States';
import { IncidentResults, MessageResults } from './Results';
import styles from './Search.module.css';

/** The search (DECISIONS 169, /search). The address has the searched text and, for a search in one chat, that chat. */
export function SearchScreen({ machine }: ScreenProps<typeof searchMachine>) {
  const address: SearchAddress = useSearch({ strict: false });
  const chat = textIn(address.chat);
  return useApp().can('search') ? (
    <SearchPage key={chat} machine={machine} chat={chat} text={textIn(address.text)} />
  ) : (
    <Page title="Search" narrow>
      <EmptyState icon={<SearchX size={32} aria-hidden />}>This server has no search.</EmptyState>
    </Page>
  );
}

function SearchPage({ machine, chat, text }: ScreenProps<typeof searchMachine> & { chat: string; text: string }) {
  const search = useScreen(machine, { text, chat: chat === '' ? null : chat });
  const navigate = useNavigate();
  const typed = useAddressedField(text);
  useEffect(() => search.send({ type: 'text.change', text }), [search, text]);
  // Not where there is a search already: on a phone the keyboard would cover the results of a member who comes back to them.
  useEffect(() => {
    if (typed.current?.value === '') typed.current.focus();
  }, [typed]);
  return (
    <Page
      title={chat === '' ? 'Search' : 'Search in Chat'}
      actor={search}
      narrow
      actions={
        chat !== '' && (
          <>
            <Link {...(chat === 'global' ? { to: '/gchat' } : { to: '/chat/$chatId', params: { chatId: chat } })}>
              Back to the chat
            </Link>
            <Link to="/search" search={{ text }}>
              Search everywhere
            </Link>
          </>
        )
      }
    >
      <search>
        <Field
          label={chat === '' ? 'Search' : 'Search in this chat'}
          hint={chat === '' ? 'Words of messages, or an incident’s number, place or description.' : undefined}
        >
          <SearchInput
            ref={typed}
            data-search
            maxLength={100}
            defaultValue={text}
            onChange={({ currentTarget: { value } }) =>
              void navigate({
                to: '/search',
                search: { ...(chat !== '' && { chat }), ...(value !== '' && { text: value }) },
                replace: true,
              })
            }
          />
        </Field>
      </search>
      <Results search={search} />
    </Page>
  );
}

function Results({ search }: { search: SearchRef }) {
  const found = useSelector(search, selectFound);
  const isLoading = useSelector(search, selectIsLoading);
  const isOffline = useSelector(search, selectIsOffline);
  const isIdle = useSelector(search, selectIsIdle);
  const isEmpty = useSelector(search, selectIsEmpty);
  const failure = useSelector(search, selectFailure);
  return (
    <>
      {isOffline && <Banner tone="warn">Searching needs the network. It goes on when you are online again.</Banner>}
      <p className={styles.count} role="status">
        {found && !isLoading && countText(found)}
        {isLoading && <span className="visually-hidden">Searching…</span>}
      </p>
      {isIdle && (
        <EmptyState icon={<Search size={32} aria-hidden />}>
          Type two letters or more, or an incident’s number.
        </EmptyState>
      )}
      {isEmpty && (
        <EmptyState title="Nothing Found" icon={<SearchX size={32} aria-hidden />}>
          Nothing that you may read has all these words.
        </EmptyState>
      )}
      {failure !== null && <ErrorState message={failure} onRetry={() => search.send({ type: 'search.retry' })} />}
      {isLoading && !found && <Skeleton grid={styles.list ?? ''} height="5rem" />}
      {found && (
        <>
          <Unreadable count={unreadableHits(found)} of={['result', 'results']} />
          <IncidentResults search={search} hits={found.incidents.hits} />
          <MessageResults search={search} hits={found.messages.hits} />
          {hasMore(found) && <More search={search} />}
        </>
      )}
    </>
  );
}

function More({ search }: { search: SearchRef }) {
  const canFetch = useSelector(search, selectCanFetchMore);
  const isFetching = useSelector(search, selectIsFetchingMore);
  const failure = useSelector(search, selectMoreFailure);
  const fetchMore = () => search.send({ type: 'more.fetch' });
  if (failure !== null)
    return (
      <Banner tone="danger" onRetry={fetchMore}>
        {failure}
      </Banner>
    );
  return (
    <NetworkButton busy={isFetching} disabled={!canFetch && !isFetching} onClick={fetchMore}>
      More Results
    </NetworkButton>
  );
}
